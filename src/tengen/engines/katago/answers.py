"""KataGo's responses, read as analyses; missing or invalid parts are garbage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import takewhile
from math import isfinite
from typing import Any, Final

from ...game import Game
from ...game.move_text import OFF_BOARD
from ...players import Analysis, Candidate
from ...records import FormatError, Place, Reason

SEEN: Final = "BLACK"
"""The side whose win rates and leads KataGo reports."""

_ABROAD: Final = frozenset({Reason.OFF_BOARD, Reason.OCCUPIED})
"""Reasons that forbid a move under all rules and histories."""
_ROUNDED: Final = 0.01
"""The distance by which a win rate may lie outside 0 to 1, as rounded sums do."""
_UNSEEN: Final = 10
"""The number of the network's moves that are candidates if no move was searched."""


class Garbage(Exception):
    """An unreadable response."""


class Forbidden(Exception):
    """A response whose moves are all illegal, since the program's history is shorter; worded to follow its name."""


def read_analysis(said: Mapping[str, Any], game: Game, by: str, note: str = "") -> Analysis:
    """Return the analysis in a response; Garbage if it is unreadable, Forbidden if all of its moves are illegal."""
    with _reading("rootInfo"):
        root = said["rootInfo"]
        win_rate, lead, visits = _rate(root["winrate"], game), _lead(root["scoreLead"], game), _visits(root)
    with _reading("moveInfos"):
        infos = sorted(said["moveInfos"], key=lambda info: int(info["order"]))
        candidates = _candidates(infos or _unseen(said, game), game)
    with _reading("ownership"):
        labels, numbers = _labels(game), said["ownership"]
        if len(numbers) != len(labels):
            raise Garbage(f"it has owners for {len(numbers)} points, not {len(labels)}")
        owners = {label: round(_number(owner), 3) for label, owner in zip(labels, numbers, strict=True)}
    return Analysis(candidates, win_rate, lead, owners, visits, by=by, note=note)


@contextmanager
def _reading(what: str) -> Iterator[None]:
    """Turn any error in a part of a response into Garbage."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, FormatError):
        raise Garbage(f"its {what} is missing or unreadable") from None


def _unseen(said: Mapping[str, Any], game: Game) -> list[dict[str, Any]]:
    """Return the network's favourite moves, if no move was searched: the position itself takes one visit.

    The policy has every point row by row, then passing; it is negative for illegal moves.
    """
    labels = [*_labels(game), "pass"]
    shares = zip(map(_number, said.get("policy") or [0.0] * len(labels)), labels, strict=True)
    best = sorted((each for each in shares if each[0] > 0), reverse=True)[:_UNSEEN]
    root = {name: said["rootInfo"][name] for name in ("winrate", "scoreLead")}
    return [root | {"move": move, "visits": 0, "prior": prior} for prior, move in best]


def _candidates(infos: Sequence[Mapping[str, Any]], game: Game) -> tuple[Candidate, ...]:
    """Return the moves that KataGo searched, except those that the rules forbid."""
    found, wrong = list[Candidate](), list[str]()
    for info in infos:
        move = game.read_move(info["move"])
        why = game.why_not(move)
        if not why:
            rate, lead = _rate(info["winrate"], game), _lead(info["scoreLead"], game)
            said = map(game.read_move, info.get("pv") or [info["move"]])
            there = takewhile(lambda move: not isinstance(move, Place) or move.point != OFF_BOARD, said)
            line = tuple(map(game.write_move, there))
            found.append(Candidate(game.write_move(move), _visits(info), rate, lead, _number(info["prior"]), line))
            continue
        wrong.append(f"{info['move']} ({', '.join(map(str, why))})")
        if _ABROAD & {*why}:
            raise Garbage(f"it plays {wrong[-1]}")
    if wrong and not found:
        raise Forbidden(f"plays {', '.join(wrong)}, which the rules forbid here")
    return tuple(found)


def _visits(said: Mapping[str, Any]) -> int:
    visits = int(said["visits"])
    if visits < 0:
        raise Garbage(f"it has {visits} visits")
    return visits


def _rate(said: Any, game: Game) -> float:
    """Return the win rate of the side to move, from Black's."""
    black = _number(said)
    if not -_ROUNDED <= black <= 1 + _ROUNDED:
        raise Garbage(f"its win rate is {black:g}; it must be from 0 to 1")
    black = min(1.0, max(0.0, black))
    return black if game.to_play == "black" else 1 - black


def _lead(said: Any, game: Game) -> float:
    lead = _number(said)
    if abs(lead) > 2 * len(game.board) + abs(game.rules.komi):
        raise Garbage(f"its lead is {lead:g} on {len(game.board)} points")
    return lead


def _labels(game: Game) -> list[str]:
    """Return the points in KataGo's order."""
    return [game.board.labels[point] for row in game.board.rows for point in row]


def _number(said: Any) -> float:
    number = float(said)
    if not isfinite(number):
        raise Garbage(f"{said!r} is not a number")
    return number
