"""Changes between two states: applied to the first, they give the second, whatever happened in between."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from tengen.web.games.game_view import changes, whole

LINES = st.lists(st.sampled_from("abc"), max_size=8)


def changed(before: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    after = before | message | {"type": "state"}
    if "moves" in message:
        after["moves"] = before["moves"][: message["moves"]["keep"]] + message["moves"]["add"]
    if "svg" in message:
        lines = before["svg"].split("\n")
        for start, count, instead in message["svg"]:
            lines[start : start + count] = instead
        after["svg"] = "\n".join(lines)
    return after


@given(LINES, LINES, LINES, LINES)
def test_changes_make_the_one_of_the_other(moves: list[str], more: list[str], svg: list[str], other: list[str]) -> None:
    one = {"type": "state", "number": 1, "moves": moves, "svg": ("<svg>", *svg), "dead": []}
    two = {"type": "state", "number": 2, "moves": more, "svg": ("<svg>", *other), "dead": []}
    assert changed(whole(one), changes(one, two)) == whole(two)
    assert "dead" not in changes(one, two)


@pytest.mark.parametrize("variant", ["chinese", "gengo", "tao", "tile"])
def test_changes_add_up_to_the_whole_state(client: TestClient, variant: str) -> None:
    id = client.post("/api/games", json={"variant": variant, "board": "7", "opponent": {"kind": "self"}}).json()["id"]
    wholes: list[dict[str, Any]] = []
    parts: list[dict[str, Any]] = []
    lengths: list[tuple[int, int]] = []
    with (
        client.websocket_connect(f"/api/games/{id}/live?changes=1") as part,
        client.websocket_connect(f"/api/games/{id}/live") as whole,
    ):
        for number in range(8):
            seen = [heard(whole, number), heard(part, number, known=parts[-1] if parts else None)]
            wholes.append(seen[0][0])
            parts.append(seen[1][0])
            lengths.append((seen[0][1], seen[1][1]))
            undo = {"kind": "propose", "what": "undo"}
            intent = undo if number == 6 else {"kind": "move", "move": open_point(wholes[-1])}
            part.send_json({"type": "intent", "id": str(number), "number": number, "intent": intent})
    assert sum(part for _, part in lengths[1:]) < 0.6 * sum(whole for whole, _ in lengths[1:])
    for one, other in zip(wholes, parts, strict=True):
        one["now"] = other["now"] = 0
        assert one == other


def heard(socket: Any, number: int, known: dict[str, Any] | None = None) -> tuple[dict[str, Any], int]:
    """Return the state after this many events, and the length of the last message about it."""
    while True:
        message = socket.receive_json()
        if message["type"] not in ("state", "changes"):
            continue
        known = message if message["type"] == "state" else changed(known or {}, message)
        if known["number"] == number:
            return known, len(json.dumps(message))


def open_point(state: dict[str, Any]) -> str:
    on_board = {
        line.split('data-point="')[1].split('"')[0]
        for line in state["svg"].split("\n")
        if "stone" in line and "data-point" in line
    }
    return next(f"{c}{r}" for r in (4, 2, 6) for c in "DBFCE" if f"{c}{r}" not in {*on_board, *state["illegal"]})
