"""The bot of the documentation plays a game on a server, and the API's page is complete."""

import json
import re
import runpy
from pathlib import Path
from typing import Any, get_args

import pytest
from starlette.testclient import TestClient
from web_server import serving

from tengen.web.app import create_app
from tengen.web.rooms.intents import REFUSALS, Intent
from tengen.web.settings import Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how" / "web.md").read_text()
OPEN = create_app(Settings(database="sqlite://")).openapi()
OPERATIONS = [
    pytest.param(operation, id=f"{method} {path}")
    for path, item in OPEN["paths"].items()
    for method, operation in item.items()
]


def test_the_bot_plays_a_game_to_its_end(database: str) -> None:
    play = runpy.run_path(str(ROOT / "examples" / "bot.py"))["play"]
    with serving(database) as server:
        ended = play(server.url, "cushion", "3")
    assert ended["phase"] == "over"
    assert ended["outcome"]["text"]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_endpoint_says_what_it_does_and_how_it_refuses(operation: dict[str, Any]) -> None:
    assert operation["summary"]
    assert operation["description"].endswith(".")
    assert operation["tags"]
    answers = operation["responses"]
    assert "429" in answers
    if "requestBody" in operation:
        assert {"403", "413", "422"} <= answers.keys()
    for code, answer in answers.items():
        if int(code) >= 400:
            shape = answer["content"]["application/json"]["schema"]
            assert shape == {"$ref": "#/components/schemas/Failure"}, code


def test_the_docs_name_every_endpoint_intent_and_refusal() -> None:
    paths = [path for path in OPEN["paths"] if path.startswith("/api/")]
    kinds = [kind.model_fields["kind"].annotation for kind in get_args(Intent)]
    named = [*paths, *(each for kind in kinds for each in get_args(kind)), *REFUSALS, "/health/ready", "/metrics"]
    assert [name for name in named if f"`{name}" not in PAGE and f" {name}`" not in PAGE] == []


def test_the_documentation_names_every_field_of_a_state(client: TestClient) -> None:
    made = client.post("/api/games", json={"board": "5", "opponent": {"kind": "self"}}).json()
    with client.websocket_connect(f"/api/games/{made['id']}/live") as socket:
        state = socket.receive_json()
    assert [name for name in state if f"`{name}`" not in PAGE] == []


def test_the_requests_in_the_documentation_are_understood(client: TestClient) -> None:
    found = [json.loads(text) for text in re.findall(r"``` {.json .new}\n(.*?)```", PAGE, re.S)]
    assert found
    for body in found:
        answer = client.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
