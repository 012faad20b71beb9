"""Players that continue through all faults: an unacknowledged move is sent again, under the same name."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tengen import Game
from tengen.records import Pass

_AGAIN: Final = 0.25
"""Seconds until an unacknowledged move is sent again."""
_PATIENCE: Final = 10.0
"""Seconds for one answer."""
_POINTS: Final = [f"{column}{row}" for column in "ABCDEFGHJ" for row in range(1, 10)]
_CLOCK: Final = {"kind": "fischer", "main": 180, "increment": 10}


def plan(seed: int, moves: int = 60) -> list[str]:
    """Return the first moves of a random game on 9x9."""
    draw, game = random.Random(seed), Game("chinese", board="9")
    for _ in range(moves):
        game.play(draw.choice([move for move in game.legal_moves() if move is not Pass]))
    return [game.write_move(move) for move in game.moves]


@dataclass
class Counted:
    """The results of all moves. ``silences`` are seconds from a move's first sending until it was acknowledged."""

    games: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    fallen: int = 0
    repeated: int = 0
    computer: int = 0
    refused: list[str] = field(default_factory=list)
    silences: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)  # for the computer

    def check(self, sent: Sequence[str], acknowledged: int, found: Sequence[str], where: str) -> None:
        """Compare a game with the moves sent to it, of which some were acknowledged."""
        missing = acknowledged - sum(one == other for one, other in zip(sent[:acknowledged], found))
        more = len(found) - len(sent)
        self.lost += missing
        self.doubled += max(0, more)
        if missing or more > 0:
            self.refused.append(f"{where}: sent {sent}, acknowledged {acknowledged}, found {found}")


class Player:
    """Plays one game after the other at servers that come and go, by HTTP or by WebSocket."""

    def __init__(
        self, urls: Sequence[str], client: httpx2.AsyncClient, plans: Sequence[Sequence[str]], seed: int
    ) -> None:
        self._urls, self._client, self._plans = list(urls), client, plans
        self._chance = random.Random(seed)
        self._cookie = ""
        self._socket: ClientConnection | None = None
        self._refused = ""  # the socket's last refusal of a move
        self._number = 0  # known events of the game

    async def play(self, every: float, by_socket: bool, counted: Counted) -> None:
        """Play for ever; when cancelled, check the current game first."""
        await asyncio.sleep(self._chance.uniform(0, every))
        while True:
            id = (await self._begin())["id"]
            counted.games, self._number = counted.games + 1, 0
            moves = self._chance.choice(self._plans)
            sent: list[str] = []
            acknowledged = 0
            try:
                for place, move in enumerate(moves):
                    sent.append(move)
                    await self._move(id, place, move, by_socket, counted)
                    acknowledged += 1
                    counted.acknowledged += 1
                    await asyncio.sleep(self._chance.uniform(0.5, 1.5) * every)
            finally:
                await self._close()
                state, found = await self._settled(id, acknowledged)
                counted.check(sent, acknowledged, found, f"{id} at {time.time():.0f}")
                counted.fallen += (state["outcome"] or {}).get("how") == "time"

    async def _settled(self, id: str, moves: int) -> tuple[dict[str, Any], list[str]]:
        """Return a game and its moves once it has the given number; a server that lost its database lags at first."""
        end = time.monotonic() + _PATIENCE
        while True:
            state = await self._state(id)
            found = [each["text"] for each in state["moves"]]
            if len(found) >= moves or time.monotonic() > end:
                return state, found
            await asyncio.sleep(_AGAIN)

    async def play_computer(self, counted: Counted) -> None:
        """Play against the computer for ever, by HTTP, recording its times."""
        while True:
            id = (await self._begin(opponent={"kind": "computer", "level": 1}, colour="black"))["id"]
            counted.games += 1
            for move in self._chance.sample(_POINTS, 30):
                state = await self._state(id)
                if state["phase"] != "playing":
                    break
                self._number = state["number"]
                try:
                    await self._send(id, self._number, move, f"m{move}", counted, planned=False)
                except RuntimeError:
                    continue  # occupied, or suicide
                counted.acknowledged += 1
                began = time.monotonic()
                while (state := await self._state(id))["phase"] == "playing" and state["to_play"] == "white":
                    await asyncio.sleep(0.5)
                counted.waits.append(time.monotonic() - began)
                counted.computer += 1

    async def _move(self, id: str, place: int, move: str, by_socket: bool, counted: Counted) -> None:
        began = time.monotonic()
        if by_socket:
            await self._tell(id, place, move, counted)
        else:
            await self._send(id, self._number, move, f"m{place}", counted)
        counted.silences.append(time.monotonic() - began)

    async def _send(self, id: str, number: int, move: str, name: str, counted: Counted, planned: bool = True) -> None:
        """Send a move by HTTP until it is acknowledged."""
        wish = {"id": name, "number": number, "intent": {"kind": "move", "move": move}}
        answer = await self._asked("POST", f"/api/games/{id}/intents", wish, counted)
        end = time.monotonic() + _PATIENCE
        while _is_passing(answer, planned) and time.monotonic() < end:
            await asyncio.sleep(_AGAIN)
            wish["number"] = (await self._state(id))["number"]
            answer = await self._asked("POST", f"/api/games/{id}/intents", wish, counted)
        if answer.status_code != 200:
            raise RuntimeError(f"{id}, {move}: {answer.text[:300]}")
        self._number = answer.json()["number"]

    async def _asked(
        self, method: str, path: str, body: object = None, counted: Counted | None = None
    ) -> httpx2.Response:
        """Query the servers in turn until one answers that is running, not full and not at its limits."""
        while True:
            headers = {"origin": self._urls[0], **({"cookie": self._cookie} if self._cookie else {})}
            try:
                answer = await self._client.request(method, self._urls[0] + path, json=body, headers=headers)
                if answer.status_code < 500 and answer.status_code != 429:
                    return answer
            except httpx2.HTTPError:
                pass
            if counted is not None:
                counted.repeated += 1
            self._urls.append(self._urls.pop(0))
            await asyncio.sleep(_AGAIN)

    async def _begin(self, **wanted: object) -> dict[str, Any]:
        given = {"variant": "chinese", "board": "9", "opponent": {"kind": "self"}, "clock": _CLOCK} | wanted
        answer = await self._asked("POST", "/api/games", given)
        answer.raise_for_status()
        if answer.cookies:
            self._cookie = "; ".join(f"{key}={value}" for key, value in answer.cookies.items())
        made: dict[str, Any] = answer.json()
        return made

    async def _state(self, id: str) -> dict[str, Any]:
        state: dict[str, Any] = (await self._asked("GET", f"/api/games/{id}")).json()
        return state

    # -- by WebSocket --------------------------------------------------------------------------------------------------

    async def _tell(self, id: str, place: int, move: str, counted: Counted) -> None:
        """Send a move by WebSocket until it is acknowledged, reconnecting whenever the connection is lost."""
        message = {"type": "intent", "id": f"m{place}", "intent": {"kind": "move", "move": move}}
        self._refused, end = "", time.monotonic() + _PATIENCE
        while not self._refused or time.monotonic() < end:
            try:
                async with asyncio.timeout(_PATIENCE):
                    socket = await self._connected(id)
                    await socket.send(json.dumps({**message, "number": self._number}))
                    if await self._heard(socket, message["id"]):
                        return
            except (OSError, WebSocketException, TimeoutError):
                counted.repeated += 1
            await self._close()
            self._urls.append(self._urls.pop(0))
            await asyncio.sleep(_AGAIN)
        raise RuntimeError(f"{id}, {move}: {self._refused}")

    async def _heard(self, socket: ClientConnection, id: object) -> bool:
        """Return whether a move was accepted."""
        async for text in socket:
            message = json.loads(text)
            if message.get("id") == id and message["type"] == "accepted":
                self._number = message["number"]
                return True
            if message.get("id") == id and message["type"] == "refused":
                self._refused = message["text"]
                return False
            self._number = message.get("number", self._number)
        return False

    async def _connected(self, id: str) -> ClientConnection:
        if self._socket is None:
            address = f"ws{self._urls[0].removeprefix('http')}/api/games/{id}/live?changes=1"
            headers = {"cookie": self._cookie, "origin": self._urls[0]}
            self._socket = await connect(address, additional_headers=headers, compression=None, proxy=None)
            while (message := json.loads(await self._socket.recv()))["type"] != "state":
                pass
            self._number = message["number"]
        return self._socket

    async def _close(self) -> None:
        if self._socket is not None:
            socket, self._socket = self._socket, None
            socket.transport.abort()


def _is_passing(answer: httpx2.Response, planned: bool) -> bool:
    """Return whether a refusal is acceptable: the game has moved on, as when clocks got time back.

    A ``planned`` move is legal; a server that has lost the database does not know all the moves before it yet.
    """
    return answer.status_code == 409 and (planned or answer.json()["error"]["code"] == "stale")
