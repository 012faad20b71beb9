"""Proved results: the winners of games on small boards, and the values of famous positions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from ...boards import parse
from ...draw import svg
from ...game.named_positions import named_positions
from ...records import Markup, Position, Text
from ...records.text import chained
from ...rules import variant
from ...solve import solved_rows
from ...solve.solved_rows import WINNERS, GameRow, Winner
from ..scheduler.threads import beside_loop
from ..services import Served
from ..texts import tell

router: Final = APIRouter(include_in_schema=False)

GRIDS: Final = "grids"
"""The filter for all grids; other boards are filtered by number of points."""

WHO_WINS: Final[dict[Winner, Text]] = {
    "black": Text("Black wins"),
    "white": Text("White wins"),
    "nobody": Text("No winner"),
    "infinite": Text("Depends on infinite play"),
    "open": Text("Not decided"),
}
WON_BY: Final = {"black": Text("Black wins by {points:g}"), "white": Text("White wins by {points:g}")}

_SETTINGS: Final = {"tile_stack": Text("Stacks of up to {value} tiles"), "tao_price": Text("A Tao stone costs {value}")}

_SUPERKOS: Final = {"positional": Text("Positional"), "situational": Text("Situational"), "natural": Text("Natural")}


@cache
def solved() -> Mapping[str, GameRow]:
    """Return the rows of ``solved.csv``, which is docs/lab/who-wins.csv, by their names in addresses."""
    rows = solved_rows.read(GameRow, (files(__package__) / "solved.csv").read_text("utf-8"))
    return {str(number): row for number, row in enumerate(rows.values(), 1)}


@router.get("/solved", response_class=HTMLResponse)
@beside_loop
def solved_boards(
    services: Served,
    request: Request,
    game: Annotated[str, Query(max_length=80)] = "",
    board: Annotated[str, Query(max_length=20)] = "",
    settings: Annotated[str, Query(max_length=80)] = "",
    winner: Annotated[str, Query(max_length=20)] = "",
) -> HTMLResponse:
    """Show the rows that match all four filters; an empty filter matches every row."""
    rows = solved()
    shown = {
        name: row
        for name, row in rows.items()
        if game in ("", row.variant)
        and settings in ("", row.settings)
        and winner in ("", row.winner)
        and (board == "" or (not row.is_graph if board == GRIDS else board == str(row.points)))
    }
    return services.templates.page(
        request,
        "solved.html",
        rows=shown,
        games=dict.fromkeys(row.variant for row in rows.values()),
        sizes=sorted({row.points for row in rows.values()}),
        changes=dict.fromkeys(row.settings for row in rows.values() if row.settings),
        winners=[each for each in WINNERS if any(row.winner == each for row in rows.values())],
        chosen={"game": game, "board": board, "settings": settings, "winner": winner},
        title=lambda name: variant(name).title,
        setting=setting,
        who_wins=WHO_WINS,
        won_by=WON_BY,
    )


def setting(text: str) -> str:
    """Return settings such as "tao_price=2" in the reader's language."""
    return tell(chained(Text("{first}, {then}"), map(_setting, text.split())))


def _setting(text: str) -> Text:
    axis, _, value = text.partition("=")
    if text == "tao_price=off":
        return Text("No Tao stone can be bought")
    return _SETTINGS[axis].with_values(value=value)


@lru_cache(maxsize=1024)
def solved_picture(name: str, theme: str) -> str:
    """Return the empty board of a row with the best first moves circled, except a pass."""
    row = solved()[name]
    board = parse(row.board, footprint=variant(row.variant).footprint, files=False)
    circles = [move for move in row.best_moves if move in board.labels]
    return svg(board, Position({}), markup=Markup(marks={"circle": circles}), theme=theme, title="", coordinates=False)


# -- famous positions --------------------------------------------------------------------------------------------------


@router.get("/positions", response_class=HTMLResponse)
@beside_loop
def famous(services: Served, request: Request) -> HTMLResponse:
    """Show the positions with known values (spec 1.24), and the end of the game of 417 moves (spec 2.10)."""

    def outcome(margin: float) -> Text:
        return WON_BY["black" if margin > 0 else "white"].with_values(points=abs(margin))

    worth = [each for each in named_positions().values() if each.values]
    return services.templates.page(request, "positions.html", worth=worth, superkos=_SUPERKOS, outcome=outcome)


@lru_cache(maxsize=64)
def famous_picture(name: str, theme: str) -> str:
    """Return the picture of a named position."""
    diagram = named_positions()[name].diagram()
    return svg(parse(diagram.board), diagram.position, theme=theme, title="", coordinates=True)
