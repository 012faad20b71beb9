"""Scores of a position: what counts, who owns each point, dead stones taken off (spec 1.13-1.16)."""

from __future__ import annotations

import numpy as np

from ..boards import Board
from ..kernel import State
from ..kernel.regions import score as kernel_score
from ..kernel.state import SCORINGS
from ..records import TengenError
from ..rules import Rules
from .outcome import Outcome, Score


def score_of(state: State, board: Board, rules: Rules, kind: str | None, dead: tuple[str, ...]) -> Score:
    """Score a position by a way of counting (None: the rules'), the chains of dead stones taken off first.

    Raises:
        TengenError: an unknown kind, or a dead label without a stone.
    """
    kind = kind or rules.scoring
    if kind not in SCORINGS:
        raise TengenError(f"there is no scoring {kind!r}; it is one of {', '.join(SCORINGS)}")
    if dead:
        state = state.copy()
        _take_off(state, board, dead)
    owner = np.zeros(len(board), np.int8)
    black, white = kernel_score(state.plain, state.net.plain, state.scratch, owner, SCORINGS[kind])
    return Score(kind, _plain(black), _plain(white), rules.komi, board.labels, owner.tobytes())


def score_outcome(state: State, board: Board, rules: Rules, dead: tuple[str, ...]) -> Outcome:
    """Return how a game ends that the score decides (spec 1.16)."""
    score = score_of(state, board, rules, None, dead)
    return Outcome(score.winner, score.margin, "score")


def _take_off(state: State, board: Board, labels: tuple[str, ...]) -> None:
    """Remove the chains of dead stones and count them as prisoners (spec 1.14)."""
    points = state.points
    heads = set()
    for label in labels:
        p = board.find(label) if isinstance(label, str) else None
        if p is None or not points["colour"][p]:
            raise TengenError(f"{label!r} cannot be dead: no stone stands there")
        heads.add(int(points["chain"][p]))
    doomed = [p for p in points["colour"].nonzero()[0].tolist() if int(points["chain"][p]) in heads]
    for p in doomed:
        state.table["prisoners"][3 - int(points["colour"][p])] += 1
        points["colour"][p] = 0
    state.rebuild()


def _plain(number: float) -> float:
    """Return a whole number as an int."""
    return int(number) if number == int(number) else float(number)
