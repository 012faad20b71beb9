"""What a search for a smallest living group has excluded, kept in a file: the same search goes on from there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from ...files.whole import write_whole
from ...records import FormatError, TengenError
from .smallest import Excluded

_KEPT: Final = "groups excluded"


class KeptGroups:
    """Keeps what one search has excluded; ``what`` says which search it is."""

    def __init__(self, path: Path, what: Mapping[str, Any]) -> None:
        """Take up what the file holds, if it is there.

        Raises:
            FormatError: the file keeps no such search; TengenError: it keeps another one.
        """
        self.path: Final = path
        self._what = dict(what)
        self.excluded: list[Excluded] = self._read() if path.exists() else []

    def _read(self) -> list[Excluded]:
        """Return what the file holds."""
        try:
            head, *rows = json.loads(self.path.read_text(encoding="utf-8"))
            if head["tengen"] != _KEPT:
                raise ValueError(head)
            what, found = head["search"], [_excluded(row) for row in rows]
        except (ValueError, TypeError, KeyError) as error:
            raise FormatError(f"{self.path} keeps no search for a group: it is something else, or damaged") from error
        if what != self._what:
            raise TengenError(f"{self.path} keeps another search; give the same options, or another file")
        return found

    def add(self, excluded: Excluded) -> None:
        """Write one more exclusion; one that is there already is not written again."""
        if excluded in self.excluded:
            return
        self.excluded.append(excluded)
        rows = [{"tengen": _KEPT, "search": self._what}, *map(asdict, self.excluded)]
        write_whole(self.path, "[" + ",\n".join(map(json.dumps, rows)) + "]\n")

    def remove(self) -> None:
        """Remove the file: the search is complete."""
        self.path.unlink(missing_ok=True)


def _excluded(row: Mapping[str, Any]) -> Excluded:
    """Return a row that was written; KeyError, TypeError, ValueError: it is none."""
    found = Excluded(**{**row, "rims": tuple(row["rims"])})
    numbers = (found.size, found.chains, found.width, found.height)
    if not all(type(each) is int and each > 0 for each in numbers) or type(found.whole) is not bool:
        raise ValueError(row)
    return found
