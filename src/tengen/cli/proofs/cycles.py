"""`tengen cycles`: whether play can repeat, on small boards and in famous positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from ...files.whole import write_whole
from ...records import COLOURS, Colour, TengenError
from .. import RUNS
from ..files import check_path, read_source, under_rules
from ..options import Axes, Json, Memory, SolvedBoard, chosen, read_memory, read_points
from ..signals import ended_politely, uninterrupted
from ..terminal import announced, as_json, gauge, harmless, harmless_line, say, stopped

if RUNS:
    from ...game import Game
    from ...game.named_positions import named_positions
    from ...solve.states.explorer import Explorer, Limits, StateGraph, StatesFull
    from ...solve.states.ko_positions import KoPosition, KoVerdict, judge, positions
    from ...solve.states.recurrence import Cycle, Findings, Force, as_game
    from ...solve.states.recurrence import cycles as cycles_of

_LEAST: Final = 16 << 20


@dataclass(frozen=True)
class CyclesOptions:
    variant: Annotated[str | None, typer.Argument(help="Variant, as in `tengen variants`, or a TOML file.")] = None
    board: SolvedBoard = None
    settings: Axes = None
    position: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE", help="Named position: triple-ko, ..., all; or a record, for its last position."
        ),
    ] = None
    points: Annotated[str, typer.Option(metavar="POINTS", help="Place stones on these points only.")] = ""
    passes: Annotated[bool, typer.Option("--passes/--no-passes", help="Allow passes.")] = True
    prisoners: Annotated[
        int | None, typer.Option(metavar="N", help="Include prisoners in the state, up to N per side.")
    ] = None
    symmetric: Annotated[
        bool, typer.Option("--symmetric", help="Merge mirror images and exchanged colours, to save memory.")
    ] = False
    memory: Memory = "1GiB"
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the search there, and resume from it.")
    ] = None
    sgf: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the cycle as a record.")] = None
    json: Json = False


def cycles(options: CyclesOptions) -> None:
    """Check whether play can return to an earlier state, how soon, and whether one side can force it."""
    if read_memory(options.memory) < _LEAST:
        raise TengenError(f"--memory {options.memory}: at least {_LEAST >> 20}MiB are needed")
    if options.prisoners is not None and not 0 <= options.prisoners <= 1000:
        raise TengenError(f"--prisoners {options.prisoners}: must be from 0 to 1000")
    check_path("--checkpoint", options.checkpoint)
    check_path("--sgf", options.sgf)
    names = list(positions())
    with announced():
        if options.position == "all" or options.position in names:
            _tell_known(names if options.position == "all" else [options.position], options)
        else:
            with ended_politely():
                _search(_game(options, names), options)


def _game(options: CyclesOptions, names: Sequence[str]) -> Game:
    """Return the game to follow: from the start of a variant, or from the end of a record."""
    if options.position is None:
        if options.variant is None:
            raise TengenError("name a variant, such as cushion, or a position with --position")
        return Game(chosen(options.variant, options.settings), board=options.board)
    if options.position != "-" and not Path(options.position).exists() and options.position not in named_positions():
        raise TengenError(
            f"--position {options.position}: no such file; the named positions are {', '.join(named_positions())}, "
            f"and all stands for {', '.join(names)}"
        )
    found = read_source(options.position, options.board)
    return Game.from_record(*under_rules(found, options.variant, options.settings))


def _search(game: Game, options: CyclesOptions) -> None:
    """Find all states and the cycles they form; if stopped, print the results so far."""
    points: dict[Colour, tuple[str, ...]] | None = None
    if options.points:
        points = dict.fromkeys(COLOURS, read_points(game.board, options.points))
    memory = read_memory(options.memory)
    limits = Limits(points, options.passes, prisoners=options.prisoners, symmetric=options.symmetric, memory=memory)
    explorer = Explorer(game, limits)
    keeper = None if options.checkpoint is None else explorer.keep_in(options.checkpoint)

    def keep() -> str:
        if keeper is None:
            return ""
        with uninterrupted():
            keeper.save()
        return f" They are kept in {keeper.path}; the same command continues."

    def farewell() -> str:
        kept = keep()
        return f"Stopped: states found: {explorer.found:,}; expanded: {explorer.expanded:,}.{kept}"

    def report(now: Explorer) -> None:
        show(0.0, f"{now.found:,} states found so far, {now.expanded:,} of them examined")
        if keeper is not None and keeper.is_due:
            keep()

    trouble = ""
    with stopped(farewell), gauge(bar=False) as show:  # the number of states is unknown until the end
        try:
            explorer.run(report)
        except StatesFull as error:
            trouble = str(error)
        findings = cycles_of(explorer.graph(), step=lambda what, done, total: show(0.0, f"{what}: {done / total:.0%}"))
    keep()
    taken = explorer.game.rules.repetition
    if explorer.asked != taken:
        say(
            f"Under repetition = {explorer.asked} no play lasts for ever. What follows holds for repetition = {taken}: "
            "where play could come back without the longer memory.",
            err=options.json,
        )
    _tell(explorer.graph(), findings, options)
    if trouble:
        say(harmless(f"tengen: {trouble}; --memory gives more, --symmetric needs less"), err=True)
        raise typer.Exit(1 if findings.exists is None else 0)


def _tell(graph: StateGraph, findings: Findings, options: CyclesOptions) -> None:
    if options.sgf is not None and findings.shortest is None:
        say(f"No cycle to write to {options.sgf}.", err=True)
    elif options.sgf is not None and findings.shortest is not None:
        write_whole(options.sgf, as_game(graph.game, findings.shortest).sgf())
    if options.json:
        say(as_json(as_dict(graph, findings), indent=1))
        return
    for line in report_lines(graph, findings):
        say(harmless_line(line))


def _tell_known(names: Sequence[str], options: CyclesOptions) -> None:
    if options.variant or options.settings or options.board or options.points:
        raise TengenError("a named position has its own rules and points; leave out variant, --set, ...")
    found = []
    for name in names:
        what = positions()[name]
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


def report_lines(graph: StateGraph, findings: Findings) -> Iterator[str]:
    game = graph.game
    yield f"{game.variant.title} on {game.board.name}, repetition = {game.rules.repetition}"
    images = " up to symmetry" if graph.limits.symmetric else ""
    cut = f", {findings.cut:,} turns beyond that are cut off" if findings.cut else ""
    yield f"  {findings.states:,} states{images}, {findings.turns:,} turns; {_prisoners(graph)}{cut}"
    if graph.is_tileless:
        yield "  stacks of tiles have no limit: no rule depends on their heights, which the states leave out"
    if not findings.whole:
        yield "  not all states were expanded; the following is about those that were"
    yield f"  {_verdict(graph, findings)}"
    if findings.shortest is not None:
        cycle = findings.shortest
        start = as_game(game, cycle, 0)
        known = "the shortest" if findings.is_shortest else "one of them"
        yield f"  {known}, {len(cycle)} moves: {_written(game, cycle.moves)}"
        yield f"  from: {_position(start)}"
        if cycle.lead is not None:
            yield f"  reached by: {_written(game, cycle.lead) or 'no moves; it is the start'}"
        if cycle.growth:
            yield f"  prisoners each side wins per cycle: {cycle.growth}; returning them restores the whole state"
    for colour, force in findings.forced.items():
        yield f"  {colour.capitalize()} alone {_forced(force)}"


def _forced(force: Force) -> str:
    if force.verdict is False:
        return "cannot make the game last for ever"
    start = {True: "from the start too", False: "but not from the start", None: "perhaps from the start"}[
        force.from_start
    ]
    if force.verdict is None:
        return f"might be able to make the game last for ever from {force.most:,} states, {start}"
    return f"can make the game last for ever from {force.least:,} states, {start}"


def _verdict(graph: StateGraph, findings: Findings) -> str:
    if findings.exists:
        return f"play can come back: {findings.on_cycles:,} states lie on cycles"
    if findings.exists is False:
        if findings.on_cycles:
            return "play never comes back: only returns repeat, and prisoners run out"
        return "play never comes back"
    if findings.whole and findings.cut:
        return f"no cycle where no side holds more than {graph.limits.prisoners} prisoners"
    return "no cycle so far"


def _prisoners(graph: StateGraph) -> str:
    if graph.is_free:
        return "any number of prisoners"
    return "prisoners as they are" if graph.limits.prisoners is None else f"at most {graph.limits.prisoners} prisoners"


def _written(game: Game, moves: Sequence[Any]) -> str:
    return ", ".join(game.write_move(move) for move in moves)


def _position(game: Game) -> str:
    stones = " ".join(f"{colour} {label}" for label, colour in game.stones.items()) or "nothing on the board"
    parts = [" ".join(game.rows()) if game.board.rows else stones, f"{game.to_play} to play"]
    if game.tiles:
        parts.append(f"tiles on {' '.join(game.tiles)}")
    if any(game.prisoners.values()):
        parts.append(f"prisoners black {game.prisoners['black']}, white {game.prisoners['white']}")
    if game.position.last_incursion:
        parts.append("the last placement was an incursion")
    return "; ".join(parts)


def as_dict(graph: StateGraph, findings: Findings) -> dict[str, Any]:
    """Return the findings as plain data."""
    game = graph.game
    return {
        "variant": game.variant.name,
        "board": game.board.text,
        "repetition": game.rules.repetition,
        "states": findings.states,
        "turns": findings.turns,
        "whole": findings.whole,
        "beyond_limits": findings.cut,
        "prisoners": "any" if graph.is_free else graph.limits.prisoners,
        "tile_heights": not graph.is_tileless,
        "symmetric": graph.limits.symmetric,
        "on_cycles": findings.on_cycles,
        "cycle_exists": findings.exists,
        "shortest": None if findings.shortest is None else _cycle(game, findings.shortest, findings.is_shortest),
        "forced": {
            colour: {"exists": force.verdict, "from_start": force.from_start, "states": [force.least, force.most]}
            for colour, force in findings.forced.items()
        },
    }


def _cycle(game: Game, cycle: Cycle, proved: bool) -> dict[str, Any]:
    start = cycle.start
    return {
        "length": len(cycle),
        "proved_shortest": proved,
        "moves": [game.write_move(move) for move in cycle.moves],
        "prisoners_gained": cycle.growth,
        "lead": None if cycle.lead is None else [game.write_move(move) for move in cycle.lead],
        "start": {
            "stones": dict(start.stones),
            "to_play": start.to_play,
            "tiles": dict(start.tiles),
            "prisoners": dict(start.prisoners),
            "last_incursion": start.last_incursion,
        },
    }


# -- named positions ---------------------------------------------------------------------------------------------------


def report_known(what: KoPosition, verdict: KoVerdict) -> Iterator[str]:
    """Yield the lines of the report on a named position."""
    yield f"{what.title}: {', '.join(what.moves)} ({what.to_play.capitalize()} begins)"
    yield from (f"    {row}" for row in what.rows)
    back = "comes back" if verdict.comes_back else "does not come back"
    yield f"  under plain ko the whole state {back} after {len(what.moves)} moves; {verdict.removed} stones are taken"
    for rule, found in verdict.breaks.items():
        if found is None:
            yield f"  {rule}: nothing stops it"
        else:
            reasons = ", ".join(reason.value for reason in found.reasons)
            yield f"  {rule}: move {found.number}, {found.move}, is illegal ({reasons})"
    yield f"  {_strength(verdict)} ({verdict.states:,} states)"
    again = (
        "some play on these points still comes back" if verdict.cushion.exists else "no play on these points comes back"
    )
    yield f"  under Cushion Go {again}, even if both sides cooperate ({verdict.cushion.states:,} states)"


def _strength(verdict: KoVerdict) -> str:
    winners = [colour.capitalize() for colour, can in verdict.takes.items() if can]
    if winners:
        return f"{winners[0]} can win instead: going round takes both"
    lasting = [colour.capitalize() for colour, can in verdict.lasts.items() if can]
    if len(lasting) == 2:
        return "neither side can win, and either can make it last for ever"
    return f"neither side can win; {lasting[0]} can make it last for ever" if lasting else "going round takes both"


def judged(verdict: KoVerdict) -> dict[str, Any]:
    """Return the findings on a named position as plain data."""
    return {
        "comes_back": verdict.comes_back,
        "stones_taken": verdict.removed,
        "breaks": {
            rule: None
            if found is None
            else {"move": found.number, "text": found.move, "reasons": [reason.value for reason in found.reasons]}
            for rule, found in verdict.breaks.items()
        },
        "forced": verdict.is_forced,
        "can_win": dict(verdict.takes),
        "can_win_or_go_on": dict(verdict.lasts),
        "states": verdict.states,
        "cushion_states": verdict.cushion.states,
        "cushion_cycle_exists": verdict.cushion.exists,
    }
