"""`tengen solve --boards`, and `--graphs` with a variant: who wins a game on every small board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from ...records import TengenError
from ...solve.census import games as census
from ...solve.census.csv_rows import GameRow
from ...solve.census.graphs import MOST_POINTS, graphs
from ..choice import chosen_without_komi
from ..terminal import as_json, counted, say
from .memory_size import read_memory
from .survey import Report, Survey

if TYPE_CHECKING:
    from ...solve.census.games import GameUnit
    from .solve_options import SolveOptions


def examine(options: SolveOptions) -> None:
    """Solve a game on every board asked for; rows found are kept as they come, and not sought again."""
    wanted = {unit.key: unit for unit in _units(options)}
    survey = Survey(GameRow, "game", options.csv, resume=options.resume)
    todo = {key: unit for key, unit in wanted.items() if key not in survey.rows or unit.allows_more(survey.rows[key])}
    alone = options.jobs == 1 and options.cluster is None
    survey.fill(
        _watched if alone else lambda _: census.examine,
        todo,
        lambda row: f"{row.key}: {row.result}",
        jobs=options.jobs,
        cluster=options.cluster,
    )
    survey.keep(wanted)
    found = [survey.rows[key] for key in wanted]
    if options.json:
        say(as_json([asdict(row) for row in found], indent=2))
        return
    for line in summary(found):
        say(line)


def _watched(report: Report) -> Callable[[GameUnit], GameRow]:
    """Return what finds a row in this process, and reports how far it is."""
    return partial(census.examine, report=report)


def _units(options: SolveOptions) -> Iterator[GameUnit]:
    """Yield what is to be solved, after refusing before any work what cannot be done."""
    position = (options.source, options.position, options.points, options.to_play, options.created_by)
    if any(one is not None for one in (*position, options.board, options.proof)):
        raise TengenError(
            "--boards and --graphs solve empty boards; leave out a position, --board, --points, --to-play and --proof"
        )
    most = options.graphs
    if most is not None and not 1 <= most <= MOST_POINTS:
        raise TengenError(f"--graphs {most}: from 1 to {MOST_POINTS} points")
    variant = chosen_without_komi(options.variant, options.settings)
    settings = " ".join(sorted("".join(setting.split()) for setting in options.settings or ()))
    sizes = (options.boards or "").replace(",", " ").split()
    if options.boards is not None and not sizes:
        raise TengenError("--boards needs the largest grids by their sides, such as '3x3 2x4 1x7'")
    for board in (*census.grids(sizes), *(f"graph6:{graph6}" for graph6 in graphs(most or 0))):
        yield census.GameUnit(
            board, variant, settings, read_memory(options.memory) // options.jobs, seconds=options.limit
        )


def summary(rows: Sequence[GameRow]) -> Iterator[str]:
    """Say what came out: a line for each grid, and for the graphs how many have each result."""
    for row in rows:
        if not row.is_graph:
            turns = "" if row.turns is None else f" in {counted(row.turns, 'turn')}"
            moves = f"; {row.moves}" if row.moves else ""
            yield f"{row.board}: {row.result}{turns}{moves}."
    on_graphs = [row for row in rows if row.is_graph]
    for points in sorted({row.points for row in on_graphs}):
        here = Counter(row.result for row in on_graphs if row.points == points)
        results = ", ".join(f"{result}: {many}" for result, many in here.most_common())
        yield f"{counted(points, 'point')}, {counted(sum(here.values()), 'graph')}: {results}."
