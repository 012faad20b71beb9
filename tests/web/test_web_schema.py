"""Schemathesis: requests that the API's own description allows, or barely forbids, never cause a server error."""

from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient
from web_engine import QuickEngine

from tengen.web.app import create_app
from tengen.web.settings import Settings

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
PLENTY: Any = {
    "rate": 1e6,
    **dict.fromkeys(("burst", "new_games", "own_games", "new_visitors", "sign_ins", "exports", "reports"), 10**6),
    **dict.fromkeys(("thinking", "simulations", "side_seconds", "review_bytes"), 10**12),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("schema")
    app = create_app(Settings(database=f"sqlite:///{folder / 'games.db'}", **PLENTY), QuickEngine())
    with TestClient(app, raise_server_exceptions=False) as client:
        while client.get("/health/ready").status_code != 200:
            sleep(0.02)
        yield client


_NEW: Any = {
    "games": ("/api/games", {"board": "5", "opponent": {"kind": "self"}}),
    "variants": ("/api/games", {"board": "5", "opponent": {"kind": "self"}}),
    "reviews": ("/api/reviews", {"text": "(;SZ[5];B[cc];W[bb])"}),
    "tournaments": ("/api/tournaments", {"board": "5"}),
    "lobby": ("/api/lobby/challenges", {"clock": {"kind": "correspondence", "period": 86_400}}),
}


def known(client: TestClient, kind: str) -> str:
    path, wanted = _NEW[kind]
    made = client.post(path, json=wanted).json()
    return str(made.get("id", "0") if kind == "lobby" else made["id"])


def send(case: Any, server: TestClient) -> None:
    """Send a request through the client, which has no sockets, and check the answer."""
    wanted: Any = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    found = server.request(wanted.method, wanted.url, headers=dict(wanted.headers), content=wanted.body)
    headers = {name: [value] for name, value in found.headers.items()}
    answer = schemathesis.Response(found.status_code, headers, found.content, wanted, elapsed=0.0, verify=False)
    case.validate_response(answer, checks=CHECKS)


API: Any = schemathesis.openapi.from_dict(create_app(Settings(database="sqlite://")).openapi())
OPERATIONS = [pytest.param(found.ok(), id=found.ok().label) for found in API.get_all_operations()]


@pytest.mark.parametrize("many", [2, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_api_answers_whatever_it_is_asked(operation: Any, server: TestClient, many: int) -> None:
    """Each request is sent as generated, and again to an existing game or review."""

    @settings(
        max_examples=many,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    @given(case=operation.as_strategy())
    def asked(case: Any) -> None:
        send(case, server)
        if "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = known(server, case.path.split("/")[2])
            send(case, server)

    asked()
