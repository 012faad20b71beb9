"""Where a game starts: handicap stones, Tao stones, the first to move (spec 0.6, 3.4)."""

from __future__ import annotations

import numpy as np

from ..boards import Board, fixed_handicap
from ..records import BoardError, RulesConflict
from ..rules import Rules, check_handicap
from . import layout
from .state import State


def tao_points(board: Board, rules: Rules) -> tuple[int, ...]:
    """Return the points on which Tao stones start (spec 3.4).

    Raises:
        RulesConflict: the rules name a point that is not on the board.
    """
    if rules.tao != "on" or rules.tao_start == "none":
        return ()
    if rules.tao_start == "tengen":
        return () if board.centre is None else (board.centre,)
    found = [(label, board.find(label)) for label in rules.tao_start]
    missing = [label for label, point in found if point is None]
    if missing:
        raise RulesConflict([f"tao_start: {board.missing(label)}" for label in missing])
    return tuple(point for _, point in found if point is not None)


def _check_stones(board: Board, rules: Rules, state: State) -> None:
    """Refuse fixed handicap stones that overlap or have no liberty (spec 0.7)."""
    dead = state.rebuild()
    stones = state.points["colour"].nonzero()[0].tolist()
    overlapping = board.names(board.overlapping(dict.fromkeys(stones, layout.BLACK), rules.own_overlap))
    if overlapping:
        raise BoardError(f"a fixed handicap is impossible on {board.text}: {', '.join(overlapping)} overlap")
    if dead < len(board):
        raise BoardError(f"a fixed handicap is impossible on {board.text}: {board.labels[dead]} has no liberty")


def _has_placement(state: State) -> bool:
    """Say whether Black may place a stone anywhere."""
    bench = state.scratch, state.copy().plain, np.zeros(state.adjacency.size, np.int8)
    none = np.zeros(0, np.uint64)
    _, mask, _ = state.adjacency.calls.judge_points(
        state.plain, state.adjacency.plain, bench, 0, state.adjacency.size, layout.BLACK, none, True
    )
    return not mask


def start_state(board: Board, rules: Rules) -> State:
    """Return the start of a game: the empty board with its handicap and Tao stones.

    Raises:
        RulesConflict: a Tao stone's point is not on the board.
        UnservedRules: nothing is known of a value of an axis.
        BoardError: a handicap that leaves no room on the board, or a fixed one on a board that has none.
    """
    check_handicap(board, rules)
    state = State.empty(board, rules)
    row = state.table[0]
    waiting = tao_points(board, rules)
    if rules.handicap and rules.handicap_kind == "free":
        row["placing"] = rules.handicap
        row["opening"] = 1
        if _has_placement(state):
            state.points["tao_later"][list(waiting)] = 1
            return state
        row["placing"] = row["opening"] = 0  # no stone can be placed, so White moves
        row["to_move"] = layout.WHITE
    elif rules.handicap and rules.handicap_kind == "turns":
        row["handicap_turns"] = rules.handicap
        row["opening"] = 1
    elif rules.handicap:
        state.points["colour"][list(fixed_handicap(board, rules.handicap))] = layout.BLACK
        row["to_move"] = layout.WHITE
        _check_stones(board, rules, state)
    for p in waiting:
        if state.points["footprints"][p]:
            state.table["tao_in_hand"][layout.BLACK] += 1
        else:
            state.points["tao"][p] = 1
    state.rebuild()
    return state
