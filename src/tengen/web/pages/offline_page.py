"""Offline pages: a game for two on one device, its boards and rules, and the service worker."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ...boards import parse
from ...boards.titles import titled
from ...draw import svg
from ...formats.sgf.rulesets import RULES
from ...records import COLOURS, Position
from ...rules import variants
from ...rules.serving import ORDINARY, any_of, strangers
from ..games.game_view import board_view
from ..page_templates import script_modules
from ..scheduler.threads import beside_loop
from ..texts import language, tell
from .pictures import Theme, cached_answer

router: Final = APIRouter(include_in_schema=False)

_BOARDS: Final = (
    *("9x9", "13x13", "19x19", "7x7", "5x5", "triangular 9x9", "hexagon 5", "honeycomb 6x6"),
    *("graph:petersen", "graph:cube", "graph:dodecahedron", "graph:icosahedron"),
)
_RULES: Final = {**ORDINARY, **any_of("komi handicap_bonus"), "repetition": ("ko", "none", "positional", "situational")}
"""The rules that static/js/gorules.js supports; the score is the area."""
_WEB: Final = Path(__file__).parents[1]
_SCRIPTS: Final = ("site", "accountitems", "home", "learn", "lesson", "problems", "problem", "offline")


@router.get("/offline/boards.json")
@beside_loop
def boards(request: Request, theme: Theme = "light") -> Response:
    """Return the boards and the rules for offline games."""
    return cached_answer(request, _boards(theme, language()), "application/json", "no-cache")


@lru_cache(maxsize=16)
def _boards(theme: Theme, _language: str) -> str:
    served = [each for each in variants() if not each.footprint and not any(strangers(each.rules, _RULES))]
    rules = [
        {"name": each.name, "title": tell(each.title), "sgf": RULES[each.name]}
        | {"suicide": each.rules.suicide == "allowed", "repetition": each.rules.repetition, "komi": each.rules.komi}
        for each in served
    ]
    return json.dumps({"rules": rules, "boards": [_board(text, theme) for text in _BOARDS]}, separators=(",", ":"))


def _board(text: str, theme: Theme) -> dict[str, object]:
    """Return a board and its pictures: empty, and full of each colour."""
    board = parse(text, files=False)
    fills = (Position({}), *(Position(dict.fromkeys(board.labels, colour)) for colour in COLOURS))
    named = None if board.rows else True
    return {
        "text": board.text,
        "title": tell(titled(board)),
        "radius": board_view(board)["radius"],
        "labels": board.labels,
        "neighbours": [[*map(int, each)] for each in board.neighbours],
        "svgs": [svg(board, fill, coordinates=named, theme=theme, prefix="board") for fill in fills],
    }


@router.get("/sw.js")
async def worker(request: Request) -> Response:
    """Return the service worker's script, at the root, so that it covers every page."""
    return cached_answer(request, worker_script(), "text/javascript", "no-cache")


@cache
def worker_script() -> str:
    """Return the script, preceded by the version of the pages and the files that they need offline."""
    kinds = (".js", ".css", ".html", ".po", ".toml")
    changing = sorted(path for path in _WEB.rglob("*.*") if path.suffix in kinds)
    version = sha256(b"".join(path.read_bytes() for path in changing)).hexdigest()[:16]
    scripts = {f"js/{each}" for name in _SCRIPTS for each in (f"{name}.js", *script_modules(f"{name}.js"))}
    styles = {f"css/{path.name}" for path in changing if path.suffix == ".css"}
    shell = [f"/static/{each}" for each in sorted(scripts | styles | {"icon.svg", "js/early.js"})]
    text = (_WEB / "static/js/sw.js").read_text("utf-8")
    return f"self.shipped = {json.dumps({'version': version, 'shell': shell})};\n{text}"
