"""The server is killed during play: everything acknowledged is stored, and nothing is stored twice."""

import random
import signal
from threading import Timer
from typing import Any
from uuid import uuid4

import httpx2
import pytest
from example_counts import first
from web_server import Client, Server

_MOST = 0.25
"""The maximum number of seconds of play before a kill."""


class Player:
    """Plays one stone after the other, and records which moves were acknowledged."""

    def __init__(self, client: Client, id: str) -> None:
        self.client, self.id = client, id
        self.acknowledged: list[str] = []
        self.unanswered: tuple[str, str] | None = None

    def play_until_killed(self, server: Server, seconds: float) -> None:
        """Play as fast as possible until the server is killed after some seconds."""
        killer = Timer(seconds, server.process.send_signal, [signal.SIGKILL])
        killer.start()
        try:
            while True:
                self.play_one()
        except httpx2.TransportError:
            pass
        finally:
            killer.join()
            server.kill()

    def play_one(self) -> None:
        place = len(self.acknowledged)
        name = str(uuid4())
        self.unanswered = name, MOVES[place]
        answer = self.client.intend(self.id, place, as_id=name, kind="move", move=MOVES[place])
        assert answer.status_code == 200, answer.text
        self.acknowledged.append(MOVES[place])
        self.unanswered = None

    def come_back(self) -> None:
        moves = self.moves()
        assert moves[: len(self.acknowledged)] == self.acknowledged
        assert len(moves) - len(self.acknowledged) <= (self.unanswered is not None)
        if self.unanswered is None:
            return
        name, move = self.unanswered
        for _ in range(2):
            answer = self.client.intend(self.id, len(self.acknowledged), as_id=name, kind="move", move=move)
            assert answer.status_code == 200, answer.text
        self.acknowledged.append(move)
        self.unanswered = None
        assert self.moves() == self.acknowledged

    def moves(self) -> list[str]:
        return [move["text"] for move in self.client.state(self.id)["moves"]]


MOVES = [f"{column}{row}" for row in range(1, 20, 2) for column in "ABCDEFGHJKLMNOPQRST"]
"""Moves legal for either colour: alternate rows."""


def killed_again_and_again(url: str, times: int, seed: int) -> list[Player]:
    chance = random.Random(seed)
    server = Server(url)
    with Client(server.url) as client:
        try:
            players = [_new(client)]
            for _ in range(times):
                players[-1].play_until_killed(server, chance.uniform(0.0, _MOST))
                server = Server(url)
                client.at(server.url)
                players[-1].come_back()
                if len(players[-1].acknowledged) > len(MOVES) // 2:
                    players.append(_new(client))
        finally:
            server.kill()
    return players


def _new(client: Client) -> Player:
    made: dict[str, Any] = client.begin(board="19")
    return Player(client, made["id"])


@pytest.mark.parametrize("url", first(1, ["sqlite", "postgres"]), indirect=True)
@pytest.mark.parametrize(("times", "seed"), [(1, 5), pytest.param(50, 50, marks=pytest.mark.slow)])
def test_what_was_acknowledged_survives_kills(url: str, times: int, seed: int) -> None:
    players = killed_again_and_again(url, times, seed)
    assert sum(len(player.acknowledged) for player in players) >= times
