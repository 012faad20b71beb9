"""A game's memory in Python: one buffer, the fixed tables of its board, and the start of a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..boards import Board, fixed_handicap
from ..boards.board import Relation
from ..boards.rims import surroundings
from ..records import BoardError, RulesConflict
from ..rules import REPETITIONS, Ko, Rules, check_handicap, check_liberties, check_served, played_on
from ..rules.counting import stack_of, weights_of
from ..rules.goals import KINDS, goal_marks
from ..rules.orders import KINDS as ORDERS
from ..rules.orders import Order
from ..rules.serving import Served, any_of
from ..rules.where import KINDS as PLACES
from ..rules.where import next_points, where_of
from . import layout
from .game_calls import game_calls, uncompiled
from .mixing import GOLDEN, mixed_all
from .order import run_from, settle_turn, skip_to

Words = NDArray[np.uint32]
_LINE = 64

_LINES: Final = ((1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1))
"""The steps to the points around one: each of the last four reverses one of the first four."""
_COLOUR: int = dict(layout.POINT.fields or {})["colour"][1]

KOS = {Ko.NONE: layout.NO_KO, Ko.SIMPLE: layout.SIMPLE_KO, Ko.SINGLETON: layout.SINGLETON_KO}
"""The part of a rule of repetition that the kernel judges; the rest needs history (spec 1.2-1.9)."""
SCORINGS = {"area": layout.AREA, "territory": layout.TERRITORY, "stones": layout.STONES}
TAXES = {"none": layout.NO_TAX, "seki": layout.SEKI_TAX, "all": layout.GROUP_TAX}
_CODES: dict[str, dict[str, int]] = {
    "suicide": {"forbidden": 0, "allowed": 1, "strict": 0},
    "recapture": {
        "any": layout.ANY_CAPTURE, "stoical": layout.STOICAL, "larger": layout.LARGER, "freeze": layout.FREEZE,
        "tibetan": layout.TIBETAN,
    },
    "singleton_of": {"game": 0, "opponent": 1},
    "tiles": {"none": layout.NO_TILES, "tile": layout.TILE, "cushion": layout.CUSHION},
    "tao": {"off": 0, "on": 1},
    "tao_payment": {"prisoner": 0, "points": 1},
    "friendly_fire": {
        "same": layout.SAME, "before": layout.BEFORE, "after": layout.AFTER, "forbidden": layout.FORBIDDEN,
    },
    "removal": {"enemy-first": layout.ENEMY_FIRST, "together": layout.TOGETHER, "own-first": layout.OWN_FIRST},
    "captured": {"prisoners": layout.PRISONERS, "convert": layout.CONVERT, "wall": layout.WALL},
    "end": {"passes": 1, "no-moves": 0},
    "scoring": SCORINGS,
    "tax": TAXES,
}  # fmt: skip
"""The table's codes for values of axes."""
_SERVED: Final[Served] = {
    **_CODES,
    **any_of("pass_lifts_ko tile_stack tao_start tao_price tao_in_hand own_overlap goal passing passes"),
    **any_of("least_liberties where order seats prisoner_value komi handicap handicap_bonus coupons pass_stones"),
    "fairness": ("none", "swap", "bid", "auction", "switch"),  # concerns only who plays which colour
    "weights": ("even", "pyramid", "corners"),
    "payoff": ("none", "hahn"),
    **any_of("repetition cycle"),  # history is handled by the game
    "handicap_kind": ("fixed", "free", "turns"),
}
"""The values supported by the kernel, and by anything that uses it alone, such as random games."""


_settle, _skip_to, _run = uncompiled(settle_turn), uncompiled(skip_to), uncompiled(run_from)


class BoardAdjacency:
    """The fixed tables of a board: its relations as one array of links, its Zobrist keys, an empty board's points.

    ``arrays`` is the form for compiled code, ``plain`` the same for the entries called on every move: those of
    ``calls``. ``links`` begins with n + 1 offsets of the edge lists and the `layout.WAYS` of every point. Then come
    edges, neighbours (mutual ones first), footprints, and if they differ the last two reversed; with ``lines`` also the
    eight points around each point (`_LINES`); then the points that each point names for the next stone under ``where``,
    and the weights of points unless ``weights`` are even. ``wide`` is None if stones block only their own point and all
    neighbours are mutual.
    """

    def __init__(self, board: Board, lines: bool = False, weights: str = "even", where: str = "anywhere") -> None:
        n = len(board)
        neighbours = _mutual_first(board)
        relations = [board.edges, neighbours, board.footprint]
        relations += [board.reached_from] if board.directed else []
        relations += [board.covered_from] if board.covered_from is not board.footprint else []
        sizes = [np.fromiter((len(row) for row in relation), np.int64, n) for relation in relations]
        lists = [np.fromiter((q for row in relation for q in row), np.uint32) for relation in relations]
        starts = [np.concatenate(([0], np.cumsum(size))) for size in sizes]
        bases = np.cumsum([n + 1 + layout.WAYS * n, *(len(one) for one in lists[:-1])])
        reached = 3 if board.directed else 1
        covered = len(relations) - 1 if board.covered_from is not board.footprint else 2
        ways = np.zeros((n, layout.WAYS), np.uint32)
        ways[:, layout.REACHED_AT], ways[:, layout.REACHED] = starts[reached][:-1] + bases[reached], sizes[reached]
        ways[:, layout.COVERED_AT], ways[:, layout.COVERED] = starts[covered][:-1] + bases[covered], sizes[covered]
        ways[:, layout.MUTUAL] = [len(row) for row in board.connections]
        self.size = n
        spare = np.zeros(4, np.uint32)  # lists may be read four entries at a time
        offsets = (starts[0] + bases[0]).astype(np.uint32)
        links = [offsets, ways.reshape(-1), *lists, spare]
        self.lines_at: Final = sum(map(len, links))
        around = surroundings(board, _LINES) if lines else []
        named = next_points(board, where)
        self.next_at: Final = self.lines_at + len(around)
        self.named: Final = len(named) // max(n, 1)
        self.weights_at: Final = 0 if weights == "even" else self.next_at + len(named)
        self.links: Words = np.concatenate([*links, np.array(around + named + weights_of(board, weights), np.uint32)])
        # Zobrist keys, the same in every process
        self.keys: NDArray[np.uint64] = mixed_all(np.arange(1, 3 * n + 1, dtype=np.uint64) * GOLDEN)
        self.wide: Final = None if board.point_stones and not board.directed else 1
        self.arrays: Final = layout.Adjacency(self.links, self.keys, self.wide, np.zeros(0, np.uint32))
        self.plain: Final = layout.plain(self.arrays)
        self.calls: Final = game_calls(self.wide is not None)
        self.far: Final = self.wide is not None and board.reaches_far
        self.points: Final = np.zeros(n, layout.POINT)
        self.points["neighbours_at"] = starts[1][:-1] + bases[1]
        self.points["footprint_at"] = starts[2][:-1] + bases[2]
        self.points["degree"] = sizes[1]
        self.points["footprint_size"] = sizes[2]
        reach = [sum(len(board.reached_from[q]) for q in covered) for covered in board.footprint]
        self.points["reach"] = np.minimum(reach, 0xFFFF)
        self.scratch: Words = np.zeros(layout.scratch_size(n), np.uint32)


def aligned(size: int) -> NDArray[np.uint8]:
    """Return zeroed memory aligned to a cache line, so that no point's record crosses one."""
    raw = np.zeros(size + _LINE, np.uint8)
    start = -raw.__array_interface__["data"][0] % _LINE
    return raw[start : start + size]


def _mutual_first(board: Board) -> Relation:
    """Return the neighbours, those with which stones connect first (spec 4.3)."""
    if not board.directed:
        return board.neighbours
    both = zip(board.neighbours, board.connections, strict=True)
    return tuple((*mutual, *(q for q in near if q not in mutual)) for near, mutual in both)


_adjacency = lru_cache(maxsize=32)(BoardAdjacency)


def adjacency_of(board: Board, rules: Rules) -> BoardAdjacency:
    """Return the shared tables of the board on which a game under the rules is played."""
    return _adjacency(played_on(board, rules), rules.aim.kind == "row", rules.weights, rules.where)


class State:
    """One game's memory: ``points`` and ``table`` are views of one contiguous ``buffer``, so a copy is one memcpy.

    ``arrays`` is the form for compiled code, ``plain`` the same for entries that are called on every move.
    """

    __slots__ = ("adjacency", "arrays", "buffer", "content", "plain", "points", "scratch", "table")

    def __init__(self, adjacency: BoardAdjacency, buffer: NDArray[np.uint8], scratch: Words) -> None:
        self.adjacency: BoardAdjacency = adjacency
        self.buffer: NDArray[np.uint8] = buffer
        self.scratch: Words = scratch
        split = adjacency.size * layout.POINT.itemsize
        # A view by its dtype takes ten times as long.
        self.points: Final = np.ndarray((adjacency.size,), layout.POINT, buffer)
        self.table: Final = np.ndarray((3,), layout.TABLE, buffer, split)
        self.arrays: Final = layout.StateArrays(self.points, self.table)
        plain: Any = self.points, self.table
        self.plain: layout.StateArrays = plain
        # The content of P (spec 1a), a number per point: the colour, plus 256 for a Tao stone.
        kind = np.uint16 if self.table["tao_on"][0] else np.uint8
        self.content: Final = np.ndarray((adjacency.size,), kind, buffer, _COLOUR, (layout.POINT.itemsize,))

    @classmethod
    def empty(cls, board: Board, rules: Rules) -> State:
        """Return an empty board under the rules' axes, Black to move; no Tao stone, no handicap."""
        marks = goal_marks(board, rules.goal)  # first, because rows need a grid
        adjacency = adjacency_of(board, rules)
        size = adjacency.size * layout.POINT.itemsize + 3 * layout.TABLE.itemsize
        buffer = aligned(size)
        split = adjacency.size * layout.POINT.itemsize
        buffer[:split].view(layout.POINT)[:] = adjacency.points
        check_served("the kernel", rules, _SERVED)
        buffer[split:].view(layout.TABLE)[:] = _axes_table(rules, adjacency, REPETITIONS[rules.repetition].ko)
        state = cls(adjacency, buffer, np.zeros(layout.scratch_size(adjacency.size), np.uint32))
        state.points["goal"] = marks
        if state.table["irregular"][0]:
            _settle(state.table)
        state.rebuild()
        return state

    def copy(self) -> State:
        """Return an independent copy (scratch memory included)."""
        buffer = aligned(len(self.buffer))
        buffer[:] = self.buffer
        return State(self.adjacency, buffer, self.scratch.copy())

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.adjacency, self.buffer.tobytes())

    def bench(self) -> layout.Bench:
        """Return a thread's own memory for games of this kind."""
        spare = self.copy()
        return layout.Bench(spare.scratch, spare.arrays, np.zeros(self.adjacency.size, np.int8))

    def give_turn(self, colour: int) -> None:
        """Give a side the turn; the other side's turns before it are skipped."""
        self.table["to_move"][0] = colour
        if self.table["irregular"][0]:
            _skip_to(self.table, colour)

    @property
    def order_turn(self) -> int:
        """The current turn of the order (spec 6.7), or of its seats; 0 if the sides simply alternate."""
        row = self.table[0]
        return int(row["order_turn"]) if row["order"] or row["order_length"] != 2 else 0

    def turns_in_a_row(self) -> int:
        """Return the number of consecutive turns of the side to move, including this one."""
        row = self.table[0]
        left = int(max(row["placing"], row["handicap_turns"])) or 1
        return left if left > 1 or not row["irregular"] else int(_run(self.table, int(row["order_turn"]))[0])

    def load(self, other: State) -> None:
        """Copy another state's memory into this one."""
        self.buffer[:] = other.buffer

    def restore(self, content: bytes, table: bytes, laid: Sequence[int]) -> None:
        """Restore an earlier position: its content and table, without the tiles laid since."""
        self.content[:] = np.frombuffer(content, self.content.dtype)
        self.table[:] = np.frombuffer(table, layout.TABLE)
        self.rebuild()
        for p in laid:
            self.points["tiles"][p] -= 1

    def mark_taken(self, before: bytes, after: bytes) -> None:
        """Mark where a turn removed stones, given the content before and after it (spec 6.4)."""
        then, now = (np.frombuffer(each, self.content.dtype) & 255 for each in (before, after))
        self.points["goal"] &= ~np.uint8(layout.TAKEN)
        self.points["goal"][(then > 0) & (now == 0)] |= layout.TAKEN

    def invaded(self) -> frozenset[int]:
        """Return the region of the incursion just made (spec 2.1), before anything else is judged.

        The search for the region's colours left it marked in the scratch memory.
        """
        n = self.adjacency.size
        return frozenset(np.flatnonzero(self.scratch[2 * n : 3 * n] == self.scratch[4 * n]).tolist())

    def rebuild(self) -> int:
        """Derive chains, liberties and keys from the content of the points; return a stone of a dead chain, or n."""
        return int(self.adjacency.calls.rebuild(self.plain, self.adjacency.plain, self.scratch))


def _restored(adjacency: BoardAdjacency, memory: bytes) -> State:
    """Return a pickled state whose views lie in its own buffer again."""
    buffer = aligned(len(memory))
    buffer[:] = np.frombuffer(memory, np.uint8)
    return State(adjacency, buffer, np.zeros(layout.scratch_size(adjacency.size), np.uint32))


@lru_cache(maxsize=32)
def _axes_table(rules: Rules, adjacency: BoardAdjacency, ko: Ko) -> NDArray[Any]:
    """Return a cached table with the codes of the rules: writing them takes as long as ten moves."""
    table = np.zeros(3, layout.TABLE)
    code = {axis: codes[getattr(rules, axis)] for axis, codes in _CODES.items()}
    row = table[0]
    row["points"] = row["captured"] = row["latest"] = table["last_point"][:] = adjacency.size
    row["to_move"] = layout.BLACK
    row["strict"] = rules.suicide == "strict"
    for axis in ("suicide", "recapture", "singleton_of", "friendly_fire", "removal", "scoring", "tax"):
        row[axis] = code[axis]
    for name in ("pass_lifts_ko", "own_overlap", "may_return", "prisoner_value"):
        row[name] = getattr(rules, name)
    row["must_place"] = rules.passing == "forced"
    row["may_pass"] = rules.may_pass and not row["must_place"]
    row["ko_rule"] = KOS[ko]
    row["tile_rule"] = code["tiles"]
    row["tile_stack"] = layout.UNLIMITED if rules.tile_stack == "unlimited" else min(rules.tile_stack, layout.UNLIMITED)
    row["tao_on"] = code["tao"]
    row["tao_points"] = code["tao_payment"]
    row["tao_sold"] = rules.tao_prices.sold
    row["tao_auction"] = rules.tao_prices.restarts
    row["tao_last"] = rules.tao_prices.last_turn
    table["tao_in_hand"][1:] = rules.tao_in_hand
    goal = rules.aim
    row["goal"], row["goal_count"], row["misere"] = KINDS.index(goal.kind), goal.count, goal.misere
    row["overlines"], row["lines_at"] = goal.overlines, adjacency.lines_at
    place = where_of(rules.where)
    row["where"], row["where_count"] = PLACES.index(place.kind), place.number or adjacency.named
    row["next_at"] = adjacency.next_at
    row["slow"], row["captures"] = rules.removes_specially, code["captured"]
    row["least_liberties"] = rules.least_liberties
    rare = ("tile_rule", "singleton_of", "goal", "recapture", "strict", "where", "slow")
    row["rare"] = any(row[name] for name in rare)
    row["weights_at"], row["payoff"] = adjacency.weights_at, rules.payoff == "hahn"
    row["pass_stones"], stack = rules.pass_stones, stack_of(rules.coupons)
    if stack:
        row["coupons"], row["coupon_last"], row["coupon_step"] = stack[0], stack[-1], -stack.step
    order = rules.turn_order
    row["order"], row["order_length"], row["order_again"] = ORDERS.index(order.kind), len(order.letters), order.again
    row["order_letters"] = sum(1 << turn for turn, letter in enumerate(order.letters) if letter == "W")
    row["irregular"] = order != Order("alternate")
    row["far"] = adjacency.far
    row["degree"] = adjacency.points["degree"].max(initial=0)
    row["passes_to_end"] = rules.passes * code["end"]
    row["special"] = is_special(row)
    return table


def is_special(row: Any) -> bool:
    """Return whether the axes in force are more than plain ko and no suicide."""
    axes = ("suicide", "strict", "recapture", "tile_rule", "tao_on", "far", "own_overlap", "where", "slow")
    return bool(row["ko_rule"] != layout.SIMPLE_KO or row["goal"] == layout.ROW or any(row[axis] for axis in axes))


def tao_points(board: Board, rules: Rules) -> tuple[int, ...]:
    """Return the points on which Tao stones start (spec 3.4); RulesConflict if the board lacks one."""
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
    bench = state.scratch, state.copy().plain, np.zeros(state.adjacency.size, np.int8)
    none = np.zeros(0, np.uint64)
    _, mask, _ = state.adjacency.calls.judge_points(
        state.plain, state.adjacency.plain, bench, 0, state.adjacency.size, layout.BLACK, none, True
    )
    return not mask


def _take_in_turns(state: State, field: str, handicap: int) -> None:
    """Let Black take a handicap in a row, followed by White's first turn in the order (spec 0.6, 6.7)."""
    _skip_to(state.table, layout.WHITE)
    state.table[field][0] = handicap
    _settle(state.table)


def start_state(board: Board, rules: Rules) -> State:
    """Return the start of a game: the empty board with its handicap and Tao stones."""
    check_handicap(board, rules)
    check_liberties(board, rules, stones=rules.handicap > 0)
    state = State.empty(board, rules)
    waiting = tao_points(board, rules)
    if rules.handicap and rules.handicap_kind == "free":
        _take_in_turns(state, "placing", rules.handicap)
        if _has_placement(state):
            state.points["tao_later"][list(waiting)] = 1
            return state
        state.table["placing"][0] = 0  # no stone can be placed, so White moves
        state.give_turn(layout.WHITE)
    elif rules.handicap and rules.handicap_kind == "turns":
        _take_in_turns(state, "handicap_turns", rules.handicap)
    elif rules.handicap:
        state.points["colour"][list(fixed_handicap(board, rules.handicap))] = layout.BLACK
        state.give_turn(layout.WHITE)
        _check_stones(board, rules, state)
    for p in waiting:
        if state.points["footprints"][p]:
            state.table["tao_in_hand"][layout.BLACK] += 1
        else:
            state.points["tao"][p] = 1
    state.rebuild()
    return state
