"""Swaps of sides, and bids for komi (spec 6.6a), independent of the board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from ..records import NAMES, Colour, Place, TengenError, Text
from ..records.text import NOTHING
from ..rules import Rules
from ..rules.axis import is_number, plain, told
from .turn import Turn

Side = Literal["first", "second"]
"""A player: the first one starts as Black, the second as White."""
SIDES: Final[tuple[Side, Side]] = ("first", "second")

_KOMI: Final = re.compile(r"[+-]?[0-9]{1,9}(?:[.,][0-9]{1,9})?")
_BID: Final = {"first": Text("The first player"), "second": Text("The second player")}


class Swap(NamedTuple):
    """A swap of sides after a number of moves, requested by the player who had this colour."""

    number: int
    by: Colour

    def told(self) -> Text:
        """Return it as a sentence without a full stop.

        >>> Swap(1, "white").told()
        'White swaps sides'
        """
        return Text("{player} swaps sides", player=NAMES[self.by])


class Bid(NamedTuple):
    """A player's offer to take Black for this komi; None ends the player's bids."""

    by: Side
    komi: float | None

    def told(self) -> Text:
        """Return it as a sentence without a full stop.

        >>> Bid("first", 6.5).told(), Bid("second", None).told()
        ('The first player bids 6.5', 'The second player bids no more')
        """
        if self.komi is None:
            return Text("{player} bids no more", player=_BID[self.by])
        return Text("{player} bids {komi}", player=_BID[self.by], komi=self.komi)

    def taking(self) -> Text:
        """Return the sentence, without a full stop, for the bid that takes Black.

        >>> Bid("first", 6.5).taking()
        'The first player takes Black and gives 6.5 komi'
        """
        return Text("{player} takes Black and gives {komi} komi", player=_BID[self.by], komi=self.komi)


def is_bidding(rules: Rules, bids: Sequence[Bid]) -> bool:
    """Return whether a bid is due before anything else."""
    if rules.fairness == "bid":
        return len(bids) < len(SIDES)
    return rules.fairness == "auction" and (not bids or bids[-1].komi is not None)


def read_bid(text: str) -> float | None:
    """Return the komi in a text, None for "none"; TengenError for anything else.

    >>> read_bid("6,5"), read_bid("none")
    (6.5, None)
    """
    written = text.strip().lower()
    if written != "none" and not _KOMI.fullmatch(written):
        raise TengenError("a bid is a komi such as 6.5, or none, not {text}", text=told(text))
    return None if written == "none" else plain(float(written.replace(",", ".")))


def bid_of(rules: Rules, bids: Sequence[Bid], komi: float | None) -> Bid:
    """Return the next bid of a game; TengenError if none is due, or if it is not allowed."""
    if not is_bidding(rules, bids):
        raise TengenError("no bid is due: bids come before the first move, under fairness = bid or auction")
    auction, highest = rules.fairness == "auction", bids[-1].komi if bids else None
    if komi is None and (highest is None or not auction):
        raise TengenError("bid a komi; only an auction lets a player bid no more, and not as the first bid")
    if komi is not None and (not is_number(komi) or komi * 2 != int(komi * 2)):
        raise TengenError("a bid is a whole or half number, such as 6.5, not {komi}", komi=told(komi))
    if auction and komi is not None and highest is not None and komi <= highest:
        raise TengenError("a bid must be higher than the last one, {highest}, not {komi}", highest=highest, komi=komi)
    return Bid(SIDES[len(bids) % 2], None if komi is None else plain(komi))


def winner_of(bids: Sequence[Bid]) -> Bid:
    """Return the winning bid, which takes Black: the highest, or the first player's if they are equal."""
    return max((bid for bid in bids if bid.komi is not None), key=lambda bid: bid.komi or 0)


def why_no_swap(rules: Rules, turns: Sequence[Turn], swaps: Sequence[Swap], to_play: Colour, *, is_over: bool) -> Text:
    """Return why the sides cannot be swapped now, or ""."""
    if rules.fairness not in ("swap", "switch"):
        return Text("these rules do not let players swap sides; set fairness = swap or switch")
    if is_over:
        return Text("the game is over")
    if swaps:
        return Text("the sides have been swapped already")
    stones = [turn.mover for turn in turns if isinstance(turn.move, Place)]
    if rules.fairness == "swap" and (len(turns) != 1 or stones in ([], [to_play])):
        return Text("only the opponent may swap sides, right after the first move of the game, if that placed a stone")
    if not stones:
        return Text("sides are swapped only after the first stone")
    return NOTHING
