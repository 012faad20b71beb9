"""What players say, sent to the pages of both of them as soon as it is said."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from fastapi import WebSocket

from ..fair_turns import FairTurns
from ..games.live_game import LiveGame
from ..store.chat_store import ChatMessage
from ..talk.chat import Chat


class ChatRelay:
    """Tells one open page of a player everything that is said in the game, from the first message on.

    It reads the chat when it is its turn, by ``turns``.
    """

    def __init__(self, chat: Chat, socket: WebSocket, live: LiveGame, turns: FairTurns) -> None:
        self._chat, self._socket, self._live, self._turns = chat, socket, live, turns

    async def run(self) -> None:
        """Relay until the task is cancelled."""
        spoken, heard = asyncio.Event(), 0
        self._live.hearers.add(spoken.set)
        try:
            while True:
                async with self._turns.turn():
                    found = await self._chat.since(self._live, heard)
                if found:
                    heard = found[-1].number
                    await self._socket.send_json({"type": "chat", "messages": shown(found)})
                await spoken.wait()
                spoken.clear()
        finally:
            self._live.hearers.discard(spoken.set)


def shown(messages: Sequence[ChatMessage]) -> list[dict[str, object]]:
    """Return messages as a page or a program gets them."""
    return [
        {"number": each.number, "by": each.by, "at": each.at, "kind": each.kind, "body": each.body} for each in messages
    ]
