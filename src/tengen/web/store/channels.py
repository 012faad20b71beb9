"""What servers of one PostgreSQL database tell each other with what they store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ARRAY, Text, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

CHANNEL: Final = "tengen"
"""Names the games in which something has happened, each with the server that stored it."""

TALK: Final = "tengen_talk"
"""What servers tell each other that is not stored as events (`talk.talk_exchange`)."""

VOID: Final = "tengen_void"
"""Names visitors whose cookies are void; the message goes out if and only if the transaction commits."""

_NOTIFY: Final = select(
    func.pg_notify(
        bindparam("channel", type_=Text), func.unnest(bindparam("texts", type_=ARRAY(Text))).column_valued("each")
    )
)


async def notify(connection: AsyncConnection, channel: str, texts: Sequence[str]) -> None:
    """Tell all servers, when the transaction is through; SQLite has no other server."""
    if texts and connection.dialect.name == "postgresql":
        await connection.execute(_NOTIFY, {"channel": channel, "texts": list(texts)})
