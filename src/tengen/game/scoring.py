"""Scores of a position: the count, owners, and stones dead or in seki (spec 1.13-1.16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..kernel import State
from ..kernel.layout import SHARED, TAXED
from ..kernel.state import SCORINGS
from ..records import COLOURS, TengenError, Text, listed
from ..rules import Rules
from ..rules.axis import plain
from .outcome import Holding, Outcome, Score, hahn_points, leader

Labels = tuple[str, ...]


class Agreed(NamedTuple):
    """Agreements before a count: the dead stones, and a stone of each holding in seki (None: the automatic mark)."""

    dead: Labels = ()
    seki: Labels | None = None


_AS_IT_STANDS = Agreed()


class _Count(NamedTuple):
    """A counted position, without the dead stones; ``marks`` are the kernel's."""

    state: State
    black: float
    white: float
    owner: NDArray[np.int8]
    marks: NDArray[np.int8]


def score_of(state: State, board: Board, rules: Rules, kind: str | None, agreed: Agreed = _AS_IT_STANDS) -> Score:
    """Score a position by a way of counting (None: the rules'), after removing the chains of dead stones."""
    kind = kind or rules.scoring
    found = _count(state, board, rules, kind, agreed)
    stoneless = np.flatnonzero(found.state.points["footprints"] + found.state.points["tao"] == 0)

    def named(mark: int) -> Labels:
        return tuple([board.labels[p] for p in stoneless[found.marks[stoneless] == mark].tolist()])

    halves = state.table["coupons"][1:].tolist()
    score = Score(
        kind,
        found.black,
        found.white,
        rules.komi,
        board.labels,
        found.owner.tobytes(),
        rules.bonus,
        tax=rules.tax if kind != "stones" else "none",
        dame=named(0),
        shared=named(SHARED),
        taxed=named(TAXED),
        seki=tuple(_sekis(found, board, rules, agreed.seki is not None)) if kind != "stones" else (),
        beside=score_of(state, board, rules, rules.beside, agreed) if rules.beside and kind == rules.scoring else None,
        misere=rules.aim.lower_wins,
        coupons=(plain(halves[0] / 2), plain(halves[1] / 2)),
    )
    return replace(score, payoff=hahn_points(score.margin)) if rules.payoff == "hahn" else score


def area_lead(state: State, board: Board, rules: Rules) -> float:
    """Return Black's area minus White's in the position as it stands, without komi."""
    found = _count(state, board, rules, "area", _AS_IT_STANDS)
    return found.black - found.white


def komi_sign(rules: Rules) -> int:
    """Return 1 if komi counts against Black, -1 if the lower score wins (spec 6.1)."""
    return -1 if rules.aim.lower_wins else 1


def score_outcome(state: State, board: Board, rules: Rules, agreed: Agreed = _AS_IT_STANDS) -> Outcome:
    """Return the outcome of a game that the score decides (spec 1.16)."""
    found = _count(state, board, rules, rules.scoring, agreed)
    margin = found.black - found.white - rules.compensation
    if rules.aim.lower_wins:
        margin = -margin
    return Outcome(leader(margin), margin, "score")


def _count(state: State, board: Board, rules: Rules, kind: str, agreed: Agreed) -> _Count:
    if kind not in SCORINGS:
        raise TengenError(
            "unknown scoring {kind!r}; the scorings are {scorings}", kind=kind, scorings=listed(SCORINGS, "comma")
        )
    if agreed.dead:
        state = state.copy()
        _take_off(state, board, agreed.dead)
    owner, marks = np.zeros((2, len(board)), np.int8)
    if agreed.seki is not None:
        if rules.tax != "seki":
            raise TengenError(
                "seki costs nothing under tax = {tax}; name stones in seki where tax = seki", tax=rules.tax
            )
        marks[[_stone(state, board, label, Text("in seki")) for label in agreed.seki]] = 1
    named = agreed.seki is not None
    black, white = state.adjacency.calls.score(
        state.plain, state.adjacency.plain, state.scratch, owner, marks, SCORINGS[kind], named
    )
    return _Count(state, plain(black), plain(white), owner, marks)


def _sekis(found: _Count, board: Board, rules: Rules, agreed: bool) -> Iterator[Holding]:
    """Yield the holdings in seki, in the order of their first points (spec 1.13a)."""
    if rules.tax != "seki" or not (agreed or (found.marks == SHARED).any()):
        return
    n, points = len(board), found.state.points
    roots = found.state.scratch[:n].copy()  # the kernel's identifiers of holdings
    while (roots != roots[roots]).any():
        roots = roots[roots]
    neighbours = (board.with_overlap() if rules.own_overlap else board).neighbours
    flags = found.state.scratch[n : 2 * n]
    for root in np.unique(roots[flags[roots] == 1]).tolist():
        held = np.flatnonzero(roots == root)
        stones = held[points["colour"][held] > 0].tolist()
        if not stones:
            continue
        beside = {q for p in stones for q in neighbours[p] if found.marks[q] == SHARED}
        yield Holding(
            COLOURS[int(points["colour"][stones[0]]) - 1],
            board.names(stones),
            board.names(held[found.marks[held] == TAXED].tolist()),
            board.names(sorted(beside)),
            agreed,
        )


def _take_off(state: State, board: Board, labels: Labels) -> None:
    """Remove the chains of dead stones and count them as prisoners (spec 1.14)."""
    points = state.points
    heads = {int(points["chain"][_stone(state, board, label, Text("dead"))]) for label in labels}
    doomed = [p for p in points["colour"].nonzero()[0].tolist() if int(points["chain"][p]) in heads]
    for p in doomed:
        state.table["prisoners"][3 - int(points["colour"][p])] += 1
        points["colour"][p] = 0
    state.rebuild()


def _stone(state: State, board: Board, label: Any, what: Text) -> int:
    """Return the point of a stone named as dead or in seki."""
    p = board.find(label) if isinstance(label, str) else None
    if p is None and isinstance(label, str):
        raise TengenError(board.missing(label))
    if p is None or not state.points["colour"][p]:
        raise TengenError("{label!r} cannot be {what}: it has no stone", label=label, what=what)
    return p
