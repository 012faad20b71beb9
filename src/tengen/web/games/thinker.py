"""The engine as games use it: positions of games to think about, on account of who asked for it last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

from ..engine import EnginePool, Question
from ..engine.messages import AnalysisResult
from ..rooms import Seat
from .live_game import LiveGame

_GAMES: Final = 20_000
_PLAYER: Final = "player "
"""What begins an account that is no address."""


class Thinker:
    """Has the engine think about games, each on the account of the address that asked last.

    No address is known where that was at another server or before a restart, until a player opens the game's page: so
    long it is on the account of the ``player`` who sits in it, and all games of one player have one share together.
    """

    def __init__(self, engine: EnginePool, player: Callable[[str], Awaitable[str | None]]) -> None:
        self._engine, self._player = engine, player
        self._payers: OrderedDict[str, str] = OrderedDict()

    def charge(self, game: str, payer: str) -> None:
        """Note on whose account the engine thinks about a game from now on."""
        self._payers[game] = payer
        self._payers.move_to_end(game)
        if len(self._payers) > _GAMES:
            self._payers.popitem(last=False)

    def seen(self, game: str, address: str) -> None:
        """Note from which address a player looks at a game: it is on that account where no address has asked yet."""
        if self._payers.get(game, _PLAYER).startswith(_PLAYER):
            self.charge(game, address)

    async def move(self, live: LiveGame, seat: Seat) -> str:
        """Return the move of the computer in a seat; errors of this and the others as for `EnginePool`.

        Where a stronger engine has the seat and does not answer, Tengen's own stands in for it, which the game notes.
        """
        question = await self._question(live)
        guest = None if seat.visits is None else await self._engine.guest_move(question, seat.visits)
        live.stands_in = seat.visits is not None and guest is None
        return guest or await self._engine.move(question, seat.plays_at)

    async def ponder(self, live: LiveGame, seat: Seat) -> None:
        """Have the computer in a seat of Tengen's own think on while the other side does, where that costs nobody."""
        if self._engine.ponders and seat.visits is None:
            await self._engine.ponder(await self._question(live), seat.plays_at)

    async def dead(self, live: LiveGame) -> list[str]:
        """Return the stones that look dead; the game notes whose opinion that is."""
        live.judged = await self._engine.dead(await self._question(live))
        return live.judged.stones

    async def analyse(self, live: LiveGame, simulations: int) -> AnalysisResult:
        """Return what is found about the position."""
        return await self._engine.analyse(await self._question(live), simulations)

    def waits(self, live: LiveGame) -> bool:
        """Say whether no worker has begun to think about a game yet."""
        return self._engine.queued(live.id)

    async def _question(self, live: LiveGame) -> Question:
        payer = await self._payer(live.id)
        game = live.room.game
        return Question(game.to_json(), len(game.board), live.id, payer, len(game.moves), game.board.text)

    async def _payer(self, game: str) -> str:
        if game not in self._payers:
            player = await self._player(game)
            if player is not None and game not in self._payers:  # else an address has asked meanwhile
                self.charge(game, _PLAYER + player)
        return self._payers.get(game, "")
