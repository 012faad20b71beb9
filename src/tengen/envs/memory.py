"""Allocating the memory of a batch, and filling in the rules."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

import numpy as np

from ..boards.rims import rim_lines
from ..kernel import State, layout
from ..kernel.state import aligned
from ..records import Pass, Return, Tao
from ..rules import REPETITIONS, Compares, Rules, Then, check_served
from ..rules.serving import Served, any_of, state_parts
from ..search.nodes import FREE, WHOLE, repetition_code
from .core import arrays
from .core.arrays import Fixed, Memory, Results, Workspace
from .core.history import OBEYED, PARTS
from .planes import GLOBALS, Plane, traits_of
from .starting import GameKind

_SERVED: Final[Served] = {
    **any_of("suicide recapture repetition pass_lifts_ko singleton_of tile_stack tao_start tao_price tao_payment"),
    **any_of("tao_in_hand own_overlap friendly_fire goal order seats passing passes scoring tax prisoner_value"),
    **any_of("coupons pass_stones weights payoff komi handicap handicap_kind handicap_bonus"),
    "tiles": ("none", "tile", "cushion"),
    "tao": ("off", "on"),
    "end": ("passes", "no-moves"),
    "fairness": ("none", "swap"),
    "cycle": ("no-result", "draw", "agreement"),
}
"""The supported axes: any value of the kernel's, except for axes that the batch handles itself."""
_SIDES = {"black": layout.BLACK, "white": layout.WHITE, None: 0}


def check_rules(rules: Rules) -> None:
    """Refuse rules that a batch of games does not support; UnservedRules names the value."""
    check_served("a batch of games", rules, _SERVED)
    _repetition(rules)
    _whole_state(rules)


def _repetition(rules: Rules) -> int:
    """Return the code of the rule of repetition; UnservedRules if a batch does not support it."""
    return repetition_code("a batch of games", rules, OBEYED)


def _whole_state(rules: Rules) -> tuple[str, ...]:
    """Return the parts of the whole state that a rule compares (spec 1.6); UnservedRules for an unknown one."""
    compared = REPETITIONS[rules.repetition].compares is Compares.STATE
    return state_parts("a batch of games", rules, PARTS) if compared else ()


def make_memory(kind: GameKind, planes: Sequence[Plane], games: int) -> Memory:
    """Return memory for a number of games: zeros, except for komi; the system commits it on first write."""
    start, limit = kind.start, kind.limit
    n = len(start.board)
    history = _repetition(start.rules) != FREE
    ring = max([2, *(plane.number + 1 for plane in planes if plane.kind in (arrays.OWN, arrays.OPPONENT))])
    length = limit + 1 if history else 0
    slots = 1 << (length + length // 2).bit_length() if history else 1
    points = aligned(games * n * layout.POINT.itemsize).view(layout.POINT)
    records = np.zeros(games, arrays.GAME)
    records["komi"] = start.rules.compensation
    return Memory(
        points=points.reshape(games, n),
        table=np.zeros((games, 3), layout.TABLE),
        games=records,
        past=np.zeros((games, ring, n), np.uint8),
        moves=np.zeros((games, limit), np.int32),
        lost=np.zeros((games, n if history else 0), np.uint8),
        situations=np.zeros((games, length), arrays.SITUATION),
        rests=np.zeros((games, length if _repetition(start.rules) == WHOLE else 0), arrays.REST),
        slots=np.zeros((games, slots), np.uint32),
        changes=np.zeros((games, 2 * limit + n if history else 0), np.uint32),
    )


def make_results(kind: GameKind, planes: Sequence[Plane], games: int) -> Results:
    """Return zeroed results for a number of games, of this kind or of others with the same room."""
    shown = games, len(planes), prod(kind.shape)
    return Results(
        masks=np.zeros((games, len(kind.actions)), np.bool_),
        observations=np.zeros(shown, np.uint8),
        globals=np.zeros((games, len(GLOBALS)), np.float32),
        rewards=np.zeros((games, 2), np.float32),
        terminated=np.zeros(games, np.bool_),
        truncated=np.zeros(games, np.bool_),
        ends=np.zeros(games, np.uint8),
        margins=np.zeros(games, np.float64),
        owners=np.zeros((games, kind.room or len(kind.start.board)), np.int8),
        lengths=np.zeros(games, np.uint32),
        to_play=np.zeros(games, np.uint8),
        final_observations=np.zeros(shown, np.uint8),
        final_globals=np.zeros((games, len(GLOBALS)), np.float32),
    )


def make_fixed(kind: GameKind, planes: Sequence[Plane], autoreset: bool) -> Fixed:
    """Return the data that the games share: their start, the board's tables and the rules."""
    start, actions, cells = kind.start, kind.actions, kind.cells
    state, rules = start.state(), start.rules
    check_rules(rules)
    settings = np.zeros(1, arrays.SETTINGS)
    row = settings[0]
    row["komi"], row["actions"], row["limit"] = rules.compensation, len(actions), kind.limit
    for name, move in (("pass_at", Pass), ("return_at", Return), ("tao_at", Tao(0))):
        row[name] = actions.numbers.get(move, arrays.NO_ACTION)
    row["swap_at"] = arrays.NO_ACTION if actions.swap is None else actions.swap
    row["creator"] = _SIDES[start.situations[0].creator]
    row["repetition"] = _repetition(rules)
    row["draw"] = REPETITIONS[rules.repetition].end(rules.cycle) is Then.DRAW
    row["whole_prisoners"] = "prisoners" in _whole_state(rules)
    row["whole_order"] = "order" in _whole_state(rules)
    row["autoreset"] = autoreset
    row["identity"] = np.array_equal(cells, np.arange(len(start.board)))
    degrees = np.minimum(state.points["degree"], 255)
    return Fixed(
        start=state.arrays,
        adjacency=state.adjacency.arrays,
        prices=np.array(rules.tao_prices.amounts, np.uint32),
        cells=cells,
        codes=np.array([(plane.kind, plane.number) for plane in planes], np.uint8).reshape(-1, 2),
        still=np.array([np.ones(len(cells)), degrees, rim_lines(start.board)], np.uint8),
        traits=traits_of(rules, start.board, kind.limit),
        settings=settings,
    )


def make_workspace(start: State) -> Workspace:
    """Return a thread's own memory."""
    n = start.adjacency.size
    return Workspace(
        bench=start.bench(),
        barred=np.zeros(n, np.uint8),
        trial=np.zeros((2, n), np.uint8),
        counts=np.zeros(n, np.uint32),
    )
