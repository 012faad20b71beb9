"""What KataGo answers, read as an analysis; whatever it leaves out or says wrongly is garbage."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, Final

from ...game import Game
from ...players import Analysis, Candidate
from ...records import FormatError

SEEN: Final = "BLACK"
"""Whose chances and leads KataGo is asked to tell."""

_UNSEEN: Final = 10
"""How many of the network's moves are candidates where the search looked at none."""


class Garbage(Exception):
    """An answer that is none."""


def read_analysis(said: Mapping[str, Any], game: Game, by: str, note: str = "") -> Analysis:
    """Return the analysis of a game's position that an answer tells.

    Raises:
        Garbage: it tells none.
    """
    try:
        root = said["rootInfo"]
        infos = sorted(said["moveInfos"], key=lambda info: int(info["order"]))
        return Analysis(
            candidates=tuple(_candidate(info, game) for info in infos or _unseen(said, game)),
            win_rate=_rate(root["winrate"], game),
            lead=_number(root["scoreLead"]),
            ownership=_owners(said["ownership"], game),
            visits=int(root["visits"]),
            by=by,
            note=note,
        )
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise Garbage(f"{type(error).__name__}: {error}") from None


def _unseen(said: Mapping[str, Any], game: Game) -> list[dict[str, Any]]:
    """Return the moves that the network likes best, where no move was looked at: one visit is the position's own.

    Its word on every point stands row by row, then that on passing; it is below zero where a move is illegal.
    """
    labels = [*_labels(game), "pass"]
    shares = zip(map(_number, said.get("policy") or [0.0] * len(labels)), labels, strict=True)
    best = sorted((each for each in shares if each[0] > 0), reverse=True)[:_UNSEEN]
    root = {name: said["rootInfo"][name] for name in ("winrate", "scoreLead")}
    return [root | {"move": move, "visits": 0, "prior": prior} for prior, move in best]


def _candidate(info: Mapping[str, Any], game: Game) -> Candidate:
    line = tuple(_move(move, game) for move in (info.get("pv") or [info["move"]]))
    return Candidate(
        move=_move(info["move"], game),
        visits=int(info["visits"]),
        win_rate=_rate(info["winrate"], game),
        lead=_number(info["scoreLead"]),
        prior=_number(info["prior"]),
        variation=line,
    )


def _move(said: str, game: Game) -> str:
    """Return a move as the board writes it."""
    try:
        return game.write_move(game.read_move(said))
    except FormatError as error:
        raise Garbage(str(error)) from None


def _rate(said: Any, game: Game) -> float:
    """Return the chance of the side to move, from Black's."""
    black = min(1.0, max(0.0, _number(said)))
    return black if game.to_play == "black" else 1 - black


def _owners(said: Any, game: Game) -> dict[str, float]:
    return {label: round(_number(owner), 3) for label, owner in zip(_labels(game), said, strict=True)}


def _labels(game: Game) -> list[str]:
    """Return the points in the order in which KataGo tells of them."""
    return [game.board.labels[point] for row in game.board.rows for point in row]


def _number(said: Any) -> float:
    number = float(said)
    if not isfinite(number):
        raise Garbage(f"{said!r} is no number")
    return number
