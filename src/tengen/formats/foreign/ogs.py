"""Games of the server OGS (online-go.com) as its interface gives them in JSON, or the ``gamedata`` within.

Moves are ``[column, row, milliseconds, ...]`` from the upper left and from 0, a pass ``[-1, -1, ...]``; colours
alternate from ``initial_player`` on. Where handicap stones are placed freely, Black's first moves are these; they are
set up, as in the server's own SGF.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...records import Colour, FormatError, Record, other
from ..json.plain_values import parse_json
from ..sgf.conventions import fixed_stones
from ..sgf.coordinates import LARGEST
from .maker import COLOURS, RecordMaker

BEGINS: Final = re.compile(
    r'\{(?!.*"tengen"\s*:)(?=.*"(?:gamedata|initial_player|black_player_id|free_handicap_placement)"\s*:)'
    r'(?=.*"(?:moves|gamedata)"\s*:)',
    re.DOTALL,
)

_PAIR: Final = re.compile(r"[a-z.!A-Z]{2}")


def read(text: str) -> Record:
    """Return the record of a game; FormatError says where in the JSON something cannot be."""
    given = parse_json(text)
    game = given.get("gamedata", given) if isinstance(given, dict) else given
    if not isinstance(game, dict) or "moves" not in game:
        raise FormatError("$: no game of OGS; it has moves, width, height and players", 1, 1)
    maker = RecordMaker(_side(game, "width"), _side(game, "height"))
    _describe(maker, game)
    free = _start(maker, game)
    mover: Colour = COLOURS.get(str(game.get("initial_player", "black")), "black")
    for number, (x, y) in enumerate(_moves(game["moves"])):
        said = f"$.moves[{number}]: {x}, {y}"
        if number < free:
            maker.set_up("black", maker.point(x, y), 1, said)
            mover = "white"
        else:
            maker.play(mover, "pass" if x < 0 or y < 0 else maker.point(x, y), 1, said)
            mover = other(mover)
    if free:
        _note_handicap(maker, free)
    return maker.record


def _side(game: Mapping[str, Any], name: str) -> int:
    value = game.get(name, 19)
    if type(value) is not int or not 1 <= value <= LARGEST:
        raise FormatError(f"$.{name}: must be a whole number from 1 to {LARGEST}", 1, 1)
    return value


def _start(maker: RecordMaker, game: Mapping[str, Any]) -> int:
    """Set up the stones of the start; return how many handicap stones are still to be placed as moves."""
    state = game.get("initial_state")
    state = state if isinstance(state, dict) else {}
    for name, colour in COLOURS.items():
        for pair in _PAIR.findall(str(state.get(name, ""))):
            maker.set_up(colour, maker.point(ord(pair[0]) - 97, ord(pair[1]) - 97), 1, pair)
    handicap = game.get("handicap")
    if type(handicap) is not int or not 1 < handicap <= 100:
        return 0
    stones = len(maker.record.root.changes)
    if stones:
        _note_handicap(maker, handicap)
    return 0 if stones else handicap


def _note_handicap(maker: RecordMaker, stones: int) -> None:
    """Note a handicap: as that of the rules where its stones are on fixed points, else as SGF's HA has it."""
    if fixed_stones(maker.record, stones):
        maker.record.axes["handicap"] = stones
    else:
        maker.record.info["HA"] = str(stones)


def _moves(given: Any) -> Iterator[tuple[int, int]]:
    """Yield column and row of every move; both are negative for a pass."""
    if isinstance(given, str):
        for pair in _PAIR.findall(given):
            yield (-1, -1) if pair in ("..", "!!") else (ord(pair[0]) - 97, ord(pair[1]) - 97)
        return
    if not isinstance(given, list):
        raise FormatError("$.moves: must be a list of [column, row, ...]", 1, 1)
    for number, move in enumerate(given):
        x, y = (move.get("x"), move.get("y")) if isinstance(move, dict) else (*move[:2], None, None)[:2] if isinstance(
            move, list) else (None, None)  # fmt: skip
        if type(x) is not int or type(y) is not int:
            raise FormatError(f"$.moves[{number}]: must be [column, row, ...]", 1, 1)
        yield x, y


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
