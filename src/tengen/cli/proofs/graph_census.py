"""`tengen solve --graphs`: every small connected graph examined, and what the rows say together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from ...records import TengenError
from ...solve.census import graphs as census
from ..terminal import as_json, counted, say
from .memory_size import read_memory
from .survey import Survey

if TYPE_CHECKING:
    from ...solve.census.graphs import GraphRow, GraphUnit
    from .solve_options import SolveOptions


def examine(options: SolveOptions) -> None:
    """Examine every connected graph; rows found are kept as they come, and open ones tried again with more."""
    most = _checked(options, census.MOST_POINTS)
    survey = Survey(census.GraphRow, "graph", options.csv, resume=options.resume)
    memory = read_memory(options.memory) // options.jobs
    wanted = {
        graph6: census.GraphUnit(graph6, memory, options.limit, known=survey.rows.get(graph6))
        for graph6 in census.graphs(most)
    }
    survey.fill(
        lambda _: census.survey,
        _todo(wanted),
        lambda row: f"{row.graph6}: {row.value:+d}",
        jobs=options.jobs,
        cluster=options.cluster,
    )
    survey.keep(wanted)
    if options.json:
        say(as_json([asdict(row) for row in survey.rows.values()], indent=2))
        return
    for line in summary([row for row in survey.rows.values() if row.points <= most]):
        say(line)


def _todo(wanted: Mapping[str, GraphUnit]) -> dict[str, GraphUnit]:
    """Return the graphs to be examined: those that nothing is known of, then those with the fewest points open."""
    todo = [unit for unit in wanted.values() if unit.allows_more]
    return {unit.graph6: unit for unit in sorted(todo, key=lambda unit: unit.known.open_points if unit.known else 0)}


def _checked(options: SolveOptions, largest: int) -> int:
    """Return how many points graphs may have, after refusing before any work what cannot be done."""
    most = options.graphs or 0
    if not 1 <= most <= largest:
        raise TengenError(f"--graphs {most}: from 1 to {largest} points")
    position = (options.source, options.position, options.points, options.to_play, options.created_by)
    if any(one is not None for one in (*position, options.board)) or options.settings:
        raise TengenError(
            "--graphs has boards and rules of its own (area, no suicide, komi 0); leave out a position, --board and "
            "--set, or name a --variant"
        )
    if options.proof is not None:
        raise TengenError("--proof is for one position; leave --graphs out")
    return most


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
