"""The contents of an observation: the list of planes, and the globals, which are numbers of the whole game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..records import TengenError
from ..rules import AXES, REPETITIONS, Compares, Ko, Rules, Then
from ..rules.axis import show
from ..rules.counting import stack_of
from ..rules.goals import KINDS
from ..rules.orders import KINDS as ORDERS
from .core import arrays
from .starting import check_number

GROUPS = {
    "stones": "own stones, and the opponent's",
    "history": "the same one turn ago, two turns ago, and so on; all 0 before the start",
    "liberties": "stones of chains with one liberty, with two, with three or more",
    "ko": "vacant points where only repetition forbids a stone: ko, superko",
    "tiles": "the height of the stack of tiles",
    "incursion": "whether the last placement was an incursion, so that a tile may be due",
    "tao": "Tao stones on the board; those in the own hand, and in the opponent's",
    "price": "the current price of a Tao stone, own and the opponent's; 255 if none can be bought",
    "prisoners": "own prisoners, and the opponent's",
    "footprints": "points that own stones block, and that the opponent's block",
    "passes": "consecutive passes so far",
    "side": "whether Black is to move",
    "komi": "komi for the side to move: 128, and one more for every half point; 1 to 255",
    "degree": "the number of neighbours of the point",
    "rim": "the line of the point, 1 on the rim, 2, 3; 0 farther in, and on boards without a rim",
    "board": "which cells are points",
}
"""Every group of planes, from the view of the side to move. Counts end at 255."""

MOST_HISTORY = 64


class Plane(NamedTuple):
    """One plane: its name, and the kernel's code for it."""

    name: str
    kind: int
    number: int = 0

    @property
    def most(self) -> int:
        """The largest possible value: 1, or 255 for counts."""
        return 255 if self.kind in _COUNTS else 1


_COUNTS = {
    arrays.TILES, arrays.OWN_PRISONERS, arrays.OPPONENT_PRISONERS, arrays.OWN_HAND, arrays.OPPONENT_HAND,
    arrays.OWN_PRICE, arrays.OPPONENT_PRICE, arrays.PASSES, arrays.KOMI, arrays.DEGREE, arrays.RIM,
}  # fmt: skip

_SINGLE: dict[str, tuple[Plane, ...]] = {
    "stones": (Plane("own stones", arrays.OWN), Plane("opponent's stones", arrays.OPPONENT)),
    "liberties": tuple(
        Plane(name, arrays.LIBERTIES, number)
        for number, name in ((1, "one liberty"), (2, "two liberties"), (3, "three liberties or more"))
    ),
    "ko": (Plane("forbidden by repetition", arrays.BARRED),),
    "tiles": (Plane("tiles", arrays.TILES),),
    "incursion": (Plane("incursion", arrays.INCURSION),),
    "tao": (
        Plane("Tao stones", arrays.TAO),
        Plane("own Tao stones in hand", arrays.OWN_HAND),
        Plane("opponent's Tao stones in hand", arrays.OPPONENT_HAND),
    ),
    "price": (
        Plane("own price of a Tao stone", arrays.OWN_PRICE),
        Plane("opponent's price of a Tao stone", arrays.OPPONENT_PRICE),
    ),
    "prisoners": (
        Plane("own prisoners", arrays.OWN_PRISONERS),
        Plane("opponent's prisoners", arrays.OPPONENT_PRISONERS),
    ),
    "footprints": (Plane("own footprints", arrays.OWN_COVER), Plane("opponent's footprints", arrays.OPPONENT_COVER)),
    "passes": (Plane("passes", arrays.PASSES),),
    "side": (Plane("Black to move", arrays.BLACK_TO_MOVE),),
    "komi": (Plane("komi", arrays.KOMI),),
    "degree": (Plane("degree", arrays.DEGREE),),
    "rim": (Plane("rim", arrays.RIM),),
    "board": (Plane("points", arrays.BOARD),),
}  # fmt: skip


def default_groups(board: Board, rules: Rules) -> tuple[str, ...]:
    """Return the groups relevant to a game, in the order of the list; liberties only on request."""
    wanted = {
        "stones": True,
        "history": True,
        "ko": REPETITIONS[rules.repetition].bars,
        "tiles": rules.tiles != "none",
        "incursion": rules.tiles != "none",
        "tao": rules.tao == "on",
        "price": rules.tao == "on" and len(set(rules.tao_prices.amounts)) > 1,
        "prisoners": (rules.spends_prisoners or (rules.scoring == "territory" and rules.prisoner_value != 0)),
        "footprints": not board.point_stones,
        "passes": rules.ends_by_passes,
        "side": True,
        "komi": rules.ends_by_passes,
        "degree": True,
        "rim": True,
        "board": bool(board.rows) and sum(map(len, board.rows)) != len(board),
    }
    return tuple(name for name in GROUPS if wanted.get(name))


def plane_list(groups: Sequence[str], history: int) -> tuple[Plane, ...]:
    """Return the planes of some groups, in the given order; TengenError for an unknown group or an invalid history.

    >>> plane_list(["side"], 0)
    (Plane(name='Black to move', kind=14, number=0),)
    >>> [(plane.name, plane.most) for plane in plane_list(["stones", "tiles"], 0)]
    [('own stones', 1), ("opponent's stones", 1), ('tiles', 255)]
    """
    check_number("history", history, 0, MOST_HISTORY)
    names = [] if isinstance(groups, str) or not isinstance(groups, Iterable) else list(groups)
    if not names or not all(isinstance(name, str) for name in names) or len(set(names)) != len(names):
        raise TengenError(f"planes must be different groups out of {', '.join(GROUPS)}, not {groups!r}")
    found: list[Plane] = []
    for group in names:
        if group == "history":
            for ago in range(1, history + 1):
                found.append(Plane(f"own stones, {ago} ago", arrays.OWN, ago))
                found.append(Plane(f"opponent's stones, {ago} ago", arrays.OPPONENT, ago))
        elif group in _SINGLE:
            found.extend(_SINGLE[group])
        else:
            raise TengenError(f"unknown planes {group!r}; choose from {', '.join(GROUPS)}")
    return tuple(found)


_OTHER_SIDE = {
    arrays.OWN: arrays.OPPONENT,
    arrays.OWN_COVER: arrays.OPPONENT_COVER,
    arrays.OWN_PRISONERS: arrays.OPPONENT_PRISONERS,
    arrays.OWN_HAND: arrays.OPPONENT_HAND,
    arrays.OWN_PRICE: arrays.OPPONENT_PRICE,
}
_TURNED = _OTHER_SIDE | {theirs: mine for mine, theirs in _OTHER_SIDE.items()}


class Turned(NamedTuple):
    """The planes as seen by the side not to move: their order, and those that change."""

    order: list[int]
    hidden: list[int]  # planes hidden from it: points forbidden only to the side to move
    komi: list[int]

    def see(self, observation: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return a copy of an observation (planes first) from the other side's view; only the side plane stays."""
        found: NDArray[np.uint8] = observation[self.order]
        found[self.hidden] = 0
        for place in self.komi:
            found[place] = np.where(found[place], 2 * arrays.NO_KOMI - found[place].astype(np.int16), 0)
        return found


def seen_by_the_other(planes: Sequence[Plane]) -> Turned:
    """Return how the side not to move sees planes; groups have a counterpart of every plane of one side."""
    places = {(plane.kind, plane.number): place for place, plane in enumerate(planes)}
    order = [places[_TURNED.get(plane.kind, plane.kind), plane.number] for plane in planes]
    hidden, komi = ([places[kind, 0]] if (kind, 0) in places else [] for kind in (arrays.BARRED, arrays.KOMI))
    return Turned(order, hidden, komi)


# -- globals -----------------------------------------------------------------------------------------------------------


_CHANGING: Final = (
    "komi",
    "Black to move",
    "turns left",
    "own prisoners",
    "opponent's prisoners",
    "own Tao stones in hand",
    "opponent's Tao stones in hand",
    "own price of a Tao stone",
    "opponent's price of a Tao stone",
    "own points paid for Tao stones",
    "opponent's points paid for Tao stones",
    "passes",
    "incursion",
    "handicap turns left",
    "handicap stones left",
    "the next coupon",
    "own coupons",
    "opponent's coupons",
    "own turns in a row",
    "opponent's turns in a row after that",
)
"""The numbers that the kernel writes every turn, in its order (`core.observation.write_globals`)."""
assert len(_CHANGING) == arrays.MOVING

_CHOICES: Final = (
    "suicide", "recapture", "pass_lifts_ko", "singleton_of", "tiles", "tao", "tao_payment", "own_overlap",
    "friendly_fire", "passing", "pass_stones", "end", "scoring", "weights", "tax", "payoff",
)  # fmt: skip
"""The axes whose values are words: a number for each value, 1 for the one in force, or one number for a flag."""


def _traits(rules: Rules, board: Board, limit: int) -> Iterator[tuple[str, float]]:
    """Yield the names and values of globals that never change in a game."""
    yield "turn limit", limit / len(board)
    yield "points", len(board)
    for name in _CHOICES:
        value = show(getattr(rules, name))
        for word in AXES[name].values:
            if word != "false":
                yield f"{name} = {word}", value == word
    goal = rules.aim
    for kind in KINDS:
        yield f"goal = {kind}", goal.kind == kind
    for name, number in (("goal count", goal.count), ("goal line", goal.line)):
        yield name, number if goal.is_instant else 0
    for order in ORDERS:
        yield f"order = {order}", rules.turn_order.kind == order
    yield "overlines lose", goal.overlines
    yield "misere", goal.misere
    stack = stack_of(rules.coupons)
    yield "coupons", len(stack)
    yield "coupon step", -stack.step / 2 if len(stack) > 1 else 0
    yield "passes to end", rules.passes
    yield "prisoner_value", rules.prisoner_value
    yield "1 / tile_stack", 0.0 if rules.tile_stack == "unlimited" else 1 / rules.tile_stack
    row = REPETITIONS[rules.repetition]
    for ko in Ko:
        yield f"ko = {ko.value}", row.ko is ko
    for compares in Compares:
        yield f"compares {compares.value}", row.compares is compares
    yield "forbidden the third time", row.forbids and row.times > 2
    for then in (Then.NO_RESULT, Then.DRAW):
        yield f"a cycle ends in {then.value}", row.ends and row.end(rules.cycle) is then


def traits_of(rules: Rules, board: Board, limit: int) -> NDArray[np.float32]:
    """Return the globals that never change in a game: the end of every game's vector."""
    return np.array([number for _, number in _traits(rules, board, limit)], np.float32)


_ONE_POINT: Any = range(1)  # the names depend on no board
GLOBALS: Final[tuple[str, ...]] = (*_CHANGING, *(name for name, _ in _traits(Rules(), _ONE_POINT, 1)))
"""The numbers of every game's vector, from the view of the side to move.

Komi is the side to move's, in points. Turns are relative to the board's points. Prices are -1 if no Tao stone can be
bought. The rules follow: 1 or 0 for each value of an axis; a rule of repetition by its parts.
"""
