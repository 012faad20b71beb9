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
            candidates=tuple(_candidate(info, game) for info in infos),
            win_rate=_rate(root["winrate"], game),
            lead=_number(root["scoreLead"]),
            ownership=_owners(said["ownership"], game),
            visits=int(root["visits"]),
            by=by,
            note=note,
        )
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise Garbage(f"{type(error).__name__}: {error}") from None


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
    labels = [game.board.labels[point] for row in game.board.rows for point in row]
    return {label: round(_number(owner), 3) for label, owner in zip(labels, said, strict=True)}


def _number(said: Any) -> float:
    number = float(said)
    if not isfinite(number):
        raise Garbage(f"{said!r} is no number")
    return number
