"""Games of the server OGS (online-go.com) in its interface's JSON, or the ``gamedata`` within.

Moves are ``[column, row, milliseconds, ...]`` from the upper left and from 0, a pass ``[-1, -1, ...]``; colours
alternate from ``initial_player``. Freely placed handicap stones are Black's first moves; they are set up, as in the
server's own SGF. An edit is not a move and takes no turn: its fourth element, or in moves as text the digit after
``!``, gives the new content: 0 for nothing, 1 for Black, 2 for White. Source: the server's board library, goban.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from string import ascii_letters
from typing import Any, Final

from ...records import Change, Colour, FormatError, Record, other
from ..json.plain_values import parse_json
from ..source import shorten
from .maker import COLOURS, RecordMaker, json_side

BEGINS: Final = re.compile(
    r'\{(?!.*"tengen"\s*:)(?=.*"(?:gamedata|initial_player|black_player_id|free_handicap_placement)"\s*:)'
    r'(?=.*"(?:moves|gamedata)"\s*:)',
    re.DOTALL,
)

_CONTENTS: Final[tuple[Change, ...]] = ("vacant", "black", "white")
_MOVE: Final = re.compile(r"(?:!([012]))?([a-zA-Z]{2}|\.\.|!!)")


_Move = tuple[int, int, Change | None]
"""Column and row, negative for a pass, and the point's content after an edit; None for a move."""


def read(text: str) -> Record:
    """Return the record of a game; FormatError with the place in the JSON of an impossible value."""
    given = parse_json(text)
    game = given.get("gamedata", given) if isinstance(given, dict) else given
    if not isinstance(game, dict) or "moves" not in game:
        raise FormatError("$: not an OGS game, which has moves, width, height and players", 1, 1)
    maker = RecordMaker(json_side(game, "width", 1, 19), json_side(game, "height", 1, 19))
    _describe(maker, game)
    free = _start(maker, game)
    mover: Colour = COLOURS.get(str(game.get("initial_player", "black")), "black")
    placed = 0
    for number, (x, y, content) in enumerate(_moves(game["moves"])):
        said = f"$.moves[{number}]: {x}, {y}"
        if content is not None:
            maker.edit(content, maker.point(x, y, said, 1), 1)
        elif placed < free:
            maker.set_up("black", maker.point(x, y, said, 1))
            placed += 1
            mover = "white"
        else:
            maker.play(mover, "pass" if x < 0 or y < 0 else maker.point(x, y, said, 1), 1)
            mover = other(mover)
    if free:
        maker.note_handicap(free)
    return maker.record


def _start(maker: RecordMaker, game: Mapping[str, Any]) -> int:
    """Set up the starting stones; return the number of handicap stones still to be placed as moves."""
    state = game.get("initial_state")
    state = state if isinstance(state, dict) else {}
    for name, colour in COLOURS.items():
        for x, y, _ in _in_letters(str(state.get(name) or ""), f"$.initial_state.{name}"):
            maker.set_up(colour, maker.point(x, y, f"$.initial_state.{name}: {x}, {y}", 1))
    handicap = game.get("handicap")
    if type(handicap) is not int or not 1 < handicap <= 100:
        return 0
    stones = len(maker.record.root.changes)
    if stones:
        maker.note_handicap(handicap)
    return 0 if stones else handicap


def _moves(given: Any) -> Iterator[_Move]:
    if isinstance(given, str):
        yield from _in_letters(given, "$.moves")
        return
    if not isinstance(given, list):
        raise FormatError("$.moves: must be a list of [column, row, ...]", 1, 1)
    for number, move in enumerate(given):
        if isinstance(move, dict):
            x, y, content = move.get("x"), move.get("y"), move.get("color", 0) if move.get("edited") else None
        else:
            x, y, _, content = (*(move if isinstance(move, list) else ())[:4], None, None, None, None)[:4]
        known = content is None or (type(content) is int and 0 <= content < len(_CONTENTS))
        if type(x) is not int or type(y) is not int or not known:
            raise FormatError("$.moves[{number}]: must be [column, row, ...]", 1, 1, number=number)
        yield x, y, None if content is None else _CONTENTS[content]


def _in_letters(given: str, path: str) -> Iterator[_Move]:
    """Yield the moves and edits of a text such as ``dd!1pp..``."""
    at = 0
    while at < len(given):
        found = _MOVE.match(given, at)
        if found is None:
            said = {"path": path, "given": shorten(given[at : at + 24])}
            raise FormatError("{path}: `{given}` is not a point; it must be two letters", 1, 1, **said)
        at = found.end()
        edit, x, y = found[1], ascii_letters.find(found[2][0]), ascii_letters.find(found[2][1])
        yield x, y, None if edit is None else _CONTENTS[int(edit)]


def _describe(maker: RecordMaker, game: Mapping[str, Any]) -> None:
    players = game.get("players")
    players = players if isinstance(players, dict) else {}
    for name, letter in (("black", "B"), ("white", "W")):
        player = players.get(name)
        maker.note(**{f"P{letter}": str(player.get("username", "")) if isinstance(player, dict) else ""})
    maker.note(GN=str(game.get("game_name") or game.get("name") or ""), RE=_result(game))
    if isinstance(game.get("rules"), str):
        maker.rules(game["rules"])
    if type(game.get("komi")) in (int, float):
        maker.komi(f"{game['komi']:g}")


def _result(game: Mapping[str, Any]) -> str:
    winner, outcome = game.get("winner"), str(game.get("outcome", ""))
    letter = {game.get("black_player_id", "?"): "B", game.get("white_player_id", "?"): "W"}.get(
        winner if isinstance(winner, int | str) else None, ""
    )
    letter = letter or {"black": "B", "white": "W"}.get(str(winner), "")
    points = re.match(r"\d{1,4}(?:\.\d)?", outcome)
    how = {"Resignation": "R", "Timeout": "T", "Cancellation": "F", "Disconnection": "F"}.get(outcome, "")
    return f"{letter}+{points[0] if points else how}" if letter and outcome else ""
