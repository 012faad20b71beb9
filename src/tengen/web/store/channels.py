"""Notifications between servers of one PostgreSQL database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ARRAY, Text, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

CHANNEL: Final = "tengen"
"""The channel for games with new events, each with the server that stored it."""

TALK: Final = "tengen_talk"
"""The channel for messages that are not stored as events (`talk.talk_exchange`)."""

VOID: Final = "tengen_void"
"""The channel for visitors with void cookies; messages are sent if and only if the transaction commits."""

_NOTIFY: Final = select(
    func.pg_notify(
        bindparam("channel", type_=Text), func.unnest(bindparam("texts", type_=ARRAY(Text))).column_valued("each")
    )
)


async def notify(connection: AsyncConnection, channel: str, texts: Sequence[str]) -> None:
    """Notify all servers when the transaction commits; with SQLite there is only one."""
    if texts and connection.dialect.name == "postgresql":
        await connection.execute(_NOTIFY, {"channel": channel, "texts": list(texts)})
