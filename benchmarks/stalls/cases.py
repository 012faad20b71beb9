"""Expensive requests, by name."""

from __future__ import annotations

import threading
from typing import Any

import httpx2

from .visitors import Ask


def new_game(board: str, **more: Any) -> Ask:
    """Return the request for a game on a board."""
    body = {"variant": "chinese", "board": board, "opponent": {"kind": "self"}} | more
    return lambda here: here.post("/api/games", json=body)


def check(board: str) -> Ask:
    """Return the request that checks a choice."""
    return lambda here: here.post("/api/check", json={"variant": "chinese", "board": board})


def page(path: str) -> Ask:
    """Return the request for a page."""
    return lambda here: here.get(path)


def record(nodes: int, size: str = "9", more: str = "") -> str:
    """Return a long record: moves all over the board, one after another."""
    side = int(size)
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    cells = [letters[n % side] + letters[n // side % side] for n in range(nodes)]
    return f"(;GM[1]FF[4]SZ[{size}]{more}" + "".join(f";{'BW'[n % 2]}[{cell}]" for n, cell in enumerate(cells)) + ")"


def upload(text: str, name: str = "a.sgf") -> Ask:
    """Return the request that uploads a record."""
    return lambda here: here.post("/api/reviews", json={"text": text, "name": name})


def open_review(text: str, query: str = "") -> Ask:
    """Return the request for a position of a review that was uploaded before."""
    made: dict[str, str] = {}
    turn = threading.Lock()

    def ask(here: httpx2.Client) -> httpx2.Response:
        with turn:
            if not made:
                answer = upload(text)(here)
                if answer.status_code != 201:
                    return answer
                made["id"] = answer.json()["id"]
        return here.get(f"/api/reviews/{made['id']}{query}")

    return ask


def on_graph(board: str, moves: str = ";B[1]") -> str:
    """Return a record on its own board."""
    return f"(;GM[100]FF[4]TGB[{board}]{moves})"


def page_of(board: str, path: str) -> Ask:
    """Return the request for a part of a game that was begun before."""
    made: dict[str, str] = {}
    turn = threading.Lock()

    def ask(here: httpx2.Client) -> httpx2.Response:
        with turn:
            if not made:
                answer = new_game(board)(here)
                if answer.status_code != 201:
                    return answer
                made["id"] = answer.json()["id"]
        return here.get(path.format(id=made["id"]))

    return ask


def played_on(board: str) -> Ask:
    """Return the requests for a move in a visitor's own game on a board, and for the resulting page."""

    def ask(here: httpx2.Client) -> httpx2.Response:
        made = here.post("/api/games", json={"variant": "chinese", "board": board, "opponent": {"kind": "self"}})
        if made.status_code != 201:
            return made
        path = f"/api/games/{made.json()['id']}"
        for number, move in enumerate(("1", "2", "3")):
            body = {"id": move, "number": number, "intent": {"kind": "move", "move": move}}
            here.post(f"{path}/intents", json=body).raise_for_status()
        here.get(f"{path}/possible")
        return here.get(path)

    return ask


_LONG = record(300_001)
_FULL = record(19_999)
_WIDE = "31 footprint " + "/".join(
    "".join("x" if away == 0 else "o" if away < 6 else "n" if away == 6 else "." for away in row)
    for row in ([abs(x - 6) + abs(y - 6) for x in range(13)] for y in range(13))
)
CASES: dict[str, Ask] = {
    "a plain board": new_game("19x19"),
    "a complete graph, refused": new_game("graph:k991"),
    "two complete halves, refused": new_game("graph:k900,900"),
    "a hypercube, refused": new_game("graph:hypercube-13"),
    "a path, refused": new_game("graph:path-9999"),
    "a honeycomb, refused": new_game("honeycomb 60x60"),
    "a large cycle": new_game("graph:cycle-500"),
    "a large wheel": new_game("graph:wheel-500"),
    "a large hypercube": new_game("graph:hypercube-9"),
    "a large hexagon": new_game("hexagon 18"),
    "a large star": new_game("graph:star-999"),
    "a wide footprint": new_game(_WIDE),
    "its relations": page_of(_WIDE, "/api/games/{id}/relations"),
    "played on a wheel": played_on("graph:wheel-504"),
    "a large board's page": page_of("31x32", "/g/{id}"),
    "the form for a new game": page("/new"),
    "exploring": page("/explore"),
    "what programs may ask": page("/api/openapi.json"),
    "its state": page_of("32x31", "/api/games/{id}?territory=true"),
    "a checked board": check("graph:wheel-501"),
    "even terms, not measured": page("/api/even?one=3&other=2&board=graph:k990"),
    "a game's picture": page_of("graph:wheel-502", "/api/games/{id}/record.png"),
    "a game's link picture": page_of("graph:wheel-503", "/link/game/{id}.png"),
    "300,001 nodes, refused": upload(_LONG),
    "19,999 nodes": upload(_FULL),
    "19,999 nodes opened": open_review(_FULL),
    "their last position": open_review(_FULL, "?node=19999"),
    "their picture": open_review(_FULL, "/record.svg?node=19999"),
    "a record on a complete graph": upload(on_graph("graph:k989")),
    "it opened": open_review(on_graph("graph:k989")),
    "a record on a large cycle": open_review(on_graph("graph:cycle-499")),
    "2 MB of JSON": upload('{"format": "tengen", "moves": [' + '"A1", ' * 330_000 + '"A1"]}', "a.json"),
    "2 MB of comments": open_review(f"(;GM[1]SZ[9]C[{'a' * 1_900_000}];B[ee])"),
}
