"""Reports: what visitors tell the operator about games, names, messages and reviews."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient
from test_store import opened
from test_talk import speak
from typer.testing import CliRunner
from web_faults import FAULTS
from web_games import another, code

from tengen.cli.commands import app
from tengen.web.accounts.name_rules import NameRules
from tengen.web.store.operator_store import Report


def listed(database: str, *words: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(app, ["admin", "reports", "--json", "--database", database, *words])
    assert done.exit_code == 0, done.output
    found: list[dict[str, Any]] = json.loads(done.output)
    return found


def tell(client: TestClient, **what: Any) -> Any:
    return client.post("/api/reports", json={"reason": "insult", "words": "Look"} | what)


def test_a_message_a_name_a_game_and_a_review_are_reported(
    client: TestClient, friend: TestClient, table: str, database: str
) -> None:
    friend.put("/api/me", json={"name": "Bad"})
    friend.post(f"/api/games/{table}/name", json={})
    number = speak(friend, table, text="You fool").json()["number"]
    review = client.post("/api/reviews", json={"text": "(;SZ[5];B[cc])"}).json()["id"]
    for what in ({"game": table}, {"game": table, "colour": "white"}, {"game": table, "message": number}):
        assert tell(client, **what).status_code == 201
    cup = client.post("/api/tournaments", json={"name": "Bad cup"}).json()["id"]
    assert [tell(friend, **what).status_code for what in ({"review": review}, {"tournament": cup})] == [201, 201]
    assert "Bad cup" in client.get(f"/report?tournament={cup}").text
    told = listed(database)
    assert [each["kind"] for each in told] == ["game", "name", "message", "review", "tournament"]
    assert [each["quoted"] for each in told] == ["", "Bad", "You fool", "", "Bad cup"]
    assert told[1]["accused"] == told[2]["accused"] == told[3]["reporter"]
    assert told[3]["accused"] == told[0]["reporter"]
    run = CliRunner()
    assert run.invoke(app, ["admin", "settle", "2", "--database", database]).output == "Settled report 2.\n"
    assert run.invoke(app, ["admin", "settle", "2", "--database", database]).exit_code == 2
    assert [each["number"] for each in listed(database)] == [1, 3, 4, 5]
    assert len(listed(database, "--all")) == 5


@pytest.mark.parametrize(
    ("what", "status", "says"),
    [
        ({}, 422, "invalid"),
        ({"game": "none"}, 404, "no-game"),
        ({"review": "none"}, 404, "no-review"),
        ({"game": "none", "review": "none"}, 422, "invalid"),
        ({"review": "none", "reason": "boredom"}, 422, "invalid"),
        ({"review": "none", "words": "x" * 1001}, 422, "invalid"),
    ],
)
def test_reports_of_nothing_are_refused(client: TestClient, what: dict[str, Any], status: int, says: str) -> None:
    assert code(tell(client, **what)) == (status, says)


def test_only_players_report_what_was_said_to_them(client: TestClient, friend: TestClient, table: str) -> None:
    speak(friend, table, text="You fool")
    assert tell(another(client), game=table, message=1).json()["error"]["code"] == "not-your-seat"
    assert tell(client, game=table, message=7).json()["error"]["code"] == "no-message"


async def test_no_more_reports_are_taken_than_can_be_read(database: str) -> None:
    made = Report("game", "g", "", None, "spam", "", None, 1.0)
    async with opened(database) as store:
        assert [await store.operator.report(made, 2) for _ in range(3)] == [True, True, False]


def test_the_form_offers_what_the_visitor_may_report(client: TestClient, friend: TestClient, table: str) -> None:
    speak(friend, table, text="You <fool>")
    mine, others = client.get(f"/report?game={table}").text, another(client).get(f"/report?game={table}").text
    assert "You &lt;fool&gt;" in mine
    assert "fool" not in others
    assert client.get("/report").status_code == 404
    assert f'href="/report?game={table}"' in client.get(f"/g/{table}").text


def test_reserved_names_are_refused_however_they_are_written(client: TestClient) -> None:
    for name in ("admin", "Tengen", "T\u0435ngen", "0perator", "Admin 2", "Ａｄｍｉｎ", "c.o.m.p.u.t.e.r"):
        for answer in (
            client.put("/api/me", json={"name": name}),
            client.post("/api/games", json={"board": "5", "opponent": {"kind": "self"}, "name": name}),
        ):
            assert code(answer) == (422, "name-refused")


@pytest.mark.parametrize("case", FAULTS["name"], ids=lambda case: case["source"][:40])
def test_only_operators_are_called_as_if_they_were(case: dict[str, Any]) -> None:
    rules = NameRules(["rude"])
    assert [name for name in case.get("allowed", ()) if not rules.allows(name)] == []
    assert [name for name in case.get("refused", ()) if rules.allows(name)] == []
