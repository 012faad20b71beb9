"""`tengen solve --graphs`: every small connected graph examined, and what the rows say together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from ...files.whole import write_whole
from ...records import FormatError, TengenError
from ...solve import census
from ..laboratory.spreading import hired
from ..records.files import check_folder
from ..records.saving import stopped, undivided, uninterrupted
from ..terminal import as_json, counted, gauge, say

if TYPE_CHECKING:
    from ...solve.census import GraphRow
    from ...workers import Workers
    from .solve import SolveOptions


def examine(options: SolveOptions) -> None:
    """Examine every connected graph; rows found are kept as they come, and not sought again."""
    most = _checked(options, census.MOST_POINTS)
    rows, graphs = _kept(options.csv, options.resume), list(census.graphs(most))
    with stopped(partial(_leave, rows, options.csv)), hired(options.jobs, options.cluster) as workers:
        _survey([graph6 for graph6 in graphs if graph6 not in rows], rows, options.csv, workers)
    rows = {graph6: rows[graph6] for graph6 in [*graphs, *rows]}
    _keep(rows, options.csv)
    if options.json:
        say(as_json([asdict(row) for row in rows.values()], indent=2))
        return
    for line in summary([row for row in rows.values() if row.points <= most]):
        say(line)


def _survey(todo: Sequence[str], rows: dict[str, GraphRow], path: Path | None, workers: Workers) -> None:
    """Add the rows of graphs, and keep each as it comes."""
    with gauge() as show, closing(workers.run(census.survey, todo)) as found:
        for done, (graph6, row) in enumerate(found, 1):
            with undivided():
                rows[graph6] = row
                _keep(rows, path)
            show(done / len(todo), f"{graph6}: {row.value:+d}")


def _checked(options: SolveOptions, largest: int) -> int:
    """Return how many points graphs may have, after refusing before any work what cannot be done."""
    most = options.graphs or 0
    if not 1 <= most <= largest:
        raise TengenError(f"--graphs {most}: from 1 to {largest} points")
    position = (options.source, options.position, options.points, options.to_play, options.created_by)
    if any(one is not None for one in (*position, options.board, options.variant)) or options.settings:
        raise TengenError(
            "--graphs has boards and rules of its own (area, no suicide, komi 0); leave out a position, --board, "
            "--variant and --set"
        )
    if options.limit is not None:
        raise TengenError("--limit is for one position; --graphs can be stopped by Ctrl-C, and goes on with --csv")
    if options.proof is not None:
        raise TengenError("--proof is for one position; leave --graphs out")
    if options.resume and options.csv is None:
        raise TengenError("--resume goes on with the file of --csv; name one")
    check_folder("--csv", options.csv)
    return most


def _kept(path: Path | None, resume: bool) -> dict[str, GraphRow]:
    """Return the rows that a file holds already; a last line that was cut off, as by a power cut, is none."""
    if path is None or not path.exists():
        return {}
    if not resume:
        raise TengenError(f"{path} is there already; with --resume the survey in it goes on")
    data = path.read_bytes()
    try:
        return census.read(data[: data.rfind(b"\n") + 1].decode("utf-8")) if data else {}
    except (FormatError, UnicodeDecodeError) as error:
        why = error if isinstance(error, FormatError) else "it is no text"
        raise FormatError(f"--csv {path}: {why}; repair it, or name another file") from None


def _leave(rows: dict[str, GraphRow], path: Path | None, code: int) -> NoReturn:
    """Keep what was found, say where, and end."""
    with uninterrupted():
        _keep(rows, path)
        where = " With --csv FILE they would be kept." if path is None else f" They are kept in {path}."
        say(f"\nStopped: {counted(len(rows), 'graph')} examined.{where if rows else ''}", err=True)
    raise typer.Exit(code)


def _keep(rows: dict[str, GraphRow], path: Path | None) -> None:
    if path is not None:
        write_whole(path, census.write(rows))


def summary(rows: Sequence[GraphRow]) -> Iterator[str]:
    """Say what is seen in the rows: values by points, and what the rule of repetition changes."""
    for points in sorted({row.points for row in rows}):
        here = [row for row in rows if row.points == points]
        values = ", ".join(f"{value:+d}: {many}" for value, many in sorted(Counter(r.value for r in here).items()))
        yield f"{counted(points, 'point')}, {counted(len(here), 'graph')}: {values}."
    yield f"Plain ko, infinite play worth 0: {counted(sum(r.value < 0 for r in rows), 'graph')} negative for Black."
    yield f"Infinite play matters on {counted(sum(r.low < r.high for r in rows), 'graph')}."
    asked = [row for row in rows if row.superkos and not any(".." in text for text in row.superkos)]
    different = [row for row in asked if len(set(row.superkos)) > 1]
    negative = [row for row in asked if min(map(int, row.superkos)) < 0]
    below = f"{len(negative)} negative" if negative else "none is negative"
    yield f"Superko: of {counted(len(asked), 'graph')} decided under each rule {below} for Black."
    yield f"Which superko it is matters on {len(different)}{_named(different)}."
    changed = [row for row in asked if row.low == row.high and set(row.superkos) != {str(row.low)}]
    yield f"With a value that infinite play leaves alone, superko changes it on {len(changed)}{_named(changed)}."


def _named(rows: Sequence[GraphRow]) -> str:
    return f" ({', '.join(row.graph6 for row in rows)})" if 0 < len(rows) <= 20 else ""
