"""Fitting the strengths of move features to game records (``python -m training.learning strengths``).

The likelihood of all moves played, each against all other moves that the search would try, is maximised by gradient
ascent.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.boards import Board
from tengen.files.whole import whole_file
from tengen.kernel import State
from tengen.records import TengenError
from tengen.rules import Rules, variant
from tengen.search import Search
from tengen.search.search import READ_FROM
from tengen.search.shapes import RINGS
from tengen.search.strengths import FEATURES, FIRST_SHAPE
from tengen.search.strengths_file import FORMAT, Strengths, stones_on

from .learning_steps import Ascent, Examples, climb, judge_weights, note_features, note_keys
from .played import Played, collection

Workshops = Callable[[Board], Search]
"""Makes a search on a board, with memory for writing features."""


@dataclass(frozen=True)
class Course:
    """How strengths are fitted: which positions, how often, in what batches, and the step sizes."""

    step: int = 16
    epochs: int = 6
    batch: int = 64
    rate: float = 0.1
    decay: float = 0.05
    seed: int = 1


def workshop(board: Board, strengths: Strengths) -> Search:
    """Return a search with memory for writing features."""
    rules = variant("gengo").rules if stones_on(board) == "gengo" else Rules()
    search = Search(board, rules, megabytes=1, strengths=strengths)
    search.begin(State.empty(board, rules))
    if not len(search.task.shapes.field):
        raise TengenError(
            f"moves on {board.text} have no strengths: the search has them on square grids of {READ_FROM} points or "
            "more, with ordinary stones or those of Gengo"
        )
    return search


def common_shapes(shops: Workshops, games: Sequence[Played], most: int) -> tuple[NDArray[np.uint32], int]:
    """Return the keys of the most common shapes of moves, and the count of the rarest of them."""
    found: list[NDArray[np.uint32]] = []
    for board, moves, _, _ in _shown(games, "shapes"):
        search, keys = shops(board), np.zeros((len(moves), 2 * RINGS), np.uint32)
        found.append(keys[: note_keys(search.task, search.workers[0], moves, keys)].reshape(-1))
    keys, counts = np.unique(np.concatenate(found), return_counts=True)
    counts[keys == 0] = 0
    least = int(np.sort(counts)[-most]) if len(counts) > most else 1
    return keys[counts > least], least + 1


def examples(shops: Workshops, games: Sequence[Played], step: int, seed: int) -> Examples:
    """Return one position in ``step`` of the games, drawn by a seed."""
    rng = np.random.default_rng(seed)
    rows, sizes, played = [], [], []
    for board, moves, aims, _ in _shown(games, "positions"):
        search, size = shops(board), len(board)
        wanted = np.where(rng.integers(0, step, len(moves)) == 0, aims, np.uint32(size))
        most = int((wanted < size).sum())
        room = np.zeros((size * most, FEATURES), np.uint16)
        counts, chosen = np.zeros(most, np.int32), np.zeros(most, np.int32)
        noted = note_features(search.task, search.workers[0], moves, wanted, room, counts, chosen)
        rows.append(room[: counts[:noted].sum()].copy())
        sizes.append(counts[:noted])
        played.append(chosen[:noted])
    begins = np.concatenate([[0], np.cumsum(np.concatenate(sizes), dtype=np.int64)])
    return Examples(np.concatenate(rows), begins, np.concatenate(played))


def _shown(games: Sequence[Played], what: str) -> Iterator[Played]:
    """Yield games, reporting their number every five seconds."""
    shown = time.monotonic()
    for number, game in enumerate(games, 1):
        yield game
        if time.monotonic() - shown > 5 or number == len(games):
            shown = time.monotonic()
            print(f"{what}: {number} of {len(games)} games", file=sys.stderr)


def fit(learnt: Examples, tested: Examples, features: int, course: Course) -> NDArray[np.float32]:
    """Return the weights that make the moves played most likely; after Ctrl-C, the current ones."""
    rng = np.random.default_rng(course.seed)
    sizes = features, features, features, int(np.diff(learnt.begins).max())
    ascent = Ascent(*(np.zeros(size, np.float32) for size in sizes))
    try:
        for epoch in range(1, course.epochs + 1):
            order = rng.permutation(len(learnt.played))
            rate = course.rate if epoch + 1 < course.epochs else course.rate / 4
            climb(learnt, ascent, order, course.batch, rate, course.decay)
            print(f"epoch {epoch}: {report(tested, ascent.weights)}", file=sys.stderr)
    except KeyboardInterrupt:
        print("stopped; what was fitted so far is written", file=sys.stderr)
    return ascent.weights


def report(tested: Examples, weights: NDArray[np.float32]) -> str:
    """Return how well weights predict moves."""
    ranks = np.zeros(len(tested.played), np.int32)
    mean = judge_weights(tested, weights, ranks)
    shares = ", ".join(f"{100 * (ranks < first).mean():.1f} % among the first {first}" for first in (1, 5, 20))
    return f"log-likelihood {mean:.3f}; the move played was {shares} of {len(ranks)} positions put aside"


def learn(games: Sequence[Played], shapes: int, course: Course) -> Strengths:
    """Fit strengths to games in a random order; one in twenty is put aside for testing."""
    if len({stones_on(game.board) for game in games}) > 1:
        raise TengenError("ordinary stones and those of Gengo have strengths of their own: name boards of one kind")
    games = [games[i] for i in np.random.default_rng(course.seed).permutation(len(games))]
    aside = max(1, len(games) // 20)
    plain = Strengths(np.zeros(0, np.uint32), np.zeros(FIRST_SHAPE, np.float32), {})
    shops = cache(partial(workshop, strengths=plain))
    keys, least = common_shapes(shops, games[aside:], shapes)
    print(f"{len(keys)} shapes, each {least} times or more", file=sys.stderr)
    shaped = Strengths(keys, np.zeros(FIRST_SHAPE + len(keys), np.float32), {})
    shops = cache(partial(workshop, strengths=shaped))
    tested = examples(shops, games[:aside], course.step, course.seed)
    learnt = examples(shops, games[aside:], course.step, course.seed + 1)
    if not len(learnt.played) or not len(tested.played):
        raise TengenError(f"one position in {course.step} of {len(games)} games is too few: take a smaller --step")
    print(f"{len(learnt.played)} positions, {len(learnt.rows)} moves", file=sys.stderr)
    weights = fit(learnt, tested, FIRST_SHAPE + len(keys), course)
    return Strengths(keys, weights, {"games": len(games) - aside, "report": report(tested, weights)})


def teach_strengths(
    paths: Iterable[Path], out: Path, boards: Sequence[str], shapes: int, course: Course, story: Mapping[str, Any]
) -> None:
    """Fit strengths to the games of files and folders, and write them; ``story`` goes into the file's header."""
    games = collection(paths, out, boards or ("19x19",))
    found = learn(games, shapes, course)
    write_strengths(out, replace(found, story={**story, **found.story}))


def write_strengths(path: Path, strengths: Strengths) -> None:
    """Write a file of strengths: the keys as differences, the strengths as two-byte floats."""
    header = json.dumps({"format": FORMAT, **strengths.story}).encode()
    with whole_file(path) as file:
        np.savez_compressed(
            file,
            header=np.frombuffer(header, np.uint8),
            keys=np.diff(strengths.keys, prepend=np.uint32(0)).astype("<u4"),
            values=strengths.values.astype("<f2"),
        )
