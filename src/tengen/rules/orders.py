"""Whose turn it is (spec 6.7): values of ``order``, read as turns of Black and White."""

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
"""Those that never come back to where they were."""
MOST: Final = 32
"""No order has more letters."""
_PATTERN: Final = re.compile(r"([BW ]*)(?:\(([BW ]+)\))?")
_A_TURN: Final = re.compile(r"([1-9]\d{0,5}) a turn")
_ALL_FORMS: Final = Text(
    "it is alternate, thue-morse, progressive, `2 a turn`, or a pattern such as `B WW` or `B (WW BB)`, whose part in "
    "parentheses repeats"
)


@dataclass(frozen=True, slots=True)
class Order:
    """The turns of Black (B) and White (W), of which those from ``again`` on repeat.

    An endless order has no letters.
    """

    kind: str
    letters: str = "BW"
    again: int = 0

    def place(self, turns: int) -> int:
        """Return the place among the letters after a number of turns; without letters, the number.

        >>> order_of("B (WW BB)").place(6), order_of("progressive").place(6)
        (2, 6)
        """
        if not self.letters or turns < len(self.letters):
            return turns
        return self.again + (turns - self.again) % (len(self.letters) - self.again)


@lru_cache(maxsize=64)
def order_of(value: str, seats: int = 2) -> Order:
    """Return the order that a good value of ``order`` means; with more seats, a round of them is written out.

    >>> order_of("2 a turn").letters, order_of("B (WW BB)").again, order_of("alternate", seats=3).letters
    ('BBWW', 1, 'BWBWBW')
    """
    if value in ENDLESS:
        return Order(value, "")
    if value == KINDS[0]:
        return Order(value, "BW" * (seats // 2 if seats % 2 == 0 else seats))
    if found := _A_TURN.fullmatch(value):
        count = int(found[1])
        return Order("pattern", "B" * count + "W" * count)
    if not (found := _PATTERN.fullmatch(value)):
        raise ValueError(value)
    once, again = found[1].replace(" ", ""), (found[2] or "").replace(" ", "")
    return Order("pattern", once + again, len(once) if again else 0)


def is_order(value: Any) -> bool:
    """Return whether a value of ``order`` is possible."""
    return not trouble(value)


def trouble(value: Any) -> Text:
    """Return what is wrong with a value of ``order``; "" for a good one.

    >>> trouble("W BB"), trouble("B (WW)"), trouble("2 a turn")
    ('a pattern begins with B, because Black moves first', 'the part that repeats needs both B and W', '')
    """
    if not isinstance(value, str) or len(value) > 1000:
        return _ALL_FORMS
    if value in ENDLESS:
        return NOTHING
    try:
        order = order_of(value)
    except ValueError:
        return _ALL_FORMS
    if len(order.letters) > MOST:
        return Text("an order has at most {most} letters, half of them for each player in `k a turn`", most=MOST)
    if not order.letters.startswith("B"):
        return Text("a pattern begins with B, because Black moves first")
    if len(set(order.letters[order.again :])) < 2:
        return Text("the part that repeats needs both B and W")
    return NOTHING


def tell(value: str) -> Text:
    """Return the sentence for a good value that is no word.

    >>> tell("2 a turn")
    'Each player takes 2 turns in a row.'
    """
    order = order_of(value)
    if _A_TURN.fullmatch(value):
        count = len(order.letters) // 2
        return Text.counted(
            "Each player takes {count} turn in a row.", "Each player takes {count} turns in a row.", count
        )
    if order.again:
        return Text("Turns of Black (B) and White (W): {order}; the part in parentheses repeats.", order=value)
    return Text("Turns of Black (B) and White (W), over and over: {order}.", order=value)
