"""Export of all data of a visitor as one ZIP file, made game by game while it is sent."""

from __future__ import annotations

import json
import zipfile
from collections.abc import AsyncIterator
from dataclasses import asdict
from io import BytesIO, UnsupportedOperation
from typing import Final

from ..games import game_view
from ..games.game_files import game_record, record_file
from ..games.live_game import room_of
from ..scheduler.threads import in_thread
from ..store import Store, Visitor

_MOST: Final = 1_000_000
_READ_ME: Final = """\
Everything that this Tengen server stores about you.

about.json  your account or browser, sign-in, settings and progress, results, ratings, and what you said in games
games       your games as SGF; games.json says which side was yours
reviews     records that you uploaded
"""


class _Piece(BytesIO):
    """A write-only buffer, emptied as its content is sent; it cannot seek."""

    def tell(self) -> int:
        raise UnsupportedOperation

    def take(self) -> bytes:
        taken = self.getvalue()
        self.seek(0)
        self.truncate()
        return taken


async def exported(store: Store, visitor: Visitor) -> AsyncIterator[bytes]:
    """Yield a ZIP file with all stored data of a visitor and of their account."""
    out = _Piece()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("read-me.txt", _READ_ME)
        file.writestr("about.json", _json(await _about(store, visitor)))
        yield out.take()
        index = []
        for id, seats in await store.games_of(visitor.id, _MOST):
            stored = await store.load(id)
            if stored is not None:
                room, answers = await in_thread(room_of, stored), await store.conditional.of(id)
                file.writestr(f"games/{id}.sgf", await in_thread(record_file, game_record(room), "sgf"))
                index.append(
                    {
                        "id": id,
                        "you": sorted(seats),
                        "variant": room.game.variant.title,
                        "board": game_view.board_title(room.game),
                        "phase": room.phase,
                        "result": None if room.game.outcome is None else str(room.game.outcome),
                        "rated": room.terms.rated,
                        "conditional": {colour: answers[colour].lines for colour in answers if colour in seats},
                        "updated": stored.updated,
                    }
                )
                yield out.take()
        file.writestr("games.json", _json(index))
        for id in await store.reviews.of_visitor(visitor.id):
            found = await store.reviews.find(id)
            if found is not None:
                file.writestr(f"reviews/{id}.json", found.record)
                yield out.take()
    yield out.take()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


async def _about(store: Store, visitor: Visitor) -> dict[str, object]:
    browsers = await store.same_person(visitor.id)
    ended = await store.results.of_visitors(browsers)
    found: dict[str, object] = {
        "name": visitor.name,
        "account": None,
        "said": await store.messages.said_by(browsers),
        "reported": await store.operator.reported_by(browsers),
        "published": await store.variants.published_by(browsers),
        "tournaments": await store.tournaments.of_visitors(browsers),
        "called_at": await store.pushes.of_visitors(browsers),
        "results": [{"you": colour, **asdict(result)} for colour, result in ended],
    }
    account = None if visitor.account is None else await store.accounts.find(visitor.account)
    if account is None:
        return found
    ratings = await store.results.ratings_of(account.id)
    return found | {
        "account": asdict(account),
        "browsers": len(await store.accounts.browsers(account.id)),
        "passkeys": [asdict(each) for each in await store.accounts.passkeys(account.id)],
        "settings_and_progress": await store.accounts.items(account.id),
        "ratings": {kind: asdict(each) for kind, each in ratings.items()},
        "rated_games": [asdict(each) for each in await store.results.changes_of(account.id)],
    }
