"""A search of one position: its memory, threads and results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..boards.rims import rim_lines
from ..kernel import State
from ..kernel.batch import turn_limit
from ..kernel.hashing import hash_table
from ..kernel.layout import BLACK, PASS, WHITE
from ..kernel.state import KOS
from ..rules import REPETITIONS, Rules, check_served
from ..rules.serving import Served, any_of
from .calls import search_calls
from .foresight import ROOM, Foresight, counts_points
from .nodes import (
    ASKED,
    NODE,
    SETTINGS,
    STUCK,
    TUNED,
    UNASKED,
    Options,
    SearchTask,
    SearchThread,
    Tally,
    repetition_code,
    whole_parts,
)
from .policy_net import PolicyNet, is_seen, the_layers
from .priors import Virtual
from .shapes import around, diagonals, pattern_bits
from .situations import OBEYED
from .strengths_file import Strengths, no_strengths, strengths_for
from .thread import new_thread


class SearchClock:
    """A budget that threads share; an update lost between them costs a few simulations.

    Something is always run, however short the time, unless no simulations are left.
    """

    def __init__(self, left: int | None, end: float | None, now: Callable[[], float]) -> None:
        self.left: int | None = left
        self.end: Final = end
        self.begun: bool = False
        self.stopped: bool = False
        self._now = now

    def take(self, wanted: int) -> int:
        """Return how many simulations to run next: 0 at the end."""
        if self.stopped or (self.begun and self.end is not None and self._now() >= self.end):
            return 0
        self.begun = True
        if self.left is None:
            return wanted
        count = min(wanted, self.left)
        self.left -= count
        return count

    def give_back(self, count: int) -> None:
        """Return simulations that were not run."""
        if self.left is not None:
            self.left += count

    def still(self, rate: float) -> float:
        """Return how many simulations are still to come at ``rate`` per second."""
        left = float("inf") if self.left is None else self.left
        return left if self.end is None else min(left, rate * max(0.0, self.end - self._now()))


ROOT = 1
READ_FROM: Final = 25
"""Least points: on smaller boards the tree itself finds captures and superko. See docs/lab/strength.md, "Ladders"."""
_NOTHING: Final = np.zeros((0, 0), np.uint32)
_ENOUGH = 100  # simulations to judge a position with a single move
_STEP = 128  # simulations between two checks of their budget: fixed, so that seeds are reproducible
# With the network the clock, too, is checked after a number of simulations, within bounds: a batch of questions takes
# less time than single ones.
_FEWEST_STEP = 32
_ADVISED_PART = 8
_MOST_VISITS = 12_000_000  # sums of results are single floats, which stop growing at 2**24
_SLICE = 0.03  # seconds a thread searches between two checks of the clock
_PATIENCE = 5.0  # seconds after which a search that may end early stops running in plain Python


SERVED: Final[Served] = {
    **any_of("suicide recapture repetition pass_lifts_ko singleton_of tile_stack tao tao_start tao_price"),
    **any_of("tao_payment tao_in_hand removal captured least_liberties where fairness own_overlap friendly_fire"),
    **any_of("goal order seats passing passes end prisoner_value komi handicap handicap_kind handicap_bonus"),
    **any_of("coupons pass_stones weights payoff"),
    "tiles": ("none", "tile", "cushion"),
    "scoring": ("area", "territory", "stones"),
    "cycle": ("no-result", "draw", "agreement"),
    "tax": ("none", "seki", "all"),
}
"""The supported axes: any value of the kernel's, except for axes that the search handles itself."""


class Search:
    """A tree of moves under some rules on a board, grown by one thread or several.

    With one thread, the same seed and number of simulations give the same tree. ``megabytes`` is the memory for nodes;
    the root's moves always fit. ``pause``, for one thread, is called between the parts of a search and may take its
    time, which is not charged to the budget. ``strengths`` of move features default to the package's. With ``at_once``
    the search does not wait for the compiler: it starts in plain Python, which finds much less in the same time.
    """

    def __init__(
        self,
        board: Board,
        rules: Rules,
        *,
        threads: int = 1,
        seed: int = 0,
        megabytes: int = 128,
        options: Options | None = None,
        pause: Callable[[], None] | None = None,
        strengths: Strengths | None = None,
        at_once: bool = False,
    ) -> None:
        check_served("a search", rules, SERVED)
        self._repetition = repetition_code("a search", rules, OBEYED)
        self._whole = whole_parts("a search", rules)
        self.board = board
        self.rules = rules
        self.threads = threads
        self.seed = seed
        self.options: Final = options or Options()
        self._pause, self._paused = pause, 0.0
        self._asking = Lock()
        size = max(megabytes * 500_000 // NODE.itemsize, ROOT + 1 + threads * most_children(board, rules))
        self._nodes, self._spare = (np.zeros(size, NODE) for _ in range(2))
        self._around = around(board)
        # without passes, every eye is a spare move
        fills = self.options.fill_false_eyes and rules.may_pass and rules.passing != "forced"
        self._diagonals = diagonals(self._around) if fills else np.zeros(0, np.uint32)
        self._patterns = pattern_bits()
        self._rim = np.array(rim_lines(board), np.uint8)
        learnt = self.options.learnt and self.options.reading > 0 and len(board) >= READ_FROM and not rules.aim.misere
        self._shapes = strengths_for(board, strengths) if learnt else no_strengths()
        self._foresight = self._new_foresight()
        self._prices = np.array(rules.tao_prices.amounts, np.uint32)
        self._settings = np.zeros(1, SETTINGS)
        self._calls = search_calls(not board.point_stones or board.directed, at_once)
        self.workers: list[SearchThread] = []

    def _new_foresight(self) -> Foresight | None:
        """Return the network, if it is used: with strengths, on boards that it supports."""
        options = self.options
        usual = self.rules.goal == "score" and self.rules.weights == "even"
        if not options.foresight or not usual or not len(self._shapes.field) or not is_seen(self.board):
            return None
        strengths = Virtual(*map(float, (options.likely, options.power, options.unlikely)))
        foreseen = Virtual(*map(float, (options.likely_foreseen, options.power_foreseen, options.unlikely_foreseen)))
        return Foresight(PolicyNet(the_layers(), self.board), strengths, foreseen, self.rules)

    def begin(
        self, state: State, history: Iterable[int] = (), *, last: int | None = None, before: int | None = None,
        settled: bool = False, reuse: Sequence[tuple[int, int]] | None = None,
        barred: NDArray[np.uint32] | None = None, apart: bool = False,
    ) -> None:  # fmt: skip
        """Make a position the root: ``history`` are keys by `situation_keys`.

        ``last`` is the point of the last stone, ``before`` that of the one before it. ``settled``: dead stones will be
        removed after the final passes. ``reuse`` are the moves (kind, point) since the last root, to keep the subtree
        below them. ``barred`` gives, for each colour (Black first) and action, the depth before which its move is left
        out: (2, 2n + 2). With ``apart``, results are also counted separately for each move of the root.
        """
        self._root = state.copy()
        self._root.rebuild()  # playouts draw from lists and chains, so their order must not depend on the past
        self._root.table["ko_rule"][0] = KOS[REPETITIONS[self.rules.repetition].without_history]
        self._last = state.adjacency.size if last is None else last
        self._settings[0]["before"] = state.adjacency.size if before is None else before
        self._set(settled)
        adjacency = self._root.adjacency.arrays._replace(diagonals=self._diagonals)
        self.task: SearchTask = SearchTask(
            self._root.arrays, adjacency, self._settings, self._prices, hash_table(list(history)),
            self._around, self._patterns, self._rim, self._shapes, _NOTHING if barred is None else barred,
        )  # fmt: skip
        node = self._follow(reuse)
        free = self._plant() if node is None else int(self._calls.keep(self._nodes, self._spare, node))
        if node is not None:
            self._nodes, self._spare = self._spare, self._nodes
            kept = self._nodes["advised"][:free]
            kept[kept == ASKED] = UNASKED  # drop interrupted evaluations
        known = self._known() if node == ROOT and not apart else None
        asks = 0 if self._foresight is None else ROOM
        moves = most_children(self.board, self.rules) if apart else 0
        self.workers = [new_thread(self._root, self.seed, place, asks, moves) for place in range(self.threads)]
        if known is not None:
            self.workers[0].totals[:], self.workers[0].ownership[:] = known
        room = (len(self._nodes) - free) // self.threads
        for place, worker in enumerate(self.workers):
            worker.arena[:] = free + place * room, free + (place + 1) * room

    def _set(self, settled: bool) -> None:
        row, rules = self._settings[0], self.rules
        for name in TUNED:
            row[name] = getattr(self.options, name)
        if self._root.adjacency.size < READ_FROM:
            row["reading"] = row["glance"] = 0
        row["spare"] = self.options.spare and not self.rules.may_pass
        if rules.aim.misere:  # those answers capture and connect
            row["tactics"] = row["local"] = row["second"] = 0
        row["near"] = (0, *self.options.near)
        row["foresee_at"] = 0 if self._foresight is None else self.options.foresee_at
        row["judgement"] = self.options.judgement if counts_points(self.board, rules) else 0
        row["komi"] = rules.compensation
        row["limit"] = turn_limit(self._root)
        row["repetition"] = self._repetition
        row["whole"] = self._whole
        row["area_from"] = rules.scoring == "territory"
        row["settled"] = settled or rules.scoring == "territory"
        row["lead"] = placement_surplus(self._root) if rules.scoring == "territory" else 0
        if rules.pass_stones:  # White passes last, and a pass counts like a stone, so future placements are equal
            row["lead"] -= self._root.table["to_move"][0] == WHITE

    def _plant(self) -> int:
        """Begin an empty tree; return where free memory begins."""
        self._nodes[ROOT] = np.zeros(1, NODE)[0]
        root = self._nodes[ROOT]
        root["kind"], root["point"] = PASS, self._root.adjacency.size
        root["mover"] = 3 - self._root.table["to_move"][0]
        return ROOT + 1

    def _follow(self, moves: Sequence[tuple[int, int]] | None) -> int | None:
        """Return the node after some moves from the root; None if none is worth keeping."""
        if moves is None or not self.workers:
            return None
        node = ROOT
        for kind, point in moves:
            block = self.children(node)
            found = np.flatnonzero((block["kind"] == kind) & ((block["point"] == point) | (kind in (1, 2))))
            if not len(found):
                return None
            node = int(self._nodes["children"][node]) + int(found[0])
        return node if self._nodes["count"][node] else None

    def run(self, simulations: int | None = None, seconds: float | None = None, early: bool = False) -> int:
        """Search until a budget is spent; return how many simulations were run.

        Visits of a kept tree count towards ``simulations``; no tree exceeds the number of results that can be summed
        exactly. With ``early`` the search also ends when the remaining simulations, or those expected in the remaining
        time, cannot change the most visited move.
        """
        left = None if simulations is None else max(0, simulations - self.visits)
        end = None if seconds is None else self.now + seconds
        clock = SearchClock(left, end, lambda: self.now)
        done = self._run_plainly(clock, early) if self._calls.is_plain else 0
        self._calls.prepare(self._nodes, self.task, self.workers[0], self._last, 1)
        if self.threads == 1:
            return done + self._work(self.workers[0], clock, early)
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                return done + sum(pool.map(lambda worker: self._work(worker, clock, early), self.workers))
            finally:
                clock.stopped = True

    def _run_plainly(self, clock: SearchClock, early: bool) -> int:
        """Search in plain Python until compiled code is available; return how many simulations were run."""
        asks, self._settings[0]["foresee_at"] = self._settings[0]["foresee_at"], 0  # avoid compiling the network
        began, done = self.now, 0
        while self._calls.is_plain and clock.take(1):
            self._calls.search(self._nodes, self.task, self.workers[0], self._last, 1)
            done += 1
            took = self.now - began
            looks = done % _STEP == 0  # at the same intervals as compiled code, for the same results
            if early and (took > _PATIENCE or (looks and self._is_decided(clock.still(done / took)))):
                clock.stopped = True
            self._make_pause()
        self._settings[0]["foresee_at"] = asks
        return done

    def run_afresh(self, least: int) -> None:
        """Run up to ``least`` simulations from this position: a kept tree does not record the owners of points."""
        if self.playouts < least:
            self.run(self.visits + least)

    @property
    def now(self) -> float:
        """The time in seconds by a clock that stops during pauses."""
        return time.perf_counter() - self._paused

    def _work(self, worker: SearchThread, clock: SearchClock, early: bool) -> int:
        by_clock = clock.end is not None and self._foresight is None  # the timing of evaluations changes results
        step = 8 if by_clock else _STEP
        done = 0
        while self.visits < _MOST_VISITS:
            if self._foresight is not None:
                step = min(_STEP, max(_FEWEST_STEP, self.visits // _ADVISED_PART))
            if (count := clock.take(step)) <= 0:
                break
            began = time.perf_counter()
            ran = self._calls.search(self._nodes, self.task, worker, self._last, count)
            clock.give_back(count - ran)
            if self._foresight is not None:
                with self._asking:
                    self._foresight(self._nodes, worker.questions)
            count, done = ran, done + ran
            took = time.perf_counter() - began
            if by_clock:
                step = max(1, min(4096, int(count * _SLICE / max(took, 1e-6))))
            begun = (self.threads - 1) * step  # an upper bound of other threads' simulations in progress
            if early and self._is_decided(begun + clock.still(self.threads * count / max(took, 1e-6))):
                clock.stopped = True
            self._make_pause()
        return done

    def _make_pause(self) -> None:
        if self._pause is not None:
            paused = time.perf_counter()
            self._pause()
            self._paused += time.perf_counter() - paused

    def _is_decided(self, left: float) -> bool:
        """Return whether the remaining simulations cannot change the most visited move."""
        visits = np.sort(self.children()["visits"])
        if len(visits) < 2:  # a root without moves may be growing them in another thread
            is_grown = len(visits) == 1 or self._nodes["state"][ROOT] == STUCK
            return is_grown and self.visits >= _ENOUGH
        return int(visits[-1]) - int(visits[-2]) > left

    # -- results
    # -----------------------------------------------------------------------------------------------------------

    @property
    def visits(self) -> int:
        """The number of simulations in the tree."""
        return int(self._nodes["visits"][ROOT])

    @property
    def playouts(self) -> int:
        """The number of simulations run from this position whose ends were counted."""
        return int(sum(worker.totals[0] for worker in self.workers))

    def _known(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the sums over all threads: playouts with their margins and results, and owners of points."""
        return (
            np.sum([worker.totals for worker in self.workers], axis=0),
            np.sum([worker.ownership for worker in self.workers], axis=0),
        )

    def children(self, node: int = ROOT) -> NDArray[np.void]:
        """Return the nodes of the moves from a node."""
        first, count = int(self._nodes["children"][node]), int(self._nodes["count"][node])
        found: NDArray[np.void] = self._nodes[first : first + count]
        return found

    def variation(self, child: int, longest: int = 20) -> list[tuple[int, int, int]]:
        """Return the most visited line from a child of the root, given its index: kind, point, visits."""
        node = int(self._nodes["children"][ROOT]) + child
        found: list[tuple[int, int, int]] = []
        while len(found) < longest:
            row = self._nodes[node]
            found.append((int(row["kind"]), int(row["point"]), int(row["visits"])))
            block = self.children(node)
            if not len(block) or not block["visits"].max():
                break
            node = int(self._nodes["children"][node]) + int(block["visits"].argmax())
        return found

    def totals(self) -> tuple[float, float]:
        """Return Black's mean margin over komi and mean result (0 to 1) below this root, including a kept tree's."""
        games, margin, result = self._known()[0][:3]
        children = self.children()
        if (kept := int(children["visits"].sum())) > games:
            wins = float(children["wins"].sum())
            games, margin = kept, float(children["margins"].sum())
            result = wins if self._root.table["to_move"][0] == BLACK else games - wins
        return (float(margin / games), float(result / games)) if games else (0.0, 0.5)

    def deviations(self) -> tuple[float, float]:
        """Return the deviations of Black's margin and result (0 to 1) over the `playouts`, wider if these are few."""
        totals = self._known()[0]
        games, least = max(1.0, float(totals[0])), np.array([self._root.adjacency.size / 2, 0.5])
        margin, result = np.sqrt((totals[3:] + least**2) / games - (totals[1:3] / games) ** 2)
        return float(margin), float(result)

    def ownership(self) -> NDArray[np.float64]:
        """Return each point's mean owner at the end of the `playouts`, from -1 (White) to 1 (Black)."""
        totals, owners = self._known()
        return owners / max(1.0, float(totals[0]))

    def apart(self) -> Tally:
        """Return the separate results of each move of the root, by its index."""
        tallies = [worker.tally for worker in self.workers]
        return Tally(*(np.sum(parts, axis=0) for parts in zip(*tallies, strict=True)))


def placement_surplus(state: State) -> float:
    """Return Black's surplus of placements, the difference between area and territory scoring."""
    colour, table = state.points["colour"], state.table
    stones = float((colour == 1).sum()) - float((colour == 2).sum())
    value = float(table["prisoner_value"][0])
    return stones - value * (float(table["prisoners"][1]) - float(table["prisoners"][2]))


def most_children(board: Board, rules: Rules) -> int:
    """Return the most moves that a position can have: placements, Tao stones, a pass and a return."""
    return len(board) * (1 if rules.tao == "off" else 2) + 2
