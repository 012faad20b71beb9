"""The compiled steps of learning from games: inputs from their positions, and weights that make moves likely."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.kernel.array_types import Float32s, Int32s, Int64s, Records, UInt8s, UInt16s, UInt32s
from tengen.kernel.jit import entry, helper, routine
from tengen.kernel.layout import Adjacency, Bench, StateArrays
from tengen.kernel.moves import copy_state, judge, pass_turn, place
from tengen.search.harmless import is_eye
from tengen.search.nodes import SearchTask, SearchThread
from tengen.search.planes import write_planes
from tengen.search.priors import measure, rescues
from tengen.search.shapes import RINGS, Shapes, add_ring, key_of, start_keys
from tengen.search.strengths import FEATURES, prepare, write_features
from tengen.search.threats import survey


class Examples(NamedTuple):
    """Positions with all their moves' features."""

    rows: NDArray[np.uint16]  # moves of all positions, 8
    begins: NDArray[np.int64]
    played: NDArray[np.int32]


class Ascent(NamedTuple):
    """The weights of features during ascent, with the state of the optimiser."""

    weights: NDArray[np.float32]
    squares: NDArray[np.float32]
    slope: NDArray[np.float32]
    scores: NDArray[np.float32]  # room for the moves of a position


@routine
def ring_keys(
    points: Records, shapes: Shapes, held: UInt8s, acc: UInt32s, p: int, colour: int, marker: int, out: UInt32s
) -> None:
    """Write the keys of all discs around a point."""
    start_keys(shapes, acc, marker)
    for ring in range(RINGS):
        add_ring(points, shapes, held, acc, p, colour, ring)
        out[ring] = key_of(acc, ring, marker)


@helper
def follow(state: StateArrays, adjacency: Adjacency, bench: Bench, p: int) -> bool:
    """Place a stone on a point, or pass with the number of all points; return whether that was legal."""
    if p == len(state.points):
        pass_turn(state.table)
        return True
    reasons, _key, _removed, _own = judge(state, adjacency, bench, p, state.table[0].to_move)
    if reasons == 0:
        place(state, adjacency, bench.scratch, p)
    return reasons == 0


@entry
def note_planes(task: SearchTask, thread: SearchThread, moves: UInt32s, wanted: UInt8s, planes: UInt8s) -> int:
    """Write the planes of the requested positions of a game; return how many precede an illegal move.

    ``planes`` has room for k positions: (k, n, PLANES).
    """
    state, adjacency = thread.state, task.adjacency
    copy_state(task.root, state)
    last = np.uint32(len(state.points))
    before = last
    noted = 0
    for turn in range(len(moves)):
        if wanted[turn]:
            write_planes(task, thread, np.int64(last), np.int64(before), planes[noted])
            noted += 1
        if not follow(state, adjacency, thread.bench, moves[turn]):
            break
        before = last
        last = moves[turn]
    return noted


@entry
def note_keys(task: SearchTask, thread: SearchThread, moves: UInt32s, keys: UInt32s) -> int:
    """Write the keys of the shapes at a game's moves (moves, 10); return how many moves were legal."""
    state, adjacency = thread.state, task.adjacency
    n = np.uint32(len(state.points))
    copy_state(task.root, state)
    last = n
    for turn in range(len(moves)):
        p = moves[turn]
        if p != n:
            colour = np.int64(state.table[0].to_move)
            prepare(task, thread, last)
            points = state.points
            ring_keys(
                points, task.shapes, thread.held, thread.lanes, np.int64(p), colour, np.int64(0), keys[turn, :RINGS]
            )
            marker = np.int64(thread.marker[p])
            if marker > 0:
                ring_keys(
                    points, task.shapes, thread.held, thread.lanes, np.int64(p), colour, marker, keys[turn, RINGS:]
                )
        if not follow(state, adjacency, thread.bench, p):
            return turn
        last = p
    return len(moves)


@entry
def note_features(
    task: SearchTask, thread: SearchThread, moves: UInt32s, aims: UInt32s, rows: UInt16s, sizes: Int32s, played: Int32s
) -> int:
    """Write the features of all moves in positions of a game, and the index of the aim; return their number.

    These are the positions with an aim below the number of points.
    """
    state, adjacency = thread.state, task.adjacency
    n = np.uint32(len(state.points))
    copy_state(task.root, state)
    last = n
    total = 0
    noted = 0
    for turn in range(len(moves)):
        p = moves[turn]
        aim = aims[turn]
        if aim < n:
            measure(state, adjacency, thread.bench.scratch, thread.near, last)
            if adjacency.wide is None:
                survey(thread, task)
            prepare(task, thread, last)
            colour = np.int64(state.table[0].to_move)
            chosen = -1
            count = 0
            for i in range(state.table[0].open):
                q = state.points[i].open
                if is_eye(state, adjacency, q, colour) and not rescues(state, adjacency, q, colour):
                    continue
                reasons, _key, removed, own = judge(state, adjacency, thread.bench, q, colour)
                if reasons != 0:
                    continue
                if q == aim:
                    chosen = count
                write_features(task, thread, np.int64(q), colour, np.int64(removed), np.int64(own), thread.features)
                for k in range(FEATURES):
                    rows[total + count, k] = thread.features[k]
                count += 1
            if chosen >= 0:
                sizes[noted] = count
                played[noted] = chosen
                noted += 1
                total += count
        if not follow(state, adjacency, thread.bench, p):
            break
        last = p
    return noted


@entry
def climb(examples: Examples, ascent: Ascent, order: Int64s, batch: int, rate: float, decay: float) -> float:
    """Go through positions once, updating the weights after every batch; return the mean log-likelihood."""
    rows, begins, played = examples
    weights, squares, slope, scores = ascent
    gained = 0.0
    for i in range(len(order)):
        position = order[i]
        begin, end = begins[position], begins[position + 1]
        best = np.float32(-1e9)
        for c in range(begin, end):
            score = np.float32(0)
            for k in range(FEATURES):
                score += weights[rows[c, k]]
            scores[c - begin] = score
            best = max(best, score)
        total = 0.0
        for c in range(end - begin):
            scores[c] = math.exp(scores[c] - best)
            total += scores[c]
        gained += math.log(scores[played[position]] / total)
        for c in range(end - begin):
            push = scores[c] / total
            if c == played[position]:
                push -= 1.0
            if abs(push) > 1e-5:
                for k in range(FEATURES):
                    slope[rows[begin + c, k]] += np.float32(push)
        if (i + 1) % batch == 0 or i + 1 == len(order):
            for f in range(len(weights)):
                if slope[f] != 0:
                    step = slope[f] + decay * weights[f]
                    squares[f] += step * step
                    weights[f] -= rate * step / math.sqrt(squares[f] + 1e-3)
                    slope[f] = 0
    return gained / max(1, len(order))


@entry
def judge_weights(examples: Examples, weights: Float32s, ranks: Int32s) -> float:
    """Write how many moves are stronger than the one played, by position; return the mean log-likelihood."""
    rows, begins, played = examples
    gained = 0.0
    for position in range(len(played)):
        begin, end = begins[position], begins[position + 1]
        mine = np.float32(0)
        for k in range(FEATURES):
            mine += weights[rows[begin + played[position], k]]
        total = 0.0
        above = 0
        for c in range(begin, end):
            score = np.float32(0)
            for k in range(FEATURES):
                score += weights[rows[c, k]]
            total += math.exp(score - mine)
            if score > mine or (score == mine and c - begin < played[position]):
                above += 1
        gained -= math.log(total)
        ranks[position] = above
    return gained / max(1, len(played))
