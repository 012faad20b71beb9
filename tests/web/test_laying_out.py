"""Boards that take long to lay out: in the process beside the server, and never again in the server's own."""

from __future__ import annotations

import pytest

from tengen.boards import spots
from tengen.web.games.game_request import GameChoice
from tengen.web.games.laying_out import laid_out
from tengen.web.scheduler.limit_table import TokenBuckets
from tengen.web.scheduler.scheduler import Scheduler


async def test_a_layout_comes_along_although_the_process_has_known_it_before(monkeypatch: pytest.MonkeyPatch) -> None:
    choice = GameChoice(variant="chinese", board="graph:wheel-90")

    def forbidden(edges: object) -> None:
        raise AssertionError("laid out in the server's own process")

    monkeypatch.setattr(spots, "_laid_out", forbidden)
    side = Scheduler(TokenBuckets(100, 1))
    try:
        for _ in range(2):
            spots._KNOWN.clear()
            game = await laid_out(side, "somebody", choice)
            assert len(game.board.coordinates) == 90
    finally:
        await side.stop()
