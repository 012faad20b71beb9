"""A game in memory: its room, its listeners, and cached views shared by them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ...records import Move, Text
from ..engine.messages import AnalysisResult, DeadStones
from ..languages.reader_language import language
from ..rooms import Room
from ..scheduler.threads import in_thread
from ..talk.presence import Seating
from .turn_view import MoveList

if TYPE_CHECKING:
    from ..store import StoredGame

_T = TypeVar("_T")
Listener = Callable[[], None]

_MOMENT: Final = 1.0
_SOON_TOLD: Final = 200
"""The maximum number of moves that are described within some milliseconds."""


def room_of(stored: StoredGame) -> Room:
    room = Room(stored.terms)
    for event in stored.events:
        room.apply(event)
    return room


class LiveGame:
    """A game in use: its room, answered intents, listeners, and the computer's searches."""

    def __init__(self, id: str, room: Room, listed: bool = False) -> None:
        self.id = id
        self.room = room
        self.listed = listed  # shown in the lobby
        self.intents: dict[str, int] = {}
        self.lock: Final = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.hearers: set[Listener] = set()
        self.seating: Seating = Seating()
        self.watching = 0
        self._telling: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.thinking_since: float | None = None
        self.pondering: asyncio.Task[None] | None = None
        self.pondered: int | None = None  # the number of moves at the last pondering
        self.trouble: Text | None = None
        self.stands_in = False
        self.judged: DeadStones | None = None
        self.advice: tuple[tuple[Move, ...], asyncio.Task[AnalysisResult]] | None = None  # after these moves
        self.gone = False  # deleted by the operator
        self.timer: asyncio.TimerHandle | None = None
        self.moves: Final = MoveList()
        self._made_for: tuple[Room, int] | None = None
        self._made: dict[Hashable, Any] = {}

    def once(self, what: Hashable, make: Callable[[], _T]) -> _T:
        """Return the result of ``make``, cached by language until the room changes."""
        if self._made_for is None or self._made_for[0] is not self.room or self._made_for[1] != self.room.number:
            self._made_for, self._made = (self.room, self.room.number), {}
        key = language(), what
        if key not in self._made:
            self._made[key] = make()
        made: _T = self._made[key]
        return made

    async def tell_moves(self) -> None:
        """Describe the moves of a long game in the reader's language, in a thread, before showing its state."""
        if self.moves.untold(self.room.game) > _SOON_TOLD:
            await in_thread(self.moves.view, self.room.after(()).game)  # a copy: the room may go on

    @property
    def dead_by(self) -> str:
        """The engine that marked the dead stones, as far as this server knows; "" if players did."""
        judged = self.judged
        return judged.by if judged is not None and set(judged.stones) == set(self.room.dead) else ""

    @property
    def changed(self) -> float:
        """The time of the last event, in seconds since 1970; 0 before the first."""
        return 0.0 if self.room.last_event is None else self.room.last_event.at

    def tell(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        for listener in tuple(self.listeners):
            listener()

    def speak(self) -> None:
        """Notify the listeners of the chat of a message."""
        for hearer in tuple(self.hearers):
            hearer()

    def tell_soon(self) -> None:
        """Notify every listener soon, once for many viewers who arrive together."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(_MOMENT, self.tell)

    def stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
