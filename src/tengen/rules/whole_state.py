"""What belongs to the whole state of a game beside the position and the side to move (spec 1.6): a row a part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from ..records.errors import UnservedRules

if TYPE_CHECKING:
    from .rules import Rules


@dataclass(frozen=True, slots=True)
class StatePart:
    """One part: ``about`` says what it is, and ``belongs`` whether the axes in force make it matter."""

    name: str
    about: str
    belongs: Callable[[Rules], bool]


_ROWS: dict[str, StatePart] = {
    row.name: row
    for row in (
        StatePart("tiles", "the height of every stack of tiles", lambda rules: rules.tiles != "none"),
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
    )
}

STATE_PARTS: Final[Mapping[str, StatePart]] = MappingProxyType(_ROWS)
"""Every part by its name; several of them in a row are written in this order."""


def state_parts(who: str, rules: Rules, known: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the parts that belong to the whole state under some rules, in the order of the table.

    Raises:
        UnservedRules: one of them is not among the ``known``, which are those that ``who`` has an encoding for.

    >>> from tengen.rules import Rules
    >>> state_parts("a game", Rules(tiles="tile", tao="on", tao_payment="points"), STATE_PARTS)
    ('tiles', 'incursion', 'tao_in_hand', 'tao_bought')
    """
    served = tuple(known)
    found = tuple(name for name, part in STATE_PARTS.items() if part.belongs(rules))
    if strange := [STATE_PARTS[name] for name in found if name not in served]:
        raise UnservedRules([_refusal(who, part, served) for part in strange])
    return found


def _refusal(who: str, part: StatePart, served: Iterable[str]) -> str:
    whole = f"{part.name} ({part.about}), which belongs to the whole state under these rules"
    return f"{who} does not follow {whole}; it follows {', '.join(served)}"
