"""Pages without a connection: a game for two on one device, its boards and rules, and the service worker."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from ...boards import parse
from ...boards.titles import titled
from ...draw import svg
from ...formats.sgf.coordinates import coordinates, rectangle
from ...formats.sgf.rulesets import RULES
from ...records import Position
from ...rules import Variant, variants
from ...rules.serving import ORDINARY, any_of, strangers
from ..games.game_view import board_view
from ..page_templates import script_modules
from ..scheduler.threads import beside_loop
from ..services import Served
from ..texts import language, tell
from .pictures import Theme, cached_answer

router: Final = APIRouter(include_in_schema=False)

_BOARDS: Final = (
    *("9x9", "13x13", "19x19", "7x7", "5x5", "triangular 9x9", "hexagon 5", "honeycomb 6x6"),
    *("graph:petersen", "graph:cube", "graph:dodecahedron", "graph:icosahedron"),
)
"""Boards whose picture is that of the empty board with stones on its points, and ordinary Go is played there."""
_RULES: Final = {**ORDINARY, **any_of("komi handicap_bonus"), "repetition": ("ko", "none", "positional", "situational")}
"""What static/js/gorules.js serves; the score is the area."""
_SCRIPTS: Final = ("site", "accountitems", "home", "learn", "lesson", "problems", "problem", "offline")
"""The scripts of the pages that work without a connection."""
_WEB: Final = Path(__file__).parents[1]


@router.get("/offline", response_class=HTMLResponse)
async def offline(services: Served, request: Request) -> HTMLResponse:
    """Show the page; scripts alone play there."""
    return services.templates.page(request, "offline.html")


@router.get("/offline/boards.json")
@beside_loop
def boards(request: Request, theme: Theme = "light") -> Response:
    """Return the boards and the rules for games without a server."""
    return cached_answer(request, _boards(theme, language()), "application/json", "no-cache")


@lru_cache(maxsize=16)
def _boards(theme: Theme, _language: str) -> str:
    rules = [_rules(each) for each in variants() if not each.footprint and not any(strangers(each.rules, _RULES))]
    data = {"rules": rules, "boards": [_board(text, theme) for text in _BOARDS]}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _rules(each: Variant) -> dict[str, object]:
    suicide = each.rules.suicide == "allowed"
    terms = {"suicide": suicide, "repetition": each.rules.repetition, "komi": each.rules.komi}
    return {"name": each.name, "title": tell(each.title), "sgf": RULES[each.name], **terms}


def _board(text: str, theme: Theme) -> dict[str, object]:
    """Return a board, how SGF names it and its points, and its pictures: empty, and full of each colour."""
    board = parse(text, files=False)
    size = rectangle(board.text)
    names = coordinates(*size) if size else {}
    fills = ({}, dict.fromkeys(board.labels, "black"), dict.fromkeys(board.labels, "white"))
    look = {
        "coordinates": None if board.rows else True,
        "theme": theme,
        "prefix": "board",
        "title": tell(titled(board)),
    }
    return {
        "text": text,
        "title": tell(titled(board)),
        "radius": board_view(board)["radius"],
        "labels": board.labels,
        "neighbours": [list(map(int, each)) for each in board.neighbours],
        "sgf": f"GM[1]FF[4]CA[UTF-8]SZ[{size[0]}]" if size else f"GM[100]FF[4]CA[UTF-8]TGB[{board.text}]",
        "points": [names.get(label, label) for label in board.labels],
        "svgs": [svg(board, Position(stones), **look) for stones in fills],  # type: ignore[arg-type]
    }


@router.get("/sw.js")
async def worker(request: Request) -> Response:
    """Return the service worker's script, at the root, so that it may speak for every page."""
    return cached_answer(request, worker_script(), "text/javascript", "no-cache")


@cache
def worker_script() -> str:
    """Return the script, and before it the version of the pages and the files that they need without a connection."""
    found = [path for part in ("static", "templates", "languages", "lessons") for path in (_WEB / part).rglob("*.*")]
    contents = b"".join(path.read_bytes() for path in sorted(found) if "pyc" not in path.suffix)
    scripts = {each for name in _SCRIPTS for each in (f"{name}.js", *script_modules(f"{name}.js"))} | {"early.js"}
    styles = {path.name for path in found if path.suffix == ".css"}
    shell = ["icon.svg", *(f"js/{each}" for each in sorted(scripts)), *(f"css/{each}" for each in sorted(styles))]
    kept = {"version": sha256(contents).hexdigest()[:16], "shell": [f"/static/{each}" for each in shell]}
    return f"self.shipped = {json.dumps(kept)};\n{(_WEB / 'static/js/sw.js').read_text('utf-8')}"
