"""Games that tests put into a database."""

from collections.abc import Collection, Mapping

from tengen.records import COLOURS, Colour
from tengen.web.games.game_server import GameServer
from tengen.web.rooms import GameTerms, Room
from tengen.web.store import Store
from tengen.web.store.seats import NewGameRow
from tengen.web.visitors import new_id


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


async def begin_at(games: GameServer, terms: GameTerms) -> str:
    """Begin a game at a server, with one visitor on both sides."""
    id, visitor = new_id(), new_id()
    await games.store.add_visitor(visitor, new_id())
    room = Room(terms)
    row = NewGameRow(id, terms, {}, dict.fromkeys(COLOURS, visitor), room.phase, room.computer_is_due)
    await games.create(row, room)
    return id
