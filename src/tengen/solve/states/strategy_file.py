"""Proofs written from lists of states, in the lines of `proof_lines`.

There is a line for every position with the prover to move that its strategy can reach, with the maximum number of turns
left. Of symmetric positions only the least is written. The turns that a side needs are found backwards from the ends,
round by round, as in `state_values`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...game import Game
from ...records import Colour, Move, Pass, Place, Tao, TengenError
from ...rules import REPETITIONS, Ko
from ...rules.serving import Served, unserved
from ..bitboards import MOST_SYMMETRIES, Permutation, symmetries
from ..budget import KNOWN, Budget, OutOfBudget, PositionNotServed
from ..checkpoints import KeptStates
from ..route import Value, continuations
from . import states_route
from .prisoner_thresholds import ThresholdValues
from .proof_lines import REPETITIONS_WRITTEN, WrittenState, claim_line, head_line, move_line, table_of, turns_left
from .state_values import StateList, StateValues
from .successors import UNSPENT

NEVER: Final = 1 << 30


Forcing = Callable[[Game], int | None]
"""The number of turns of both sides in which a side ends a game with its sure result; None if it has none."""


def _forced_wins(values: ThresholdValues, prover: Colour) -> Forcing:
    """Return the turns to win a game that a player without a move loses, by the thresholds of prisoners."""
    if not values.sure.keeps_rounds:
        raise TengenError("the table of winning turns does not fit into memory; give more --memory")

    def turns(game: Game) -> int | None:
        if game.outcome is not None:
            return 0 if game.outcome.winner == prover else None
        wanted = 1.0 if game.to_play == prover else -1.0
        bracket = values.bracket(game)
        return values.plies(game) if bracket.low == bracket.high == wanted else None

    return turns


def _forced_points(values: StateValues, prover: Colour, points: float) -> Forcing:
    """Return the turns to get at least some points, by a list of all states; 1 is a win in games without a score."""
    mine, theirs = _turns(values.states, points)

    def turns(game: Game) -> int | None:
        if game.outcome is not None:
            margin = game.outcome.margin
            if margin is None:
                return 0 if game.outcome.winner == prover else None
            got = margin + game.rules.compensation
            return 0 if (got if prover == "black" else -got) >= points else None
        number = values.states.number(game)
        found = NEVER if number is None else int((mine if game.to_play == prover else theirs)[number])
        return None if found >= NEVER else found

    return turns


def _turns(states: StateList, points: float) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return (N,) turns in which the prover has its points, with the prover to move and with the adversary to move.

    A prover that may hold more prisoners than its key only takes turns that really spend them.
    """
    graph, size = states.graph, len(states.graph)
    low, high = np.full(size, -inf, np.float32), np.full(size, inf, np.float32)
    states.write_ends((low, high), generous=False)
    mine, theirs = (np.where(sure, 0, NEVER).astype(np.int32) for sure in (low >= points, -high >= points))
    counts = np.diff(graph.offsets)
    goes_on = np.flatnonzero(counts > 0)
    begins = graph.offsets[goes_on]
    spent = graph.moves < UNSPENT
    number, changed = 0, goes_on.size > 0
    while changed:
        number += 1
        states.step(f"turns, round {number}")
        best = np.minimum.reduceat(np.where(spent, theirs[graph.targets], NEVER), begins)
        worst = np.maximum.reduceat(mine[graph.targets], begins)
        changed = False
        for table, found in ((mine, best), (theirs, worst)):
            new = goes_on[(found < NEVER) & (table[goes_on] == NEVER)]
            table[new] = number
            changed = changed or new.size > 0
    return mine, theirs


_MOST_TILES: Final = 9
_WHO: Final = "a written proof of a variant"
_SERVED: Final[Served] = {
    **KNOWN,
    "repetition": lambda row: row.compares is None and row.ko in REPETITIONS_WRITTEN,
    "pass_lifts_ko": (False,),
    "tax": ("none",),
    "tao_payment": ("prisoner",),
    "tao_in_hand": (0,),
    "own_overlap": (False,),
    "friendly_fire": ("same",),
}
_OFTEN: Final = 256


def refusal(game: Game) -> TengenError | None:
    """Return why the proof of a game cannot be written."""
    found = unserved(_WHO, game.rules, _SERVED) or states_route.refusal(game)
    if found is not None:
        return found
    rules, wide = game.rules, not game.board.is_plain
    if rules.tiles != "none" and (rules.tile_stack == "unlimited" or rules.tile_stack > _MOST_TILES):
        return PositionNotServed(f"{_WHO} needs stacks of up to {_MOST_TILES} tiles, not {rules.tile_stack}")
    if rules.tao == "on" and len(set(rules.tao_prices.amounts)) > 1:
        return PositionNotServed(f"{_WHO} needs one price of all Tao stones, not {rules.tao_price}")
    if wide and rules.end == "passes" and rules.scoring != "stones":
        return PositionNotServed(f"{_WHO} needs scoring = stones where a stone blocks several points")
    if REPETITIONS[rules.repetition].ko is Ko.SIMPLE and rules.suicide == "allowed":
        return PositionNotServed(f"{_WHO} under plain ko needs suicide = forbidden")
    return None


def written_strategy(game: Game, found: Value, budget: Budget) -> Iterator[str]:
    """Yield the lines of a proof of a game's known bounds; no lines if there are none.

    Raises:
        TengenError: no proof of such a game can be written.
        OutOfBudget, KeyboardInterrupt: it was interrupted.
    """
    refused = refusal(game)
    if refused is not None:
        raise refused
    claims = _claims(game, found)
    if not claims:
        return
    listed = states_route.listed(game, budget, KeptStates())
    values = next((each for each in listed if each.is_exact or not each.is_whole), None)
    if values is None or not values.is_exact:
        raise OutOfBudget("the states of the game were not all listed")
    yield head_line(game)
    for side, points in claims:
        if isinstance(values, ThresholdValues):
            forcing = _forced_wins(values, side)
        else:
            assert isinstance(values, StateValues)  # there are no others
            forcing = _forced_points(values, side, 1.0 if points is None else points)
        layout = _StrategyLayout(game, side, forcing, budget)
        yield claim_line(side, points, game.rules.compensation, layout.longest)
        yield from layout.rows()


def _claims(game: Game, found: Value) -> list[tuple[Colour, float | None]]:
    """Return the claims of each side: points without komi, or None for a win."""
    if found.unit == "winner":
        return [] if found.exact is None else [("black" if found.low > 0 else "white", None)]
    komi = game.rules.compensation
    bounds: list[tuple[Colour, float]] = [("black", found.low + komi), ("white", -found.high - komi)]
    return [(side, points + 0.0) for side, points in bounds if points > -inf]  # no -0.0


class _WrittenMove(NamedTuple):
    """The prover's move as written, and its positions after the answers; ``least`` is 0 if the game ends, else 1."""

    move: str
    ahead: tuple[WrittenState, ...]
    least: int


class _StrategyLayout:
    """A strategy laid out: the prover's move at each of its positions that the strategy can reach."""

    def __init__(self, game: Game, side: Colour, forcing: Forcing, budget: Budget) -> None:
        self._game, self._side, self._forcing, self._budget = game, side, forcing, budget
        self._group = symmetries(game.board, MOST_SYMMETRIES)
        self._steps: dict[WrittenState, _WrittenMove] = {}
        self._first = [game] if game.to_play == side else [after for _, after in continuations(game)]
        self._follow([each for each in self._first if each.outcome is None])
        self._ranks = turns_left({table: (step.ahead, step.least) for table, step in self._steps.items()})

    @property
    def longest(self) -> int:
        if self._game.to_play == self._side:
            return self._ranks[self._least(self._game)[0]]
        ranks = (0 if each.outcome is not None else self._ranks[self._least(each)[0]] for each in self._first)
        return max((1 + rank for rank in ranks), default=0)

    def rows(self) -> Iterator[str]:
        labels = self._game.board.labels
        for table, step in self._steps.items():
            yield move_line(table, self._ranks[table], step.move, labels)

    def _follow(self, games: Sequence[Game]) -> None:
        todo = list(games)
        while todo:
            game = todo.pop()
            table, turn = self._least(game)
            if table in self._steps:
                continue
            move, after = self._moved(game)
            answers = [each for _, each in continuations(after)] if after.outcome is None else []
            ahead = {self._least(answer)[0]: answer for answer in answers if answer.outcome is None}
            self._steps[table] = _WrittenMove(self._written(move, turn), tuple(ahead), int(bool(answers)))
            todo += ahead.values()
            if not len(self._steps) % _OFTEN:
                self._budget.step("laying out the proof")

    def _moved(self, game: Game) -> tuple[Move, Game]:
        """Return the prover's quickest move at a position, and the positions after it."""
        ways = [(self._forcing(after), move, after) for move, after in continuations(game)]
        found = [(turns, move, after) for turns, move, after in ways if turns is not None]
        now = self._forcing(game)
        turns, move, after = min(found, key=lambda each: each[0], default=(NEVER, Pass, game))
        if now is None or turns >= now:
            raise TengenError("a part of the proof was not found again; a larger --memory distinguishes more prisoners")
        return move, after

    def _least(self, game: Game) -> tuple[WrittenState, Permutation]:
        """Return the least image of a game's position, and its symmetry: point p of it is point ``turn[p]``."""
        table = table_of(game)
        return min((_turned(table, turn), turn) for turn in self._group)

    def _written(self, move: Move, turn: Permutation) -> str:
        if isinstance(move, Place):
            return self._game.board.labels[turn.index(move.point)]
        if isinstance(move, Tao):
            return f"tao {self._game.board.labels[turn.index(move.point)]}"
        return "pass" if move == Pass else "return"


def _turned(table: WrittenState, turn: Permutation) -> WrittenState:
    stones = "".join(table.stones[p] for p in turn)
    tiles = "".join(table.tiles[p] for p in turn) if table.tiles else ""
    return table._replace(stones=stones, tiles=tiles, barred=turn.index(table.barred) if table.barred >= 0 else -1)
