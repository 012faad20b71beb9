"""What an operator sees of a database: games, reviews, visitors and accounts, as plain data."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from ...records import COLOURS, TengenError
from ..games.live_game import room_of
from ..rooms import GameTerms
from ..store import Store, StoredGame
from ..store.schema import games, reviews


async def list_games(store: Store, phase: str | None, most: int) -> list[dict[str, Any]]:
    """Return the games that were played in last; ``phase`` is one of theirs, or None for all."""
    wanted = select(games).order_by(games.c.updated.desc(), games.c.id).limit(most)
    if phase is not None:
        wanted = wanted.where(games.c.phase == phase)
    async with store.engine.connect() as connection:
        rows = (await connection.execute(wanted)).all()
    return [
        {
            "id": row.id,
            "phase": row.phase,
            "events": row.number,
            "updated": row.updated,
            **_of_terms(GameTerms.load(row.setting)),
        }
        for row in rows
    ]


def _of_terms(terms: GameTerms) -> dict[str, Any]:
    game = terms.game()
    names: dict[str, str | None] = {
        colour: _called(terms.seats[colour].kind, terms.seats[colour].name) for colour in COLOURS
    }
    return {"variant": game.variant.name, "board": game.board.text, **names, "rated": terms.rated}


def _called(kind: str, name: str | None) -> str | None:
    return "the computer" if kind == "computer" else name


async def list_reviews(store: Store, most: int) -> list[dict[str, Any]]:
    wanted = select(reviews.c.id, reviews.c.created, reviews.c.size, reviews.c.visitor)
    async with store.engine.connect() as connection:
        rows = await connection.execute(wanted.order_by(reviews.c.created.desc(), reviews.c.id).limit(most))
        return [dict(row) for row in rows.mappings()]


async def shown(store: Store, id: str) -> dict[str, Any]:
    """Return all that an operator may want to know of what has this id; TengenError if nothing has."""
    stored = await store.load(id)
    if stored is not None:
        return await _game(store, stored)
    review = await store.reviews.find(id)
    if review is not None:
        return {"review": id, "visitor": review.owner, "size": len(review.record), "version": review.version}
    account = await store.accounts.find(id)
    if account is not None:
        seen = await store.accounts.browsers(id)
        known = {"account": id, "name": account.name, "email": account.email, "created": account.created}
        return {**known, "visitors": seen, "games": await _games_of(store, seen[0]) if seen else []}
    visitor = await store.visitor_by_id(id)
    if visitor is None:
        raise TengenError("there is no game, no review, no account and no visitor {id!r:.80}", id=id)
    return {
        "visitor": id,
        "name": visitor.name,
        "account": visitor.account,
        "games": await _games_of(store, id),
        "reviews": await store.reviews.of_visitor(id),
    }


async def _games_of(store: Store, visitor: str) -> list[str]:
    return [game for game, _ in await store.games_of(visitor)]


async def _game(store: Store, stored: StoredGame) -> dict[str, Any]:
    room = room_of(stored)
    seats: dict[str, Any] = {
        colour: {"name": _called(room.terms.seats[colour].kind, room.names[colour]), "visitors": []}
        for colour in COLOURS
    }
    for colour, holder in await store.seats.holders(stored.id):
        visitor = await store.visitor_by_id(holder)
        if visitor is not None:
            seats[colour]["visitors"].append({"visitor": visitor.id, "account": visitor.account})
    said = await store.messages.since(stored.id, 0)
    return {
        "game": stored.id,
        **_of_terms(stored.terms),
        **seats,
        "phase": room.phase,
        "moves": len(room.game.moves),
        "outcome": None if room.game.outcome is None else str(room.game.outcome),
        "updated": stored.updated,
        "listed": stored.listed,
        "chat": [
            {"number": each.number, "by": each.by, "at": each.at, "body": each.body} for each in said if each.body
        ],
    }
