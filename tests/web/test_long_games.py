"""Slow work on long games is done off the event loop."""

import threading

import pytest
from starlette.testclient import TestClient
from web_games import begin, play

from tengen import Game
from tengen.boards import spots
from tengen.web.games import live_game, turn_view
from tengen.web.games.game_request import GameChoice, laid_out
from tengen.web.scheduler.limit_table import TokenBuckets
from tengen.web.scheduler.scheduler import Scheduler


def test_all_moves_of_a_game_that_is_shown_first(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    id = begin(client)["id"]
    for move in ("C3", "D3", "C4"):
        play(client, id, move)
    loop = client.portal.call(threading.get_ident)  # type: ignore[union-attr]
    real, found = turn_view.moves_view, list[bool]()

    def noted(game: Game, first: int = 0) -> list[dict[str, object]]:
        found.append(threading.get_ident() != loop)
        return real(game, first)

    monkeypatch.setattr(live_game, "_SOON_TOLD", 1)
    monkeypatch.setattr(turn_view, "moves_view", noted)
    first = client.get(f"/api/games/{id}", headers={"accept-language": "de"}).json()
    assert [move["text"] for move in first["moves"]] == ["C3", "D3", "C4"]
    assert found[0]
    with client.websocket_connect(f"/api/games/{id}/live", headers={"accept-language": "ko"}) as page:
        assert len(page.receive_json()["moves"]) == 3
    assert found.count(True) == 2


async def test_a_layout_is_sent_even_if_the_process_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
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
