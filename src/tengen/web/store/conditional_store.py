"""The table of conditional moves, one row for each seat, deleted with the game."""

from __future__ import annotations

import json

from sqlalchemy import select

from ...records import Colour
from ..rooms.conditional_moves import ConditionalMoves
from .schema import conditional_moves as table
from .schema import games
from .statements import Statements, put


class ConditionalStore(Statements):
    async def keep(self, game: str, colour: Colour, moves: ConditionalMoves) -> None:
        row = {"game": game, "colour": colour, **vars(moves), "lines": json.dumps(moves.lines)}
        async with self.engine.begin() as connection:
            await put(connection, table, [row], ["game", "colour"])

    async def of(self, game: str) -> dict[Colour, ConditionalMoves]:
        found = await self._rows(select(table).where(table.c.game == game))
        return {row.colour: ConditionalMoves(row.base, row.position, json.loads(row.lines)) for row in found}

    async def games(self) -> list[str]:
        """Return the games in progress with conditional moves."""
        held = select(table.c.game).distinct().join(games, games.c.id == table.c.game)
        return await self._values(held.where(games.c.phase == "playing"))
