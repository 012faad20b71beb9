"""`python -m benchmarks.surveys`: the value of every small board, found by workers and saved row by row.

``--graphs 5`` solves ordinary Go on every connected graph of up to five points, with every superko; with ``--variant``
it solves that game on them. ``--boards "3x3 2x4"`` solves every grid that fits into one of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Generic, TypeVar

import typer

from tengen.cli.files import check_folder
from tengen.cli.options import Axes, Json, Memory, check_positive, chosen_without_komi, read_memory
from tengen.cli.signals import ended_politely, noting_ctrl_c, undivided
from tengen.cli.spreading import Jobs, hired
from tengen.cli.terminal import announced, as_json, counted, gauge, say, stopped
from tengen.files.whole import write_whole
from tengen.records import FormatError, TengenError
from tengen.solve import solved_rows
from tengen.solve.solved_rows import GameRow
from tengen.workers import check_jobs

from ..commands import main
from . import games, graphs

R = TypeVar("R", bound=solved_rows.Row)
U = TypeVar("U")

Report = Callable[[str], None]


@dataclass(frozen=True)
class SurveyOptions:
    """The boards to solve, and the limits."""

    graphs: Annotated[
        int | None, typer.Option(metavar="POINTS", help="Solve every connected graph of up to this many points.")
    ] = None
    boards: Annotated[
        str | None, typer.Option(metavar="SIZES", help='Solve every grid that fits into one of these: "3x3 2x4 1x7".')
    ] = None
    variant: Annotated[
        str | None,
        typer.Option(help="As in `tengen variants`, or a TOML file. [default: chinese; on graphs, every superko]"),
    ] = None
    settings: Axes = None
    memory: Memory = "4GiB"
    limit: Annotated[float | None, typer.Option(metavar="SECONDS", help="Give a board up after this time.")] = None
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the results in this file.")] = None
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the file of --csv; an incomplete last line is done again.")
    ] = False
    jobs: Jobs = 1
    json: Json = False


class Survey(Generic[R]):
    """The rows of a survey, starting with those of its file."""

    def __init__(self, kind: type[R], unit: str, path: Path | None, *, resume: bool) -> None:
        """Load the file of ``--csv``; ``unit`` is the word for the subject of a row.

        Raises:
            TengenError: the file exists without --resume; or --resume has no file.
            FormatError: not such a survey. An incomplete last line, as after a power cut, is left out.
        """
        if resume and path is None:
            raise TengenError("--resume needs --csv, the file to continue")
        check_folder("--csv", path)
        self._kind, self._unit, self._path = kind, unit, path
        self.rows: dict[str, R] = {}
        if path is None or not path.exists():
            return
        if not resume:
            raise TengenError(f"{path} already exists; --resume continues it")
        data = path.read_bytes()
        try:
            self.rows = solved_rows.read(kind, data[: data.rfind(b"\n") + 1].decode("utf-8")) if data else {}
        except (FormatError, UnicodeDecodeError) as error:
            why = error if isinstance(error, FormatError) else "not a text file"
            raise FormatError(f"--csv {path}: {why}; repair it, or name another file") from None

    def fill(
        self,
        work: Callable[[Report], Callable[[U], R]],
        todo: Mapping[str, U],
        told: Callable[[R], str],
        *,
        jobs: int,
    ) -> None:
        """Find the rows of units by their keys, and save each as it comes; rows interrupted by Ctrl-C are dropped.

        ``work`` returns a function that finds a row, given an optional function for its progress.
        """
        done = 0
        with (
            stopped(self._farewell),
            noting_ctrl_c() as pressed,
            hired(jobs) as workers,
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
            write_whole(self._path, solved_rows.write(self._kind, self.rows.values()))

    def _farewell(self) -> str:
        self.keep()
        where = f" They are kept in {self._path}." if self._path else " With --csv FILE they would be kept."
        return f"Stopped: {counted(len(self.rows), self._unit)} examined.{where if self.rows else ''}"


def surveys(options: SurveyOptions) -> None:
    """Solve every small board: the winner of a game, or the value of ordinary Go under each rule of repetition."""
    check_jobs(options.jobs)
    check_positive("--limit", options.limit)
    if options.graphs is None and options.boards is None:
        raise TengenError("choose boards: --graphs 5, or --boards '3x3 2x4 1x7'")
    if options.graphs is not None and not 1 <= options.graphs <= graphs.MOST_POINTS:
        raise TengenError(f"--graphs {options.graphs}: from 1 to {graphs.MOST_POINTS} points")
    with announced(), ended_politely():
        if options.boards is None and options.variant is None:
            examine_graphs(options)
        else:
            examine_games(options)


def examine_games(options: SurveyOptions) -> None:
    """Solve a game on every requested board; finished rows are kept and not repeated."""
    wanted = {unit.key: unit for unit in _units(options)}
    survey = Survey(GameRow, "game", options.csv, resume=options.resume)
    todo = {key: unit for key, unit in wanted.items() if key not in survey.rows or unit.allows_more(survey.rows[key])}
    survey.fill(
        (lambda report: partial(games.examine, report=report)) if options.jobs == 1 else lambda _: games.examine,
        todo,
        lambda row: f"{row.key}: {row.result}",
        jobs=options.jobs,
    )
    survey.keep(wanted)
    found = [survey.rows[key] for key in wanted]
    if options.json:
        say(as_json([asdict(row) for row in found], indent=2))
        return
    for line in games_summary(found):
        say(line)


def _units(options: SurveyOptions) -> Iterator[games.GameUnit]:
    """Yield the boards to solve."""
    variant = chosen_without_komi(options.variant, options.settings)
    settings = " ".join(sorted("".join(setting.split()) for setting in options.settings or ()))
    sizes = (options.boards or "").replace(",", " ").split()
    if options.boards is not None and not sizes:
        raise TengenError("--boards needs the largest grids by their sides, such as '3x3 2x4 1x7'")
    for board in (*games.grids(sizes), *(f"graph6:{graph6}" for graph6 in graphs.graphs(options.graphs or 0))):
        yield games.GameUnit(
            board, variant, settings, read_memory(options.memory) // options.jobs, seconds=options.limit
        )


def games_summary(rows: Sequence[GameRow]) -> Iterator[str]:
    """Summarise the results: a line for each grid, and for the graphs how many have each result."""
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


def examine_graphs(options: SurveyOptions) -> None:
    """Examine every connected graph; finished rows are kept, and open ones tried again with more."""
    if options.settings:
        raise TengenError("--graphs solves ordinary Go (area, no suicide, komi 0); --set needs a --variant")
    most = options.graphs or 0
    survey = Survey(graphs.GraphRow, "graph", options.csv, resume=options.resume)
    memory = read_memory(options.memory) // options.jobs
    wanted = {
        graph6: graphs.GraphUnit(graph6, memory, options.limit, known=survey.rows.get(graph6))
        for graph6 in graphs.graphs(most)
    }
    todo = [unit for unit in wanted.values() if unit.allows_more]
    todo.sort(key=lambda unit: unit.known.open_points if unit.known else 0)  # those without results come first
    survey.fill(
        lambda _: graphs.examine,
        {unit.graph6: unit for unit in todo},
        lambda row: f"{row.graph6}: {row.value:+d}",
        jobs=options.jobs,
    )
    survey.keep(wanted)
    if options.json:
        say(as_json([asdict(row) for row in survey.rows.values()], indent=2))
        return
    for line in graphs_summary([row for row in survey.rows.values() if row.points <= most]):
        say(line)


def graphs_summary(rows: Sequence[graphs.GraphRow]) -> Iterator[str]:
    """Summarise the rows: values by points, and the effect of the rule of repetition."""
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


def _named(rows: Sequence[graphs.GraphRow]) -> str:
    return f" ({', '.join(row.graph6 for row in rows)})" if 0 < len(rows) <= 20 else ""


if __name__ == "__main__":
    main(surveys)
