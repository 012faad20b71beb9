"""Which of PostgreSQL's processes work for this server: what these notify of, it has stored itself."""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

from sqlalchemy import Engine, event


class OwnBackends:
    """The connections of an engine that are open, by the numbers of the processes at their other end."""

    def __init__(self, engine: Engine) -> None:
        self._open: WeakSet[Any] = WeakSet()
        if engine.dialect.name == "postgresql":
            event.listen(engine, "connect", self._add)

    def __contains__(self, pid: int) -> bool:
        """Say whether a process works for this server; one whose connection is closed does not any more."""
        return any(not each.is_closed() and each.get_server_pid() == pid for each in self._open)

    def _add(self, connection: Any, _record: object) -> None:
        self._open.add(connection.driver_connection)
