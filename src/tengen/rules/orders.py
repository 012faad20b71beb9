"""Orders of play (spec 6.7): values of ``order``, parsed as turns of Black and White."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from ..records import Text
from ..records.text import NOTHING

KINDS: Final = ("alternate", "pattern", "thue-morse", "progressive")
"""The kinds of orders, in the order of the kernel's codes."""
ENDLESS: Final = KINDS[2:]
"""Orders that never return to an earlier state."""
MOST: Final = 32
"""The longest order, in letters."""
_PATTERN: Final = re.compile(r"([BW ]*)(?:\(([BW ]+)\))?")
_A_TURN: Final = re.compile(r"([1-9][0-9]{0,5}) a turn")
_ALL_FORMS: Final = Text(
    "it must be alternate, thue-morse, progressive, `2 a turn`, or a pattern such as `B WW` or `B (WW BB)`, whose part "
    "in parentheses repeats"
)


@dataclass(frozen=True, slots=True)
class Order:
    """Turns of Black (B) and White (W); those from ``again`` on repeat. An endless order has no letters."""

    kind: str
    letters: str = "BW"
    again: int = 0


@lru_cache(maxsize=64)
def order_of(value: str, seats: int = 2) -> Order:
    """Parse a valid value of ``order``; with more seats, a whole round is written out.

    >>> order_of("2 a turn").letters, order_of("B (WW BB)").again, order_of("alternate", seats=3).letters
    ('BBWW', 1, 'BWBWBW')
    """
    if value in ENDLESS:
        return Order(value, "")
    if value == KINDS[0]:
        return Order(value, "BW" * (seats // 2 if seats % 2 == 0 else seats))
    if found := _A_TURN.fullmatch(value):
        return Order("pattern", "B" * int(found[1]) + "W" * int(found[1]))
    if not (found := _PATTERN.fullmatch(value)) or not value.strip("( )"):
        raise ValueError(value)
    once, again = found[1].replace(" ", ""), (found[2] or "").replace(" ", "")
    return Order("pattern", once + again, len(once) if again else 0)


def trouble(value: Any) -> Text:
    """Return what is wrong with a value of ``order``; "" for a valid one.

    >>> trouble("W BB"), trouble("B (WW)"), trouble("2 a turn")
    ('a pattern begins with B, because Black moves first', 'the part that repeats needs both B and W', '')
    """
    try:
        order = order_of(value if isinstance(value, str) and len(value) <= 1000 else "?")
    except ValueError:
        return _ALL_FORMS
    if len(order.letters) > MOST:
        return Text(
            "an order has at most {most} letters, so `{half} a turn` is the longest possible",
            most=MOST,
            half=MOST // 2,
        )
    if order.letters[:1] == "W":
        return Text("a pattern begins with B, because Black moves first")
    if order.letters and len(set(order.letters[order.again :])) < 2:
        return Text("the part that repeats needs both B and W")
    return NOTHING


def tell(value: str) -> Text:
    """Return the sentence for a valid value other than a word.

    >>> tell("2 a turn")
    'Each player takes 2 turns in a row.'
    """
    if found := _A_TURN.fullmatch(value):
        return Text.counted(
            "Each player takes {count} turn in a row.", "Each player takes {count} turns in a row.", int(found[1])
        )
    if order_of(value).again:
        return Text("Turns of Black (B) and White (W): {order}; the part in parentheses repeats.", order=value)
    return Text("Turns of Black (B) and White (W), over and over: {order}.", order=value)
