"""Surveys: rows found by workers, and kept in a file as they come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Generic, NoReturn, TypeVar

import typer

from ...files.whole import write_whole
from ...records import FormatError, TengenError
from ...solve.census import csv_rows
from ..records.files import check_folder
from ..saving import noting_ctrl_c, stopped, undivided, uninterrupted
from ..spreading import hired
from ..terminal import counted, gauge, say

R = TypeVar("R", bound=csv_rows.Row)
U = TypeVar("U")

Report = Callable[[str], None]


class Survey(Generic[R]):
    """The rows of a survey, those that a file holds already first."""

    def __init__(self, kind: type[R], unit: str, path: Path | None, *, resume: bool) -> None:
        """Take up what the file of ``--csv`` holds; ``unit`` is the word for what a row is about.

        Raises:
            TengenError: the file is there, and is not to be gone on with; it is to be, and is not named.
            FormatError: it is no such survey. A last line that was cut off, as by a power cut, is left out.
        """
        if resume and path is None:
            raise TengenError("--resume goes on with the file of --csv; name one")
        check_folder("--csv", path)
        self._kind, self._unit, self._path = kind, unit, path
        self.rows: dict[str, R] = {}
        if path is None or not path.exists():
            return
        if not resume:
            raise TengenError(f"{path} is there already; with --resume the survey in it goes on")
        data = path.read_bytes()
        try:
            self.rows = csv_rows.read(kind, data[: data.rfind(b"\n") + 1].decode("utf-8")) if data else {}
        except (FormatError, UnicodeDecodeError) as error:
            why = error if isinstance(error, FormatError) else "it is no text"
            raise FormatError(f"--csv {path}: {why}; repair it, or name another file") from None

    def fill(
        self,
        work: Callable[[Report], Callable[[U], R]],
        todo: Mapping[str, U],
        told: Callable[[R], str],
        *,
        jobs: int,
        cluster: str | None,
    ) -> None:
        """Find the rows of units by their keys, and keep each as it comes; one that Ctrl-C cut short is no row.

        ``work`` returns what finds a row, given a function to be told how far it is; that may be left out.
        """
        done = 0
        with (
            stopped(self._leave),
            noting_ctrl_c() as pressed,
            hired(jobs, cluster) as workers,
            gauge() as show,
            closing(workers.run(work(lambda stage: show(done / len(todo), stage)), todo.values())) as found,
        ):
            for _, row in found:
                if pressed:
                    raise KeyboardInterrupt
                done += 1
                with undivided():
                    self.rows[row.key] = row
                    self.keep()
                show(done / len(todo), told(row))

    def keep(self, first: Mapping[str, U] | None = None) -> None:
        """Write the file, the rows of ``first`` before the others."""
        self.rows = {key: self.rows[key] for key in [*(first or ()), *self.rows]}
        if self._path is not None:
            write_whole(self._path, csv_rows.write(self._kind, self.rows.values()))

    def _leave(self, code: int) -> NoReturn:
        """Keep what was found, say where, and end."""
        with uninterrupted():
            self.keep()
            where = f" They are kept in {self._path}." if self._path else " With --csv FILE they would be kept."
            say(f"\nStopped: {counted(len(self.rows), self._unit)} examined.{where if self.rows else ''}", err=True)
        raise typer.Exit(code)
