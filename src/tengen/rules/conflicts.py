"""Which axes contradict each other (spec 5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..records import Text, listed
from ..records.text import NOTHING
from .axes import AXES, ENDS_BY_PASSES, MAY
from .axis import show
from .goals import goal_of
from .orders import ENDLESS, order_of
from .repetition import REPETITIONS, Compares, Ko, Repetition, Then, rules_that
from .where import where_of


@dataclass(frozen=True)
class Contradiction:
    """Two or more axes whose values exclude each other, and why."""

    axes: tuple[str, ...]
    message: Text


@dataclass(frozen=True)
class Need:
    """A condition for an axis: it may differ from its default only if another axis has one of certain values."""

    axis: str
    other: str
    given: tuple[Any, ...] | Callable[[Repetition], bool]  # the values, or a predicate on rules of repetition
    said: Text = NOTHING
    harmless: bool = False  # a change without effect is not an error, since its case never occurs (spec 2.7)

    @property
    def values(self) -> tuple[Any, ...]:
        """The values of the other axis."""
        return rules_that(self.given) if callable(self.given) else self.given

    @property
    def words(self) -> Text:
        """The condition in words."""
        return self.said or Text("{axis} is {values}", axis=self.other, values=listed(map(show, self.values), "or"))

    def met(self, axes: Mapping[str, Any]) -> bool:
        """Return whether the axis has an effect with these axes."""
        return axes[self.other] in self.values


NEEDS = (
    Need("tiles", "captured", ("prisoners", "convert")),
    Need("cycle", "repetition", lambda row: row.then is Then.CYCLE),
    Need("pass_lifts_ko", "repetition", lambda row: row.ko is Ko.SINGLETON),
    Need("singleton_of", "repetition", lambda row: row.ko is Ko.SINGLETON),
    Need("tile_stack", "tiles", ("tile", "cushion"), Text("there are tiles")),
    Need("tao_start", "tao", ("on",), Text("tao is on")),
    Need("tao_price", "tao", ("on",), Text("tao is on")),
    Need("tao_payment", "tao", ("on",), Text("tao is on")),
    Need("tao_in_hand", "tao", ("on",), Text("tao is on")),
    Need("coupons", "end", ("passes",), Text("the game ends by passes")),
    Need("pass_stones", "end", ("passes",), Text("the game ends by passes")),
    Need("payoff", "end", ("passes",), Text("the game ends by passes")),
    Need("weights", "end", ("passes",), Text("the game ends by passes"), harmless=True),
    Need("weights", "scoring", ("area", "stones"), Text("areas or stones are counted")),
    Need("seats", "order", ("alternate",)),
    Need("passes", "end", ("passes",), Text("the game ends by passes")),
    Need("friendly_fire", "removal", ("enemy-first",)),
    Need("friendly_fire", "captured", ("prisoners",)),
    Need("friendly_fire", "least_liberties", (1,)),
    Need("scoring", "end", ("passes",), Text("the game ends by passes"), harmless=True),
    Need("komi", "end", ("passes",), Text("the game ends by passes"), harmless=True),
    Need("prisoner_value", "end", ("passes",), Text("the game ends by passes")),
    Need("tax", "end", ("passes",), Text("the game ends by passes"), harmless=True),
    Need("tax", "scoring", ("area", "territory"), Text("vacant points count"), harmless=True),
    Need("prisoner_value", "scoring", ("territory",), Text("territory counts")),
)
LEAST_FIXED, MOST_FIXED = 2, 9


def idle(name: str, axes: Mapping[str, Any]) -> str:
    """Return why an axis has no effect with these axes; "" if it has one.

    >>> idle("tile_stack", {"tiles": "none"})
    'tiles = none'
    """
    for need in NEEDS:
        if need.axis == name and not need.met(axes):
            return f"{need.other} = {show(axes[need.other])}"
    return ""


_ENDS: Final[Mapping[str, Text]] = {
    "passes": Text("end = passes needs a pass, but passing = {value}; set end = no-moves or passing = pass"),
    "no-moves": Text(
        "end = no-moves cannot happen with a pass, but passing = {value}; set end = passes or passing = return"
    ),
}
"""The error for each end that the value of passing makes impossible."""


def _about_sides(axes: Mapping[str, Any]) -> Iterator[Contradiction]:
    """Yield the contradictions that involve ``fairness`` (spec 6.6a)."""
    fairness, aim = axes["fairness"], goal_of(axes["goal"])
    if fairness != "none" and axes["handicap"]:
        message = Text("fairness = {value} cannot be combined with a handicap; set handicap = 0", value=fairness)
        yield Contradiction(("fairness", "handicap"), message)
    if fairness != "none" and axes["seats"] > 2:
        message = Text("fairness = {value} is for two players; set seats = 2", value=fairness)
        yield Contradiction(("fairness", "seats"), message)
    if fairness in ("bid", "auction") and (aim.lower_wins or aim.is_instant or axes["end"] == "no-moves"):
        message = Text(
            "fairness = {value} sets the komi, so it needs a game that the higher score wins", value=fairness
        )
        yield Contradiction(("fairness", "goal", "end"), message)
    if fairness == "swap" and order_of(axes["order"]).letters[1:2] == "B":
        message = Text(
            "fairness = swap needs an order in which White has the second turn, not {order}", order=axes["order"]
        )
        yield Contradiction(("fairness", "order"), message)


def contradictions(axes: Mapping[str, Any], bad: Collection[str] = ()) -> list[Contradiction]:
    """Return every contradiction between axes, ignoring axes with invalid values."""
    axes = {name: axis.default if name in bad else axes[name] for name, axis in AXES.items()}
    found = []
    passing, end, stones = axes["passing"], axes["end"], axes["handicap"]
    if end in _ENDS and (passing in MAY and MAY[passing][0]) != ENDS_BY_PASSES[end]:
        found.append(Contradiction(("passing", "end"), _ENDS[end].with_values(value=passing)))
    for need in NEEDS:
        if axes[need.axis] != AXES[need.axis].default and not need.met(axes) and not need.harmless:
            message = Text(
                "{axis} = {value} has no effect unless {need}, but {other} = {actual}",
                axis=need.axis,
                value=show(axes[need.axis]),
                need=need.words,
                other=need.other,
                actual=show(axes[need.other]),
            )
            found.append(Contradiction((need.axis, need.other), message))
    if goal_of(axes["goal"]).lower_wins and axes["end"] == "no-moves":
        message = Text("goal = misere score has no effect unless the game ends by passes, but end = no-moves")
        found.append(Contradiction(("goal", "end"), message))
    for name, large in (
        ("recapture", axes["recapture"] == "tibetan"),
        ("where", where_of(axes["where"]).follows),
        ("order", axes["order"] in ENDLESS),
    ):
        if large and REPETITIONS[axes["repetition"]].compares is Compares.STATE:
            message = Text(
                "repetition = {value} compares whole states, which {axis} = {actual} does not allow; "
                "choose another repetition rule",
                value=axes["repetition"],
                axis=name,
                actual=axes[name],
            )
            found.append(Contradiction(("repetition", name), message))
    if axes["where"] == "keima" and axes["order"] == "alternate":
        message = Text("where = keima needs an order with turns in a row, such as 2 a turn, not alternate")
        found.append(Contradiction(("where", "order"), message))
    if goal_of(axes["goal"]).kind == "capture on" and axes["captured"] == "convert":
        message = Text(
            "goal = capture on ... does not work with captured = convert, which leaves captured stones on the board"
        )
        found.append(Contradiction(("goal", "captured"), message))
    found += _about_sides(axes)
    if axes["handicap_kind"] == "fixed" and stones and not LEAST_FIXED <= stones <= MOST_FIXED:
        message = Text(
            "a fixed handicap is {least} to {most}, not {stones}; set handicap_kind = free or turns",
            least=LEAST_FIXED,
            most=MOST_FIXED,
            stones=stones,
        )
        found.append(Contradiction(("handicap", "handicap_kind"), message))
    if axes["handicap_kind"] == "turns" and stones == 1:
        message = Text(
            "a handicap of 1 turn changes nothing: Black moves first anyway; set handicap = 0 or {least}",
            least=LEAST_FIXED,
        )
        found.append(Contradiction(("handicap", "handicap_kind"), message))
    return [one for one in found if not set(one.axes) & set(bad)]


def problems(axes: Mapping[str, Any]) -> list[Text]:
    """Return everything wrong with the values of all axes and their combination."""
    refusals = {name: axis.refusal(axes[name]) for name, axis in AXES.items()}
    bad = [name for name, refusal in refusals.items() if refusal]
    return [*(refusals[name] for name in bad), *(one.message for one in contradictions(axes, bad))]
