"""The axes of the rules (spec 5): their values, defaults and sentences, in one table that everything else reads."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

from ..records import Text, listed
from . import counting, goals, orders, prices, where
from .axis import Axis, is_count, is_number, plain
from .repetition import SENTENCES

# For type checkers; a test compares these with the table below, which holds the values.
Suicide = Literal["forbidden", "allowed", "strict"]
Recapture = Literal["any", "stoical", "larger", "freeze", "tibetan"]
Cycle = Literal["no-result", "draw", "agreement"]
SingletonOf = Literal["game", "opponent"]
Tiles = Literal["none", "tile", "cushion"]
Switch = Literal["off", "on"]
TaoPayment = Literal["prisoner", "points"]
FriendlyFire = Literal["same", "before", "after", "forbidden"]
Removal = Literal["enemy-first", "together", "own-first"]
Captured = Literal["prisoners", "convert", "wall"]
Passing = Literal["pass", "return", "both", "none", "forced"]
End = Literal["passes", "no-moves"]
Scoring = Literal["area", "territory", "stones"]
Tax = Literal["none", "seki", "all"]
Weights = Literal["even", "pyramid", "corners"]
Payoff = Literal["none", "hahn"]
HandicapKind = Literal["fixed", "free", "turns"]
HandicapBonus = Literal[0, "n-1", "n"]
Fairness = Literal["none", "swap", "bid", "auction", "switch"]

MAY: Final[Mapping[str, tuple[bool, bool]]] = {
    "pass": (True, False),
    "return": (False, True),
    "both": (True, True),
    "none": (False, False),
    "forced": (True, False),
}
"""For each value of passing: whether a player may pass, and may return a prisoner (spec 2.6)."""
ENDS_BY_PASSES: Final[Mapping[str, bool]] = {"passes": True, "no-moves": False}
"""For each value of end: whether the game ends by passes and is scored (spec 1.12, 2.7)."""


def _is_start(value: Any) -> bool:
    if isinstance(value, str):
        return value in ("tengen", "none")
    return (
        isinstance(value, tuple)
        and bool(value)
        and all(isinstance(p, str) and p for p in value)
        and len(set(value)) == len(value)
    )


def _counted(template: Text) -> Callable[[float], Text]:
    """Return a function that describes a number by a template."""
    return lambda value: template.with_values(count=plain(value), points=plain(value))


def _start(value: tuple[str, ...]) -> Text:
    if len(value) == 1:
        return Text("One Tao stone starts at {point}.", point=value[0])
    return Text("Tao stones start at {points}.", points=listed(value))


def _in_hand(value: int) -> Text:
    if not value:
        return Text("Each player starts with no Tao stone in hand.")
    return Text.counted(
        "Each player starts with {count} Tao stone in hand.",
        "Each player starts with {count} Tao stones in hand.",
        value,
    )


def _komi(value: float) -> Text:
    if value == 0:
        return Text("There is no komi.")
    points = plain(abs(value))
    white = Text.counted("White gets {points} point of komi.", "White gets {points} points of komi.")
    black = Text.counted("Black gets {points} point of komi.", "Black gets {points} points of komi.")
    return (white if value > 0 else black).with_values(count=points, points=points)


def _choice(name: str, about: Text, clause: str, values: Mapping[str, Text]) -> Axis:
    def accepts(value: Any) -> bool:
        return isinstance(value, str) and value in values

    return Axis(name, about, clause, next(iter(values)), MappingProxyType(values), accepts)


def _flag(name: str, about: Text, clause: str, off: Text, on: Text) -> Axis:
    return Axis(name, about, clause, False, {"false": off, "true": on}, lambda value: isinstance(value, bool))


_LIST = (
    _choice(
        "suicide",
        Text("What a placement may do to own stones without a liberty."),
        "0.4, 4.4, 6.5",
        {
            "forbidden": Text("A placement that would remove the placed stone's own chain is illegal."),
            "allowed": Text("Own chains left without a liberty are removed and become the opponent's prisoners."),
            "strict": Text("A placed stone's chain must have a liberty before anything is captured."),
        },
    ),
    _choice(
        "recapture",
        Text("What may be captured right after a capture or an atari."),
        "6.4",
        {
            "any": Text("A capture may be answered by any capture."),
            "stoical": Text("A player may not capture right after the opponent has captured."),
            "larger": Text("Right after the opponent has captured, a player may only capture more stones than that."),
            "freeze": Text("A player may not capture right after the opponent has given atari."),
            "tibetan": Text("No stone may be placed where the last turn removed one."),
        },
    ),
    _choice(
        "repetition",
        Text("Which positions may not be repeated."),
        "1.1-1.9, 4.6",
        SENTENCES,
    ),
    _choice(
        "cycle",
        Text("What happens when a whole state is repeated."),
        "1.6",
        {
            "no-result": Text("The game then ends without result."),
            "draw": Text("The game then ends as a draw."),
            "agreement": Text("Play then goes on, and both sides together may end the game without result."),
        },
    ),
    _flag(
        "pass_lifts_ko",
        Text("Whether a pass lifts Gengo's ko."),
        "4.6",
        Text("A pass does not lift the ko."),
        Text("A pass lifts the ko."),
    ),
    _choice(
        "singleton_of",
        Text("Whose last placement Gengo's ko protects."),
        "4.6",
        {
            "game": Text("The ko protects the last stone placed in the game; any later placement lifts it."),
            "opponent": Text("The ko protects the opponent's last stone, whatever one's own side has placed since."),
        },
    ),
    _choice(
        "tiles",
        Text("When a tile goes under a stone."),
        "2.2",
        {
            "none": Text("There are no tiles."),
            "tile": Text("A tile goes under a stone when the last placement, by whichever player, was an incursion."),
            "cushion": Text("A tile goes under a stone when this placement and the last one are both incursions."),
        },
    ),
    Axis(
        "tile_stack",
        Text("How many tiles a point may hold."),
        "2.3",
        1,
        {"unlimited": Text("A point may hold any number of tiles.")},
        lambda value: value == "unlimited" if isinstance(value, str) else is_count(value, 1),
        pattern=Text("a whole number from 1"),
        sample=2,
        tell=_counted(
            Text.counted(
                "A point may hold {count} tile; where another is due, nothing can be placed.",
                "A point may hold {count} tiles; where another is due, nothing can be placed.",
            )
        ),
    ),
    _choice(
        "tao",
        Text("Whether there are Tao stones."),
        "3",
        {
            "off": Text("There are no Tao stones."),
            "on": Text("There are Tao stones: liberties for all, taken only by a placement that captures."),
        },
    ),
    Axis(
        "tao_start",
        Text("Where Tao stones lie at the start."),
        "3.4",
        "tengen",
        {
            "tengen": Text("One Tao stone starts at tengen, the centre point, where the board has one."),
            "none": Text("No Tao stone is on the board at the start."),
        },
        _is_start,
        pattern=Text("a list of different points"),
        sample=("D4", "E5"),
        tell=_start,
    ),
    Axis(
        "tao_price",
        Text("What a Tao stone costs: one price, a list by the buyer's purchases, a schedule by moves, or an auction."),
        "3.3, 3.9",
        1,
        {prices.OFF: Text("No Tao stone can be bought; only those on the board and in hand are used.")},
        lambda value: not prices.trouble(value),
        pattern=Text("a whole number, a list of them, a schedule, an auction"),
        sample=(1, 2),
        tell=prices.tell,
        trouble=prices.trouble,
        further=("schedule 3, 2 from 20, 1 from 40", "auction 5 to 1 every 10"),
    ),
    _choice(
        "tao_payment",
        Text("How Tao stones are paid for."),
        "3.3, 3.6",
        {
            "prisoner": Text("Tao stones are paid for in prisoners."),
            "points": Text("Tao stones are paid for in points of the final score."),
        },
    ),
    Axis(
        "tao_in_hand",
        Text("Tao stones in hand at the start."),
        "3.4",
        0,
        {},
        is_count,
        pattern=Text("a whole number"),
        sample=1,
        tell=_in_hand,
    ),
    _flag(
        "own_overlap",
        Text("Whether stones may stand in own footprints."),
        "4.2",
        Text("A stone is placed on a vacant point, outside every footprint."),
        Text("A stone may also be placed inside own footprints; stones then connect there as well."),
    ),
    _choice(
        "friendly_fire",
        Text("What happens to other own groups without liberties than the played stone's."),
        "4.4",
        {
            "same": Text("Other own groups left without a liberty are removed together with the played stone's group."),
            "before": Text("The played stone's group is removed first, then other own groups still without a liberty."),
            "after": Text("Other own groups without a liberty go first, then the played stone's if it still has none."),
            "forbidden": Text("A placement that would remove an own group without the played stone is illegal."),
        },
    ),
    _choice(
        "removal",
        Text("In which order chains without enough liberties are taken."),
        "6.10",
        {
            "enemy-first": Text("Enemy chains are taken first, then own ones that still lack a liberty."),
            "together": Text("Chains of both colours that lack a liberty are taken at the same time."),
            "own-first": Text("Own chains are taken first, then enemy ones that still lack a liberty."),
        },
    ),
    _choice(
        "captured",
        Text("What happens to captured stones."),
        "6.10",
        {
            "prisoners": Text("Captured stones become prisoners."),
            "convert": Text("Captured stones stay on the board and change their colour."),
            "wall": Text("Captured stones become prisoners, and their points are closed for the rest of the game."),
        },
    ),
    Axis(
        "least_liberties",
        Text("How many liberties a chain needs to stay on the board."),
        "6.10",
        1,
        {},
        lambda value: is_count(value, 1),
        pattern=Text("a whole number from 1"),
        sample=2,
        tell=_counted(
            Text.counted("A chain needs at least {count} liberty.", "A chain needs at least {count} liberties.")
        ),
    ),
    Axis(
        "where",
        Text("Where stones may be placed."),
        "6.9",
        "anywhere",
        {value: where.tell(value) for value in ("anywhere", "no contact", "closed", "keima", "blocks")},
        lambda value: not where.trouble(value),
        pattern=Text("a distance or a size of chains"),
        sample="away 3",
        tell=where.tell,
        trouble=where.trouble,
        further=("near 2", "chains 3", "no chains of 4"),
    ),
    Axis(
        "goal",
        Text("What wins the game."),
        "6.1-6.2",
        "score",
        {"score": Text("The higher score wins.")},
        goals.is_goal,
        pattern=Text("another goal"),
        sample="capture 1",
        tell=goals.tell,
        trouble=goals.trouble,
        further=("misere score", "capture 5 at once", "capture on D4, E5", "connect", "row 5"),
    ),
    Axis(
        "order",
        Text("Whose turn it is."),
        "6.7",
        "alternate",
        {
            "alternate": Text("The players take turns."),
            "thue-morse": Text("Turns follow the Thue-Morse sequence: BWWB WBBW WBBW BWWB and so on."),
            "progressive": Text("Black takes one turn, White two in a row, Black three, and so on."),
        },
        lambda value: not orders.trouble(value),
        pattern=Text("a number of turns, a pattern"),
        sample="2 a turn",
        tell=orders.tell,
        trouble=orders.trouble,
        further=("B WW", "B (WW BB)"),
    ),
    Axis(
        "seats",
        Text("How many players move in turn while the colours alternate."),
        "6.7",
        2,
        {"2": Text("There are two players.")},
        lambda value: is_count(value, 2) and value <= orders.MOST // 2,
        pattern=Text("a whole number from 3 to {most}", most=orders.MOST // 2),
        sample=4,
        tell=lambda value: Text("All {count} players move in turn, and the colours alternate.", count=value),
    ),
    _choice(
        "passing",
        Text("What may be done instead of a move on the board."),
        "2.6",
        {
            "pass": Text("A player may pass."),
            "return": Text("There is no pass; a player may return a prisoner instead of placing."),
            "both": Text("A player may pass or return a prisoner."),
            "none": Text("A player must move on the board."),
            "forced": Text("A player may pass only without a legal placement."),
        },
    ),
    Axis(
        "coupons",
        Text("Whether a pass takes a coupon."),
        "6.8",
        "none",
        {"none": Text("There are no coupons.")},
        lambda value: not counting.trouble(value),
        pattern=Text("the value of a button, or of a stack of coupons"),
        sample=0.5,
        tell=counting.tell,
        trouble=counting.trouble,
        further=("20 to 0.5 by 0.5",),
    ),
    _flag(
        "pass_stones",
        Text("Whether a pass hands over a stone."),
        "6.8a",
        Text("A pass costs nothing."),
        Text("A player who passes hands over a stone as a prisoner. If Black passes last, White hands over another."),
    ),
    Axis(
        "passes",
        Text("How many passes in a row end the game."),
        "1.12",
        2,
        {"2": Text("Two passes in a row end the game."), "3": Text("Three passes in a row end the game.")},
        lambda value: is_count(value) and value in (2, 3),
    ),
    _choice(
        "end",
        Text("How the game ends."),
        "1.12, 2.7",
        {
            "passes": Text("Passes in a row end the game, and it is scored."),
            "no-moves": Text("A player who can only resign loses."),
        },
    ),
    _choice(
        "scoring",
        Text("What counts."),
        "1.13-1.15",
        {
            "area": Text("Stones count, and vacant points that only one colour reaches (area)."),
            "territory": Text("Vacant points that only one colour touches count, and prisoners (territory)."),
            "stones": Text("Stones on the board count."),
        },
    ),
    _choice(
        "weights",
        Text("How much each point counts."),
        "6.8b",
        {
            "even": Text("All points count the same."),
            "pyramid": Text("A point on the edge counts 1, and every line further inside 1 more."),
            "corners": Text(
                "A player who holds all four corner points gets 20 more points, and another 5 with the centre."
            ),
        },
    ),
    _choice(
        "tax",
        Text("Which vacant points count for neither player although one colour surrounds them."),
        "1.13a",
        {
            "none": Text("A group keeps all points that it surrounds, in seki as well."),
            "seki": Text("A group in seki has no points of its own."),
            "all": Text("Every group gives up two of the points that it surrounds, or the one that it has."),
        },
    ),
    Axis(
        "prisoner_value",
        Text("What a prisoner is worth."),
        "1.14",
        1,
        {},
        lambda value: is_number(value) and bool(value >= 0),
        pattern=Text("a number from 0"),
        sample=2,
        tell=_counted(
            Text.counted(
                "A prisoner is worth {points} point in territory scoring.",
                "A prisoner is worth {points} points in territory scoring.",
            )
        ),
    ),
    Axis(
        "komi",
        Text("Points White gets for moving second."),
        "1.16",
        0,
        {},
        is_number,
        pattern=Text("a number"),
        sample=6.5,
        tell=_komi,
    ),
    _choice(
        "payoff",
        Text("Whether the margin is turned into points for both players."),
        "6.8c",
        {
            "none": Text("Only the winner matters, not the margin."),
            "hahn": Text(
                "The winner gets 60 of 100 points for a margin of up to 10, 70 for up to 20, and so on, and all 100 "
                "for more than 40."
            ),
        },
    ),
    Axis(
        "handicap",
        Text("How many handicap stones or turns Black gets."),
        "0.6",
        0,
        {"0": Text("There is no handicap.")},
        is_count,
        pattern=Text("a whole number"),
        sample=4,
        tell=lambda value: Text("Black has a handicap of {count}.", count=value),
    ),
    _choice(
        "handicap_kind",
        Text("How a handicap is taken."),
        "0.6",
        {
            "fixed": Text("Handicap stones stand on the marked points, and White moves first."),
            "free": Text("Black places the handicap stones anywhere, then White moves first and history starts."),
            "turns": Text("Black takes as many turns in a row as the handicap says."),
        },
    ),
    Axis(
        "handicap_bonus",
        Text("What White gets in the score for a handicap."),
        "5",
        0,
        {
            "0": Text("White gets no points for a handicap."),
            "n-1": Text("White gets a point for every handicap stone or turn but the first."),
            "n": Text("White gets a point for every handicap stone or turn."),
        },
        lambda value: value in ("n-1", "n") if isinstance(value, str) else is_count(value) and value == 0,
    ),
    _choice(
        "fairness",
        Text("How the players agree on colours and komi."),
        "6.6a",
        {
            "none": Text("The players keep their colours."),
            "swap": Text("After the first stone, the other player may swap sides instead of moving (pie rule)."),
            "bid": Text("Both players secretly bid a komi; the higher bidder takes Black and gives that komi."),
            "auction": Text("The players bid rising komi in turn; the last bidder takes Black and gives that komi."),
            "switch": Text("Once in the game, after the first stone, a player may swap sides instead of moving."),
        },
    ),
)

_BY_NAME: dict[str, Axis] = {axis.name: axis for axis in _LIST}
AXES: Final[Mapping[str, Axis]] = MappingProxyType(_BY_NAME)
"""Every axis by its name, in the order of spec 5."""


def axis(name: str) -> Axis:
    """Return an axis by its name, by which axes are pickled and copied, since their functions cannot be."""
    return AXES[name]


copyreg.pickle(Axis, lambda row: (axis, (row.name,)))
