"""`tengen cycles`: whether play can come back to where it was, on small boards and in the famous positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer

from ...files.whole import write_whole
from ...records import COLOURS, Colour, TengenError
from ..choice import chosen
from ..compiling import announced
from ..options import Axes, Json, Memory, SolvedBoard
from ..records.files import check_folder, check_name
from ..records.sources import read_source, under_rules
from ..saving import ended_politely, stopped, uninterrupted
from ..terminal import as_json, gauge, harmless, harmless_line, say
from .memory_size import read_memory
from .points import read_points

if TYPE_CHECKING:
    from ...game import Game
    from ...solve.checkpoints import Keeper
    from ...solve.states.explorer import Explorer, Limits, StateGraph
    from ...solve.states.recurrence import Findings

_OFTEN: Final = 600.0
"""Seconds after which what was found so far is kept again."""
_LEAST: Final = 16 << 20


@dataclass(frozen=True)
class CyclesOptions:
    """Which play is followed, as far as which limits, and what is kept of it."""

    variant: Annotated[str | None, typer.Argument(help="A variant, as in `tengen variants`, or a TOML file.")] = None
    board: SolvedBoard = None
    settings: Axes = None
    position: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE", help="triple-ko, ..., all; or where the game in a file ends."),
    ] = None
    points: Annotated[str, typer.Option(metavar="POINTS", help="Place on these points only.")] = ""
    passes: Annotated[bool, typer.Option("--passes/--no-passes", help="Whether anybody may pass.")] = True
    prisoners: Annotated[
        int | None, typer.Option(metavar="N", help="Take prisoners into the state, up to N a side.")
    ] = None
    symmetric: Annotated[
        bool, typer.Option("--symmetric", help="Take mirror images, and exchanged colours, as one: needs less memory.")
    ] = False
    memory: Memory = "1GiB"
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the search there, and go on from there.")
    ] = None
    sgf: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the cycle as a record.")] = None
    json: Json = False


def cycles(options: CyclesOptions) -> None:
    """Find out whether play can come back to where it was, how soon, and whether one side can force it."""
    from ...solve.states.ko_positions import positions

    _check(options)
    names = [each.name for each in positions()]
    with announced():
        if options.position == "all" or options.position in names:
            _tell_known(names if options.position == "all" else [options.position], options)
        else:
            with ended_politely():
                _search(_game(options, names), options)


def _check(options: CyclesOptions) -> None:
    """Refuse what cannot be done before any work begins."""
    if read_memory(options.memory) < _LEAST:
        raise TengenError(f"--memory {options.memory}: at least {_LEAST >> 20}MiB are needed")
    if options.prisoners is not None and not 0 <= options.prisoners <= 1000:
        raise TengenError(f"--prisoners {options.prisoners}: a number from 0 to 1000")
    for option, path in (("--checkpoint", options.checkpoint), ("--sgf", options.sgf)):
        if path is not None:
            check_name(option, str(path))
            check_folder(option, path)


def _game(options: CyclesOptions, names: Sequence[str]) -> Game:
    """Return the game to be followed: from the start of a variant, or from where a record ends."""
    from ...game import Game
    from ...game.named_positions import named_positions

    if options.position is None:
        if options.variant is None:
            raise TengenError("name a variant, such as cushion, or a position with --position")
        return Game(chosen(options.variant, options.settings), board=options.board)
    if options.position != "-" and not Path(options.position).exists() and options.position not in named_positions():
        raise TengenError(
            f"--position {options.position}: there is no such file; known by name are {', '.join(named_positions())}, "
            f"and as all {', '.join(names)} together"
        )
    found = read_source(options.position, options.board)
    return Game.from_record(*under_rules(found, options.variant, options.settings))


def _limits(game: Game, options: CyclesOptions) -> Limits:
    from ...solve.states.explorer import Limits

    points: dict[Colour, tuple[str, ...]] | None = None
    if options.points:
        points = dict.fromkeys(COLOURS, read_points(game.board, options.points))
    memory = read_memory(options.memory)
    return Limits(points, options.passes, prisoners=options.prisoners, symmetric=options.symmetric, memory=memory)


def _search(game: Game, options: CyclesOptions) -> None:
    """Find all states and what cycles they form; when stopped, print what is known by then."""
    from ...solve.states.explorer import Explorer, StatesFull
    from ...solve.states.recurrence import cycles

    explorer = Explorer(game, _limits(game, options))
    keeper = None if options.checkpoint is None else explorer.keep_in(options.checkpoint)
    trouble, code = "", 0
    leave = partial(_leave, explorer, keeper)
    with stopped(leave), _watching(keeper) as (report, step):
        try:
            explorer.run(report)
        except StatesFull as error:
            trouble, code = str(error), 1
        findings = cycles(explorer.graph(), step=step)
    _keep(keeper)
    if explorer.asked != explorer.game.rules.repetition:
        say(_taken_as(explorer), err=options.json)
    _tell(explorer.graph(), findings, options)
    if trouble:
        say(harmless(f"tengen: {trouble}; --memory gives more, --symmetric needs less"), err=True)
        raise typer.Exit(code if findings.exists is None else 0)


@contextmanager
def _watching(
    keeper: Keeper | None,
) -> Iterator[tuple[Callable[[Explorer], None], Callable[[str, int, int], None]]]:
    """Show on a terminal how far a search is, and keep it now and then."""
    with gauge() as show:

        def report(now: Explorer) -> None:
            show(now.expanded / now.found, f"{now.found:,} states found, {now.expanded:,} of them looked at")
            if keeper is not None and keeper.is_due:
                _keep(keeper)

        yield report, lambda what, done, total: show(done / total, what)


def _keep(keeper: Keeper | None) -> None:
    if keeper is not None:
        with uninterrupted():
            keeper.save()


def _leave(explorer: Explorer, keeper: Keeper | None, code: int) -> NoReturn:
    """Keep what was found, say how much that is and how it goes on, and end."""
    _keep(keeper)
    told = f"\nStopped: states found: {explorer.found:,}; looked at: {explorer.expanded:,}."
    if keeper is not None:
        told += f" They are kept in {keeper.path}; the same command goes on from there."
    say(told, err=True)
    raise typer.Exit(code)


def _taken_as(explorer: Explorer) -> str:
    """Return the sentence on a rule of repetition that looks back, and so lets no play go on for ever."""
    taken = explorer.game.rules.repetition
    return (
        f"Under repetition = {explorer.asked} no play goes on for ever. What follows is for repetition = {taken}: "
        "where play could come back without the longer memory."
    )


def _tell(graph: StateGraph, findings: Findings, options: CyclesOptions) -> None:
    from .cycle_report import as_dict, report

    if options.sgf is not None:
        _write_sgf(graph, findings, options.sgf)
    if options.json:
        say(as_json(as_dict(graph, findings), indent=1))
        return
    for line in report(graph, findings):
        say(harmless_line(line))


def _write_sgf(graph: StateGraph, findings: Findings, path: Path) -> None:
    from ...solve.states.recurrence import as_game

    if findings.shortest is None:
        say(f"There is no cycle to be written to {path}.", err=True)
    else:
        write_whole(path, as_game(graph.game, findings.shortest).sgf())


def _tell_known(names: Sequence[str], options: CyclesOptions) -> None:
    from ...solve.states.ko_positions import judge, position
    from .cycle_report import judged, report_known

    if options.variant or options.settings or options.board or options.points:
        raise TengenError("a position known by name has its own rules and points; leave variant, --set, ... out")
    found = []
    for name in names:
        what = position(name)
        verdict = judge(what)
        if options.sgf is not None:
            game = what.game()
            for move in what.moves:
                game.play(move)
            many = len(names) > 1
            path = options.sgf.with_name(f"{options.sgf.stem}-{name}{options.sgf.suffix}") if many else options.sgf
            write_whole(path, game.sgf())
        if options.json:
            found.append({"name": name, "rows": what.rows, "moves": what.moves, **judged(verdict)})
        else:
            for line in report_known(what, verdict):
                say(line)
    if options.json:
        say(as_json(found if options.position == "all" else found[0], indent=1))
