"""The base of every store: single statements, each on its own connection and transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy import Executable, Row, Select, Table
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_T = TypeVar("_T")
_D = TypeVar("_D", bound="DataclassInstance")


class Statements:
    """A database and its ``clock``, in seconds since 1970. Methods with several statements begin a transaction."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float]) -> None:
        self.engine: Final[AsyncEngine] = engine
        self.clock: Callable[[], float] = clock
        self.shared: Final[bool] = engine.dialect.name == "postgresql"

    async def _rows(self, wanted: Executable) -> Sequence[Row[*tuple[Any, ...]]]:
        async with self.engine.connect() as connection:
            return (await connection.execute(wanted)).all()

    async def _row(self, wanted: Executable) -> Row[*tuple[Any, ...]] | None:
        async with self.engine.connect() as connection:
            return (await connection.execute(wanted)).one_or_none()

    async def _all(self, kind: type[_D], wanted: Executable) -> list[_D]:
        return [made(kind, row) for row in await self._rows(wanted)]

    async def _one(self, kind: type[_D], wanted: Executable) -> _D | None:
        row = await self._row(wanted)
        return None if row is None else made(kind, row)

    async def _values(self, wanted: Select[_T]) -> list[_T]:
        """Return the first column."""
        async with self.engine.connect() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def _value(self, wanted: Select[_T]) -> _T | None:
        """Return the first column of the first row, or None."""
        async with self.engine.connect() as connection:
            return (await connection.execute(wanted)).scalar()

    async def _change(self, wanted: Executable) -> int:
        async with self.engine.begin() as connection:
            return int((await connection.execute(wanted)).rowcount)


def made(kind: type[_D], row: Row[*tuple[Any, ...]]) -> _D:
    """Return a row as a dataclass, without columns that are not its fields."""
    return kind(**{each.name: row._mapping[each.name] for each in fields(kind)})


async def put(
    connection: AsyncConnection,
    table: Table,
    rows: Sequence[Mapping[str, object]],
    key: Sequence[str],
    replaces: bool = True,
) -> None:
    """Insert rows, or replace (or leave) those with the same key, atomically."""
    dialect = import_module(f"sqlalchemy.dialects.{connection.dialect.name}")  # only this one, as they load slowly
    new: Any = dialect.insert(table).values([dict(row) for row in rows])
    others = {name: new.excluded[name] for name in rows[0] if name not in key}
    replaced, kept = new.on_conflict_do_update, new.on_conflict_do_nothing
    await connection.execute(replaced(index_elements=key, set_=others) if replaces else kept(index_elements=key))
