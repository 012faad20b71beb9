"""Advice during a game: hints and outlooks, for whoever may have them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Final
from weakref import WeakKeyDictionary

from ...records import Colour, Move, Text
from ..engine.messages import AnalysisResult
from ..error_texts import RATED_WITHOUT_HINTS
from ..rooms import Room
from ..rooms.refusals import IntentRefused
from .computer_turns import Thinker
from .live_game import LiveGame

SIMULATIONS: Final = 1_000
"""What advice on one position costs; the same position is looked at once."""


def why_no_advice(room: Room, seats: Collection[Colour]) -> Text | None:
    """Say why somebody in these seats gets no advice; None where they may have it."""
    if not seats:
        return Text("You are watching this game; hints are for its players.")
    if room.terms.rated:
        return RATED_WITHOUT_HINTS
    if room.phase not in ("playing", "waiting"):
        return Text("Hints are for a game that goes on.")
    if not room.is_alone and not room.hints:
        return Text("Hints against a friend are for both or for nobody: ask your opponent first.")
    return None


class Adviser:
    """Has the engine look at positions for players who ask; each position once."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._known: WeakKeyDictionary[LiveGame, tuple[Room, AnalysisResult]] = WeakKeyDictionary()
        self._looking: WeakKeyDictionary[LiveGame, tuple[tuple[Move, ...], asyncio.Task[AnalysisResult]]] = (
            WeakKeyDictionary()
        )

    def knows(self, live: LiveGame) -> bool:
        """Say whether the position has been looked at: then advice costs nothing."""
        return live in self._known and self._known[live][0].game.moves == live.room.game.moves

    async def look(self, live: LiveGame, pay: Callable[[int], None]) -> AnalysisResult:
        """Return what is found about the position; ``pay`` charges for it first, where it is not known yet.

        Raises:
            IntentRefused: it was too much, or the game has gone on meanwhile. EngineError: the engine is not there.
        """
        if not self.knows(live):
            room, looking = live.room, self._looking.get(live)
            if looking is None or looking[0] != room.game.moves or looking[1].done():
                pay(SIMULATIONS)
                search = self._thinker.analyse(live, SIMULATIONS)
                looking = self._looking[live] = room.game.moves, asyncio.ensure_future(search)
            found = await asyncio.shield(looking[1])
            if live.room.game.moves != looking[0]:
                raise IntentRefused("stale")
            self._known[live] = live.room, found
        return self._known[live][1]
