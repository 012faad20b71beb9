"""The tables of shared variants, with ids made of their content, and of those published on Explore."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import func, select, text, update

from .people import NAME, WITH_ACCOUNT, same_person
from .schema import publications, variants, visitors
from .statements import Statements, put

_DAY: Final = 24 * 3600.0


@dataclass(frozen=True)
class PublishedVariant:
    """A variant on Explore; ``name`` is its maker's current name, if any."""

    id: str
    title: str
    summary: str
    created: float
    name: str | None


class VariantStore(Statements):
    """Variants by id; a body is rules and board as JSON (`GameChoice`)."""

    async def keep(self, choice: Mapping[str, object], body: str | None = None) -> str:
        """Store a variant under an id made of its ``choice`` (`choice_of`), and return the id.

        ``body`` is the same game with the parts that `choice_of` omits; the first one stays.
        """
        plain = json.dumps(choice, sort_keys=True)
        id = hashlib.sha256(plain.encode()).hexdigest()[:16]
        known = await self._value(select(variants.c.body).where(variants.c.id == id))
        kept = body or plain if known in (None, plain) else known
        async with self.engine.begin() as connection:
            await put(connection, variants, [{"id": id, "body": kept, "created": self.clock()}], ["id"])
        return id

    async def body(self, id: str) -> str | None:
        """Return a variant's body, or None, and record once a day that it is used."""
        wanted = select(variants.c.body, variants.c.created).where(variants.c.id == id)
        row = await self._row(wanted) if re.fullmatch("[0-9a-f]{16}", id) else None
        if row is not None and row.created < self.clock() - _DAY:
            await self._change(update(variants).where(variants.c.id == id).values(created=self.clock()))
        return None if row is None else str(row.body)

    async def publish(
        self, id: str, title: str, summary: str, maker: str, each: int, most: int
    ) -> Literal["maker", "list"] | None:
        """List a stored variant; a listed one stays unchanged.

        Returns the reached limit, if any: the "maker" has ``each`` already, or the "list" has ``most``.
        """
        row = {"id": id, "title": title, "summary": summary, "maker": maker, "created": self.clock()}
        async with self.engine.begin() as connection:
            if self.shared:  # serializes counting; SQLite does so anyway
                await connection.execute(text("lock table publications in share row exclusive mode"))
            await put(connection, publications, [row], ["id"], replaces=False)
            listed = select(func.count()).select_from(publications)
            mine = listed.where(publications.c.maker.in_(same_person(maker)))
            if (await connection.execute(listed)).scalar_one() > most:
                await connection.rollback()
                return "list"
            if (await connection.execute(mine)).scalar_one() > each:
                await connection.rollback()
                return "maker"
        return None

    async def published(self, most: int, id: str | None = None, skipped: int = 0) -> list[PublishedVariant]:
        """Return the newest published variants after those ``skipped``, or the one with this id."""
        columns = (publications.c.id, publications.c.title, publications.c.summary, publications.c.created, NAME)
        wanted = select(*columns).outerjoin(WITH_ACCOUNT, visitors.c.id == publications.c.maker)
        if id is not None:
            wanted = wanted.where(publications.c.id == id)
        ordered = wanted.order_by(publications.c.created.desc(), publications.c.id).limit(most).offset(skipped)
        return await self._all(PublishedVariant, ordered)

    async def maker(self, id: str) -> str | None:
        """Return the publisher of a variant, if known."""
        return await self._value(select(publications.c.maker).where(publications.c.id == id))

    async def published_by(self, makers: Collection[str]) -> list[dict[str, object]]:
        """Return the publications of these visitors."""
        columns = publications.c.id, publications.c.title, publications.c.summary, publications.c.created
        return [row._asdict() for row in await self._rows(select(*columns).where(publications.c.maker.in_(makers)))]
