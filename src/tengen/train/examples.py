"""What a network learns from: positions of episodes as it sees them, and what it should have said of them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..game import Game
from ..network.inputs import Observer
from ..records import Pass, Place, Reason, Tao
from ..rules import Rules
from .episodes import PACES, Episode, Pace, Thought

_REPEATS: Final = frozenset({Reason.KO, Reason.REPETITION})
ENOUGH: Final = 150.0
"""Visits from which on a search's are trusted wholly."""

Array = NDArray[Any]


class Examples(NamedTuple):
    """Positions on one board, a row each: what the network sees, and its targets as the side to move sees them.

    The policy's row sums to how much it is to be trusted: 1 after a full search, less after one with fewer visits; 0
    where none are known. ``ends`` is 1 where good play led from here to
    the end, so that margin, owners and moves left are to be learned, else 0.
    """

    points: Array  # (B, n, POINT_INPUTS) float16
    globals: Array  # (B, GLOBAL_INPUTS) float32
    groups: Array  # (B, n) int16
    legal: Array  # (B, 2n + 2) uint8
    policy: Array  # (B, 2n + 2) float16
    result: Array  # (B, 3) float32: the shares of `network.sizes.RESULTS`
    margin: Array  # (B,) float32, in points
    owners: Array  # (B, n) int8
    left: Array  # (B,) float32: the logarithm of one more than the moves left
    ends: Array  # (B,) uint8

    def take(self, rows: Array | slice) -> Examples:
        """Return some of them."""
        return Examples(*(array[rows] for array in self))


def joined(parts: Sequence[Examples]) -> Examples:
    """Return examples on one board together."""
    return Examples(*(np.concatenate(arrays) for arrays in zip(*parts)))


def examples_of(episode: Episode, paces: Container[Pace] = PACES) -> tuple[Board, Examples] | None:
    """Return the examples of an episode, one for each position that was searched, with its board; None without any.

    ``paces`` are those of the moves whose positions are wanted.
    """
    wanted = {
        number
        for number, (pace, thought) in enumerate(zip(episode.paces, episode.thoughts))
        if thought is not None and pace in paces
    }
    rows: list[tuple[Any, ...]] = []
    sides: list[int] = []
    for number, game in episode.replay():
        if number in wanted:
            state = game.state()
            sides.append(1 if game.to_play == "black" else -1)
            rows.append((state.points.copy(), state.table.copy(), legal_actions(game)))
    if not rows:
        return None
    observer = observer_of(episode.graph, episode.variant.rules)
    points, tables, legal = (np.stack(column) for column in zip(*rows))
    seen = observer.observe(points, tables, legal)
    targets = [_targets(episode, number, side) for number, side in zip(sorted(wanted), sides)]
    made = Examples(
        seen.points.astype(np.float16),
        seen.globals,
        seen.groups.astype(np.int16),
        legal,
        *(np.stack(column) for column in zip(*targets)),
    )
    return observer.board, made


@lru_cache(maxsize=64)
def observer_of(board: Board, rules: Rules) -> Observer:
    """Return what sees positions of a game on a board."""
    return Observer(board, rules)


def legal_actions(game: Game) -> NDArray[np.uint8]:
    """Return for every action whether it is illegal (0), legal (1), or forbidden by repetition alone (2)."""
    n = len(game.board)
    found = np.zeros(2 * n + 2, np.uint8)
    for move in game.legal_moves():
        if isinstance(move, Place):
            found[move.point] = 1
        elif isinstance(move, Tao):
            found[n + move.point] = 1
        else:
            found[2 * n if move is Pass else 2 * n + 1] = 1
    vacant = np.flatnonzero(game.state().points["footprints"] == 0)
    for point in vacant[found[vacant] == 0]:
        reasons = game.why_not(Place(int(point)))
        found[point] = 2 if reasons and set(reasons) <= _REPEATS else 0
    return found


def _targets(episode: Episode, number: int, side: int) -> tuple[Any, ...]:
    """Return the targets of a position, in the order of the fields of `Examples`."""
    n = len(episode.owners)
    thought = episode.thoughts[number]
    assert thought is not None
    ends = episode.winner is not None and number >= episode.settled_from
    margin = sum(episode.owners) if episode.margin is None else episode.margin
    return (
        _policy(thought, n),
        _result(episode, thought, side, episode.trust if ends else 1.0),
        np.float32(side * margin),
        np.array(episode.owners, np.int8) * np.int8(side),
        np.float32(np.log1p(len(episode.actions) - number)),
        np.uint8(ends),
    )


def _policy(thought: Thought, n: int) -> NDArray[np.float16]:
    policy = np.zeros(2 * n + 2, np.float32)
    for action, visits in thought.visits.items():
        policy[action] = visits
    return (policy / max(ENOUGH, float(policy.sum()))).astype(np.float16)


def _result(episode: Episode, thought: Thought, side: int, trust: float) -> NDArray[np.float32]:
    """Return the shares of win, no result and loss: of the end of the game, and of what was thought."""
    said = np.array([thought.win_rate, 0, 1 - thought.win_rate], np.float32)
    if episode.winner is None:
        return said
    won = side * episode.winner
    came = (0.0, 1.0, 0.0) if episode.ended == "no_result" else ((1 + won) / 2, 0.0, (1 - won) / 2)
    return (trust * said + (1 - trust) * np.array(came)).astype(np.float32)


def kind_of(episode: Episode) -> str:
    """Return what an episode's examples are sorted by: its game without the komi, and its board."""
    axes = sorted((name, str(value)) for name, value in episode.axes.items() if name != "komi")
    return "; ".join((episode.game, *(f"{name}={value}" for name, value in axes), episode.board))
