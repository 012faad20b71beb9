"""Games that tests put into a database."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tengen.records import Colour
from tengen.web.rooms import GameTerms
from tengen.web.store import Store
from tengen.web.store.seats import NewGameRow


async def keep_game(
    store: Store,
    id: str,
    terms: GameTerms,
    tokens: Mapping[Colour, str],
    owner: str,
    colours: Collection[Colour],
    phase: str,
    most: int | None = None,
) -> None:
    """Keep a game in which the owner sits in seats of these colours."""
    await store.keep(NewGameRow(id, terms, tokens, dict.fromkeys(colours, owner), phase, whom=owner, most=most))
