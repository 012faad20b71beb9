"""Positions with exactly one winning turn, from a table of every state that a game can reach.

The states are listed from the start of a game, with exact values (`nodes`), so nothing is missed, and every position
comes with the turns that lead to it from the start. In games with a score, a lode is a position with one turn better
than all others: a komi between the two makes it the only winning one. States that a symmetry, or an exchange of the
colours, maps to each other are merged.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.game import Game
from tengen.solve.budget import Budget

from .nodes import NOWHERE, Nodes, Numbers, Turns, nodes_of

_PIECE: Final = 1 << 14


class Lode(NamedTuple):
    """A position with one best turn.

    ``game`` has been played from the start to it; ``best`` is the turn and ``worth`` its value for the side to move,
    ``rest`` the most that another turn may give. ``rounds`` is the round in which the table settled it: in games
    without a score, the turns to the end of the game.
    """

    game: Game
    best: str
    worth: float
    rest: float
    rounds: int


class _Found(NamedTuple):
    """Lodes by the number of their nodes; ``quiet``: another turn captures more stones than the best one."""

    node: Numbers
    after: Numbers
    rounds: Numbers
    turns: Numbers
    worth: NDArray[np.float32]
    rest: NDArray[np.float32]
    quiet: NDArray[np.bool_]


class Mine:
    """All states of a game from its start, and the lodes among them, the deepest first.

    >>> mine = Mine(Game("tile", board="1x5"), Budget())
    >>> _, lode = next(mine.lodes())
    >>> lode.game.moves, lode.best, lode.rounds
    ((), 'A3', 8)
    """

    def __init__(self, game: Game, budget: Budget, fewest: int = 4) -> None:
        """List the states and find the lodes with ``fewest`` turns or more.

        Raises:
            OutOfBudget: the budget is too small; UnservedRules: no table supports the rules.
        """
        self._game, self._budget, self._fewest = game.copy(), budget, fewest
        self._nodes: Nodes = nodes_of(game, budget)
        self._before = np.full(self._nodes.size, NOWHERE, np.int64)
        self._found = self._ranked(list(self._walked()))

    def __len__(self) -> int:
        return len(self._found.node)

    def lodes(self, first: int = 0, rounds: range | None = None) -> Iterator[tuple[int, Lode]]:
        """Yield them with their numbers, from number ``first`` on; with ``rounds``, only those settled in that many."""
        for at in range(first, len(self)):
            if rounds is None or int(self._found.rounds[at]) in rounds:
                lode = self._lode(at)
                if lode is not None:
                    yield at, lode

    def _walked(self) -> Iterator[_Found]:
        """Visit every reachable node, breadth first; yield the lodes of each piece."""
        start = self._nodes.start
        self._before[start] = start
        frontier = np.array([start])
        reached = 1
        while len(frontier):
            new = [np.zeros(0, np.int64)]
            for piece in np.array_split(frontier, -(-len(frontier) // _PIECE)):
                turns = self._nodes.turns(piece)
                yield _lodes(piece, turns, self._nodes, self._fewest)
                inside = turns.after != NOWHERE
                after, first = np.unique(turns.after[inside], return_index=True)
                is_new = self._before[after] == NOWHERE
                new.append(after[is_new])
                self._before[after[is_new]] = piece[turns.origin[inside][first[is_new]]]
                self._budget.step(f"looking for problems: {reached:,} positions")
            frontier = np.concatenate(new)
            reached += len(frontier)

    def _ranked(self, pieces: list[_Found]) -> _Found:
        """Return all lodes, the long ones with quiet moves first, one for each state."""
        columns = _Found._make(np.concatenate(column) for column in zip(*pieces, strict=True))
        order = np.lexsort((columns.node, -columns.turns, -(columns.rounds + 3 * columns.quiet)))
        _, first = np.unique(self._nodes.state(columns.node[order]), return_index=True)
        kept = order[np.sort(first)]
        return _Found._make(column[kept] for column in columns)

    def _lode(self, at: int) -> Lode | None:
        """Play to a lode; None if passes or a ko belong to it, which no diagram shows."""
        found, game = self._found, self._game.copy()
        for node in self._path(int(found.node[at])):
            move = self._move_to(game, node)
            if move is None:
                return None
            game.play(move)
        best = self._move_to(game, int(found.after[at]))
        bare = Game.from_position(game.variant, game.board, game.position)
        if best is None or self._nodes.node(bare) != found.node[at]:
            return None
        return Lode(game, best, float(found.worth[at]), float(found.rest[at]), int(found.rounds[at]))

    def _path(self, node: int) -> list[int]:
        """Return the nodes from the start to one, excluding the start."""
        path = []
        while node != self._nodes.start:
            path.append(node)
            node = int(self._before[node])
        return path[::-1]

    def _move_to(self, game: Game, node: int) -> str | None:
        """Return the move of a game that leads to a node."""
        for move in game.legal_moves():
            after = game.copy()
            after.play(move)
            if self._nodes.node(after) == node:
                return game.write_move(move)
        return None


def _lodes(piece: Numbers, turns: Turns, nodes: Nodes, fewest: int) -> _Found:
    """Return the lodes among nodes with the given turns."""
    many = np.bincount(turns.origin, minlength=len(piece))
    worth = _largest(turns.low, turns.origin, many)
    is_top = turns.high >= worth[turns.origin]
    rest = _largest(np.where(is_top, -np.inf, turns.high), turns.origin, many)
    alone = np.bincount(turns.origin, is_top, minlength=len(piece)) == 1
    is_lode = alone & (many >= fewest) & np.isfinite(worth) & np.isfinite(rest) & (worth > rest)
    best = np.flatnonzero(is_top & is_lode[turns.origin])  # one turn of each
    at = turns.origin[best]
    inside = turns.after[best] != NOWHERE
    best, at = best[inside], at[inside]
    quiet = _largest(turns.taken, turns.origin, many)[at] > turns.taken[best]
    after = turns.after[best]
    return _Found(piece[at], after, nodes.rounds(after), many[at], worth[at], rest[at], quiet)


def _largest(values: NDArray[np.generic], origin: Numbers, many: Numbers) -> NDArray[np.float32]:
    """Return the largest value of each origin; minus infinity for none."""
    found = np.full(len(many), -np.inf, np.float32)
    np.maximum.at(found, origin, values.astype(np.float32))
    return found
