"""The values of axes and parts of the whole state that a part of Tengen supports; all others are refused by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from ..records.errors import UnservedRules
from .axes import AXES
from .axis import refusal, show
from .repetition import Repetition, rules_that
from .rules import Rules

ANY: Final = None
"""Every value of the axis is supported."""

Served = Mapping[str, Iterable[Any] | Callable[[Repetition], bool] | None]
"""Supported values by axis, a predicate on rows of repetition, or `ANY`; of other axes, only the default."""

ORDINARY: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        "suicide": ("forbidden", "allowed"),
        "tiles": ("none",),
        "tao": ("off",),
        "own_overlap": (False,),
        "passing": ("pass",),
        "end": ("passes",),
    }
)
"""The values that make turns ordinary Go, on boards where a stone blocks only its own point."""


def any_of(names: str) -> dict[str, None]:
    """Return `ANY` for the axes in a space-separated list.

    >>> any_of("komi handicap")
    {'komi': None, 'handicap': None}
    """
    return dict.fromkeys(names.split(), ANY)


def strangers(rules: Rules, served: Served) -> Iterator[str]:
    """Yield the axes whose values are not supported, each with its value.

    >>> from tengen.rules import Rules
    >>> list(strangers(Rules(tiles="cushion", komi=6), {"komi": ANY}))
    ['tiles = cushion']
    """
    return (f"{axis} = {show(value)}" for axis, value, _ in _strange(rules, served))


def unserved(who: str, rules: Rules, served: Served) -> UnservedRules | None:
    """Return the error for values that the part named ``who`` does not support; None if it supports all.

    >>> from tengen.rules import Rules
    >>> print(unserved("a proof", Rules(tiles="tile"), {}))
    a proof does not serve tiles = tile; it serves none
    """
    found = [refusal(who, axis, value, values) for axis, value, values in _strange(rules, served)]
    return UnservedRules(found) if found else None


def check_served(who: str, rules: Rules, served: Served) -> None:
    """Refuse rules that the part named ``who`` does not support.

    An axis that the part does not mention must have its default, so that new axes are never ignored.

    Raises:
        UnservedRules: every such axis, its value and the supported values.
    """
    if found := unserved(who, rules, served):
        raise found


def _strange(rules: Rules, served: Served) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    for name, axis in AXES.items():
        known = served.get(name, (axis.default,))
        if known is ANY:
            continue
        values = rules_that(known) if callable(known) else tuple(known)
        if (value := getattr(rules, name)) not in values:
            yield name, value, values


@dataclass(frozen=True, slots=True)
class StatePart:
    """One part: ``about`` describes it, and ``belongs`` decides from the axes whether it matters."""

    name: str
    about: str
    belongs: Callable[[Rules], bool]


_ROWS: dict[str, StatePart] = {
    row.name: row
    for row in (
        StatePart(
            "tiles",
            "the height of every stack of tiles",
            lambda rules: rules.tiles != "none" or rules.captured == "wall",
        ),
        StatePart(
            "incursion", "whether the last placement was an incursion (spec 2.2)", lambda rules: rules.tiles != "none"
        ),
        StatePart("prisoners", "the prisoners of each player", lambda rules: rules.spends_prisoners),
        StatePart("tao_in_hand", "the Tao stones that each player has in hand", lambda rules: rules.tao != "off"),
        StatePart("tao_bought", "the Tao stones that each player has bought", lambda rules: rules.tao != "off"),
        StatePart(
            "tao_price",
            "the price asked for a Tao stone, where it goes by turns (spec 3.9)",
            lambda rules: rules.tao != "off" and rules.tao_prices.last_turn > 0,
        ),
        StatePart("order", "whose turn it is in the order (spec 6.7)", lambda rules: rules.order != "alternate"),
        StatePart(
            "recapture",
            "how many stones a capture must exceed (spec 6.4)",
            lambda rules: rules.recapture not in ("any", "tibetan"),
        ),
    )
}

STATE_PARTS: Final[Mapping[str, StatePart]] = MappingProxyType(_ROWS)
"""Every part by its name, in the order in which parts are encoded."""


def state_parts(who: str, rules: Rules, known: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the parts of the whole state under some rules, in the order of the table.

    UnservedRules if one is missing from ``known``, the parts that ``who`` can encode.

    >>> from tengen.rules import Rules
    >>> state_parts("a game", Rules(tiles="tile", tao="on", tao_payment="points"), STATE_PARTS)
    ('tiles', 'incursion', 'tao_in_hand', 'tao_bought')
    """
    served = tuple(known)
    found = tuple(name for name, part in STATE_PARTS.items() if part.belongs(rules))
    if strange := [STATE_PARTS[name] for name in found if name not in served]:
        wholes = [f"{part.name} ({part.about}), which belongs to the whole state under these rules" for part in strange]
        raise UnservedRules([f"{who} does not follow {whole}; it follows {', '.join(served)}" for whole in wholes])
    return found
