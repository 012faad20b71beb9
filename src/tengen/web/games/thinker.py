"""The engine as games use it: positions of games to think about, on account of who asked for it last."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from ..engine import EnginePool, Question
from ..engine.messages import AnalysisResult
from .live_game import LiveGame

_GAMES: Final = 20_000


class Thinker:
    """Has the engine think about games; one that is taken up from another server is on its own account."""

    def __init__(self, engine: EnginePool) -> None:
        self._engine = engine
        self._payers: OrderedDict[str, str] = OrderedDict()

    def charge(self, game: str, address: str) -> None:
        """Note on whose account the engine thinks about a game from now on."""
        self._payers[game] = address
        self._payers.move_to_end(game)
        if len(self._payers) > _GAMES:
            self._payers.popitem(last=False)

    async def move(self, live: LiveGame, level: int) -> str:
        """Return the move of a level of the computer; errors of this and the others as for `EnginePool`."""
        return await self._engine.move(self._question(live), level)

    async def dead(self, live: LiveGame) -> list[str]:
        """Return the stones that look dead."""
        return await self._engine.dead(self._question(live))

    async def analyse(self, live: LiveGame, simulations: int) -> AnalysisResult:
        """Return what is found about the position."""
        return await self._engine.analyse(self._question(live), simulations)

    def waits(self, live: LiveGame) -> bool:
        """Say whether no worker has begun to think about a game yet."""
        return self._engine.queued(live.id)

    def _question(self, live: LiveGame) -> Question:
        game = live.room.game
        payer = self._payers.get(live.id, "")
        return Question(game.to_json(), len(game.board), live.id, payer, len(game.moves))
