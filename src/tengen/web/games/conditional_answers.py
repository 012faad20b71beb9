"""Playing conditional moves: as soon as the opponent has moved, and after a failure or a restart."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from ...records import Colour, Text
from ..rooms import IntentRefused, Room
from ..rooms.conditional_moves import ConditionalMoves, kept, reply
from ..rooms.events import Moved
from ..scheduler.tasks import TaskSet
from ..scheduler.threads import in_thread
from ..store import Store
from ..texts import tell
from .live_game import LiveGame
from .loaded_games import LoadedGames
from .turn_view import in_words


class ConditionalAnswers:
    """Plays the conditional moves of players.

    A move is stored before conditional moves are read, and conditional moves are stored before the game is read: so
    whichever is stored second finds the other, on any server.
    """

    def __init__(self, store: Store, games: LoadedGames, tasks: TaskSet) -> None:
        self._store, self._games, self._tasks = store, games, tasks
        self._waiting: Final[set[str]] = set()  # games not yet checked
        games.stored.append(self._stored)

    async def begin(self) -> None:
        """Note the games in which a move may have been stored but not answered before this server started."""
        self._waiting.update(await self._store.conditional.games())

    async def take_up(self) -> None:
        """Check the remaining games."""
        for game in tuple(self._waiting):
            await self._answer(game)

    def _stored(self, live: LiveGame, before: Room) -> None:
        room = live.room
        if room.terms.timing.kind == "correspondence" and not room.is_alone and isinstance(room.last_change, Moved):
            self._waiting.add(live.id)
            self._tasks.start(self._answer(live.id))

    async def _answer(self, game: str) -> None:
        """Play the answer to the last move of a game; while it cannot be stored, `take_up` retries."""
        self._waiting.add(game)
        found = await self._store.conditional.of(game)
        live = await self._games.find_whole(game) if found else None
        if live is None:
            self._waiting.discard(game)
            return
        if self._store.shared:
            await self._games.catch_up(game)
        for colour, moves in found.items():
            with suppress(IntentRefused):
                await self._games.append(live, partial(reply, colour, moves))
        self._waiting.discard(game)

    async def keep(self, live: LiveGame, colour: Colour, lines: Sequence[Sequence[str]], number: int) -> None:
        """Replace a player's conditional moves.

        ``number`` is the number of events they had seen. IntentRefused if the game has moved on, or a line is illegal.
        """
        async with live.lock:  # taking back a move drops them
            if not live.room.is_up_to_date(number):
                raise IntentRefused("stale")
            await self._store.conditional.keep(live.id, colour, await in_thread(kept, live.room, colour, lines))
        await self._answer(live.id)

    async def view(self, live: LiveGame, colour: Colour) -> dict[str, object]:
        """Return a player's remaining conditional moves, and a note on what happened to them at the last move."""
        found = (await self._store.conditional.of(live.id)).get(colour)
        if found is None:
            return {"lines": [], "note": ""}
        room, said = live.room, _note(live.room, colour, found)
        lines = found.after(found.since(room.game)) if room.phase == "playing" else []
        left = [line for line in lines if line and room.game.to_play != colour]
        return {"lines": left, "note": tell(said) if said else ""}


def _note(room: Room, colour: Colour, moves: ConditionalMoves) -> Text | None:
    """Return the owner's note on their conditional moves at the last move, or None."""
    since = moves.since(room.game)
    if not since or not any(moves.after(since[:-1])) or room.phase == "over":
        return None
    last, found = in_words(since[-1]), moves.after(since)
    if len(since) % 2 == 0:
        answered = Text(
            "You answered {move} with your conditional move {answer}.", answer=last, move=in_words(since[-2])
        )
        return answered if found else None
    if not found:
        return Text("None of your conditional moves answers {move}.", move=last)
    if not found[0] or not room.game.why_not(found[0][0]):
        return None
    return Text("Your conditional move {answer} is not legal here: it was dropped.", answer=in_words(found[0][0]))
