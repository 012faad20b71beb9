"""What somebody is called who has not said: a guest with a number."""

from __future__ import annotations

import secrets

from ..store import Store, Visitor
from ..texts import say


async def named(store: Store, visitor: Visitor) -> str:
    """Return a visitor's name; one without is a guest from now on."""
    if visitor.name:
        return visitor.name
    name = say("Guest {number}", number=1000 + secrets.randbelow(9000))
    await store.rename(visitor.id, name)
    return name
