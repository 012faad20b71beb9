"""Prices of Tao stones over a game (spec 3.3, 3.9): the values of ``tao_price``, parsed."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from ..records import Text, listed
from ..records.text import NOTHING, chained
from .axis import MOST, is_count

LONGEST: Final = 100_000
"""The maximum number of turns over which a price may change."""

OFF: Final = "off"
_NUMBER: Final = r"[0-9]{1,9}"
_SCHEDULE: Final = re.compile(rf"schedule ({_NUMBER})((?:, {_NUMBER} from {_NUMBER})+)")
_STEP: Final = re.compile(rf", ({_NUMBER}) from ({_NUMBER})")
_AUCTION: Final = re.compile(rf"auction ({_NUMBER}) to ({_NUMBER}) every ({_NUMBER})")
_FORMS: Final = Text(
    "it must be off, a whole number, a list of them, `schedule 3, 2 from 20, 1 from 40` or `auction 5 to 1 every 10`"
)


class Prices(NamedTuple):
    """Prices of Tao stones: ``amounts`` by place, the last one for all later places.

    The place is the number of Tao stones that the buyer has already bought. With ``by_turn`` it is the number of turns
    made; in an auction (``restarts``), the number made since the last Tao stone was bought. Unless ``sold``, only the
    Tao stones on the board and in hand exist.
    """

    amounts: tuple[int, ...]
    by_turn: bool = False
    restarts: bool = False
    sold: bool = True

    @property
    def last_turn(self) -> int:
        """The number of turns after which the price stays constant; 0 if it does not depend on turns."""
        return len(self.amounts) - 1 if self.by_turn else 0

    def asked(self, bought: int, turns: int) -> int | None:
        """Return the price for a player who has ``bought`` some, after ``turns``; None if none is sold.

        >>> prices_of("auction 5 to 1 every 10").asked(0, 25), prices_of((1, 2)).asked(7, 0)
        (3, 2)
        """
        place = turns if self.last_turn else bought
        return self.amounts[min(place, len(self.amounts) - 1)] if self.sold else None

    def paid(self, bought: int) -> int:
        """Return the total price of ``bought`` Tao stones, if prices depend on purchases."""
        return sum(self.amounts[:bought]) + self.amounts[-1] * max(0, bought - len(self.amounts))


@lru_cache(maxsize=64)
def prices_of(value: int | tuple[int, ...] | str) -> Prices:
    """Parse a valid value of ``tao_price``."""
    if isinstance(value, int):
        return Prices((value,))
    if isinstance(value, tuple):
        return Prices(value)
    if value == OFF:
        return Prices((0,), sold=False)
    if steps := _steps(value):
        ends = [first for _, first in steps[1:]]
        lengths = [end - first for (_, first), end in zip(steps, [*ends, steps[-1][1] + 1], strict=True)]
        return Prices(tuple(amount for (amount, _), length in zip(steps, lengths) for _ in range(length)), by_turn=True)
    high, low, every = _auction(value)
    falling = [amount for amount in range(high, low, -1) for _ in range(every)]
    return Prices((*falling, low), by_turn=True, restarts=True)


def trouble(value: Any) -> Text:
    """Return what is wrong with a value of ``tao_price``; "" for a valid one.

    >>> trouble("auction 1 to 5 every 10")
    'an auction begins at its highest price: `auction 5 to 1 every 10`'
    """
    if is_count(value) or (isinstance(value, tuple) and value and all(map(is_count, value))):
        return NOTHING
    if not isinstance(value, str):
        return _FORMS
    if steps := _steps(value):
        for (_, before), (amount, first) in pairwise(steps):
            if first <= before:
                wrong = Text("`{price} from {first}` must begin after move {before}")
                return wrong.with_values(price=amount, first=first, before=before)
        if (last := steps[-1][1]) > LONGEST:
            return Text("a schedule ends at move {longest:,} at the latest, not {last:,}", longest=LONGEST, last=last)
        return _too_large(max(amount for amount, _ in steps))
    if not _AUCTION.fullmatch(value):
        return NOTHING if value == OFF else _FORMS
    high, low, every = _auction(value)
    if high < low:
        right = f"auction {low} to {high} every {every}"
        return Text("an auction begins at its highest price: `{auction}`", auction=right)
    if every == 0:
        return Text("the price of an auction falls after 1 turn or more, not 0")
    if (turns := (high - low) * every) > LONGEST:
        return Text("an auction falls for {longest:,} turns at most, not {turns:,}", longest=LONGEST, turns=turns)
    return _too_large(high)


def _steps(value: str) -> list[tuple[int, int]]:
    """Return the amounts of a schedule, each with the number of the first move to which it applies."""
    found = _SCHEDULE.fullmatch(value)
    if found is None:
        return []
    return [(int(found[1]), 1), *((int(step[1]), int(step[2])) for step in _STEP.finditer(found[2]))]


def _auction(value: str) -> tuple[int, int, int]:
    """Return an auction's highest price, its lowest, and the number of turns after which it falls by one."""
    found = _AUCTION.fullmatch(value)
    if found is None:
        raise ValueError(value)
    return int(found[1]), int(found[2]), int(found[3])


def _too_large(amount: int) -> Text:
    if amount <= MOST:
        return NOTHING
    return Text("{price:,} is too large; numbers in the rules go up to {most:,}", price=amount, most=MOST)


def tell(value: int | tuple[int, ...] | str) -> Text:
    """Return the sentence for a valid value of ``tao_price``.

    >>> tell("schedule 3, 2 from 20")
    'A Tao stone costs 3, and 2 from move 20 on.'
    """
    if isinstance(value, str):
        return _tell_text(value)
    amounts = value if isinstance(value, tuple) else (value,)
    if not any(amounts):
        return Text("A Tao stone costs nothing.")
    if len(set(amounts)) == 1:
        return Text("A Tao stone costs {price}.", price=amounts[0])
    prices = chained(Text("{first}, then {then}"), map(str, amounts))
    return Text("The Tao stones that a player buys cost {prices} each.", prices=prices)


def _tell_text(value: str) -> Text:
    if steps := _steps(value):
        *others, (last, move) = steps[1:]
        changes = [Text("{price} from move {move} on", price=price, move=first) for price, first in others]
        return Text(
            "A Tao stone costs {prices}, and {last} from move {move} on.",
            prices=listed([steps[0][0], *changes], "comma"),
            last=last,
            move=move,
        )
    high, low, every = _auction(value)
    return Text.counted(
        "The price of the next Tao stone starts at {high} and falls by 1 every turn, down to {low}; once a player "
        "has bought one, it starts again.",
        "The price of the next Tao stone starts at {high} and falls by 1 every {count} turns, down to {low}; once a "
        "player has bought one, it starts again.",
        every,
        high=high,
        low=low,
    )
