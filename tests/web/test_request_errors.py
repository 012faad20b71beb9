"""Errors for programs: a code, the text in the reader's language, and the values in the text."""

from __future__ import annotations

import json
from typing import Annotated, Any

import pytest
from data import cases
from pydantic import BaseModel, Field, ValidationError, model_validator
from starlette.testclient import TestClient

from tengen.records import IllegalMove, Reason, TengenError, Text, listed
from tengen.records.text import values_of
from tengen.web.errors import error_data, first_of
from tengen.web.languages.reader_language import speaking
from tengen.web.store.trouble import StoreTrouble

BEGIN = {"variant": "chinese", "opponent": {"kind": "self"}}


class Named(BaseModel, extra="forbid"):
    name: Annotated[str, Field(min_length=1, max_length=3)] = "abc"
    side: int = 0

    @model_validator(mode="after")
    def _small(self) -> Named:
        if self.side > 9:
            raise TengenError("{side} is too much", side=self.side)
        return self


def refused(**given: object) -> Text:
    with pytest.raises(ValidationError) as caught:
        Named.model_validate(given)
    return first_of(caught.value.errors())


def test_values_are_plain_data_of_json() -> None:
    text = Text(
        "{text} {number} {list} {none} {other} {endless}",
        text=Text("{n} stones", n=3),
        number=6.5,
        list=listed(["A1", Text("here")]),
        none=None,
        other=Reason.KO,
        endless=float("inf"),
    )
    found = values_of(text)
    expected = {
        "text": "3 stones",
        "number": 6.5,
        "list": ["A1", "here"],
        "none": None,
        "other": "ko",
        "endless": "inf",
    }
    assert found == expected
    assert json.loads(json.dumps(found, allow_nan=False)) == expected
    assert values_of("a plain text") == {}


def test_an_error_has_its_class_for_a_code() -> None:
    error = IllegalMove("D4", [Reason.KO])
    assert error.as_data() == {
        "code": "illegal-move", "text": "D4 is illegal: ko", "values": {"move": "D4", "reasons": ["ko"]},
        "move": "D4", "reasons": ["ko"],
    }  # fmt: skip


def test_the_text_is_in_the_readers_language_and_values_are_not() -> None:
    text = Text("{seconds} s and {colour}", seconds=2, colour=Text("Black"))
    with speaking("de"):
        found = error_data("no-database", StoreTrouble("no-database", "it is away").text)
        assert found["text"].startswith("Die Datenbank des Servers antwortet nicht")
        assert error_data("too-many", text)["values"] == {"seconds": 2, "colour": "Black"}


@pytest.mark.parametrize(("given", "text", "values"), cases("request_errors", "what_pydantic_refuses_has_its_values"))
def test_what_pydantic_refuses_has_its_values(given: dict[str, Any], text: str, values: dict[str, object]) -> None:
    said = refused(**given)
    assert said == text
    assert values_of(said.values.get("what", said)) == values


def test_what_is_refused_is_not_repeated_at_length() -> None:
    assert len(refused(**{"x" * 10_000: 1})) < 500
    assert first_of([]) == "it cannot be read"


def test_a_board_refused_over_http_has_its_values(client: TestClient) -> None:
    answer = client.post("/api/games", json=BEGIN | {"board": "honeycom 5"})
    assert answer.status_code == 422
    assert answer.json()["error"] == {
        "code": "wrong-choice",
        "text": "there is no board 'honeycom 5'; did you mean honeycomb?",
        "values": {"name": "'honeycom 5'", "close": ["honeycomb"]},
        "field": "board",
    }


def test_a_message_refused_over_a_socket_has_its_values(client: TestClient) -> None:
    id = client.post("/api/games", json=BEGIN | {"board": "5"}).json()["id"]
    with client.websocket_connect(f"/api/games/{id}/live") as socket:
        socket.receive_json()
        socket.send_text("x" * 5000)
        refused = socket.receive_json()
    assert (refused["type"], refused["code"]) == ("refused", "unknown")
    assert refused["text"] == "A message may have 4,000 characters at most."
    assert refused["values"] == {"most": 4000}


def test_pages_of_errors_say_what_is_usual_for_their_status(client: TestClient) -> None:
    assert client.get("/api/nowhere").json()["error"]["code"] == "http"
    asked = {"accept-language": "de"}
    page = client.get("/no/such/page", headers=asked)
    assert (page.status_code, "Seite nicht gefunden" in page.text) == (404, True)
    assert client.put("/learn", headers=asked).status_code == 405
