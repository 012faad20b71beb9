"""`tengen cycles`: whether play can come back to where it was, on small boards and in the famous positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NoReturn

import typer

from ...draw.sentences import board_name
from ...records import COLOURS, Colour, TengenError
from ..choice import chosen
from ..compiling import announced
from ..records.pictures import check_name
from ..records.saving import ended_politely, stopped, uninterrupted, write_whole
from ..records.sources import as_record, read_source
from ..terminal import as_json, harmless, say
from .gauge import gauge, read_memory

if TYPE_CHECKING:
    from ...game import Game
    from ...solve.cycles.recurrence import Cycle, Findings, Force
    from ...solve.cycles.state_space import Explorer, Limits, StateGraph

_OFTEN: Final = 600.0
"""After so many seconds what was found so far is kept again."""
_LEAST: Final = 16 << 20


@dataclass(frozen=True)
class Wishes:
    """What was asked for: see the options of the command."""

    variant: str | None
    board: str | None
    settings: Sequence[str]
    position: str | None
    points: str
    passes: bool
    prisoners: int | None
    symmetric: bool
    memory: str
    checkpoint: Path | None
    sgf: Path | None
    json: bool


def search_cycles(wishes: Wishes) -> None:
    """Answer what was asked; the exit code is 130 after Ctrl-C, 1 where the memory was too small for an answer."""
    from ...solve.cycles.ko_positions import positions

    _check(wishes)
    names = [each.name for each in positions()]
    with announced():
        if wishes.position == "all" or wishes.position in names:
            _tell_known(names if wishes.position == "all" else [wishes.position], wishes)
        else:
            with ended_politely():
                _search(_game(wishes, names), wishes)


def _check(wishes: Wishes) -> None:
    """Refuse what cannot be done before any work begins."""
    if read_memory(wishes.memory) < _LEAST:
        raise TengenError(f"--memory {wishes.memory}: at least {_LEAST >> 20}MiB are needed")
    if wishes.prisoners is not None and not 0 <= wishes.prisoners <= 1000:
        raise TengenError(f"--prisoners {wishes.prisoners}: a number from 0 to 1000")
    for option, path in (("--checkpoint", wishes.checkpoint), ("--sgf", wishes.sgf)):
        if path is not None:
            check_name(option, str(path))
            if not path.parent.is_dir():
                raise TengenError(f"{option} {path}: there is no folder {path.parent}")


def _game(wishes: Wishes, names: Sequence[str]) -> Game:
    """Return the game to be followed: from the start of a variant, or from where a record ends."""
    from ...game import Game

    if wishes.position is None:
        if wishes.variant is None:
            raise TengenError("name a variant, such as cushion, or a position with --position")
        return Game(chosen(wishes.variant, wishes.settings), board=wishes.board)
    if wishes.position != "-" and not Path(wishes.position).exists():
        raise TengenError(
            f"--position {wishes.position}: there is no such file; known by name are {', '.join(names)} and all of "
            "them as all"
        )
    record = as_record(read_source(wishes.position, wishes.board))
    rules = None if wishes.variant is None and not wishes.settings else wishes.variant or record.variant
    return Game.from_record(record, None if rules is None else chosen(rules, wishes.settings))


def _limits(game: Game, wishes: Wishes) -> Limits:
    from ...solve.cycles.state_space import Limits

    points: dict[Colour, tuple[str, ...]] | None = None
    if wishes.points:
        found = [(word, game.board.find(word)) for word in wishes.points.replace(",", " ").split()]
        missing = [word for word, point in found if point is None]
        if missing:
            raise TengenError(f"--points: {', '.join(missing)} is not on {game.board.text}")
        labels = tuple(game.board.labels[point] for _, point in found if point is not None)
        points = dict.fromkeys(COLOURS, labels)
    return Limits(points, wishes.passes, False, True, wishes.prisoners, wishes.symmetric, read_memory(wishes.memory))


def _search(game: Game, wishes: Wishes) -> None:
    """Find all states and what cycles they form; what is known when it is stopped is told as well."""
    from ...solve.cycles.recurrence import cycles
    from ...solve.cycles.state_space import Explorer, StatesFull

    explorer = Explorer(game, _limits(game, wishes))
    if wishes.checkpoint is not None and wishes.checkpoint.exists():
        explorer.load(wishes.checkpoint)
    trouble, code = "", 0
    leave = partial(_leave, explorer, wishes)
    with stopped(leave), _watching(explorer, wishes.checkpoint) as (report, step):
        try:
            explorer.run(report)
        except StatesFull as error:
            trouble, code = str(error), 1
        findings = cycles(explorer.graph(), step=step)
    _keep(explorer, wishes.checkpoint)
    _tell(explorer.graph(), findings, wishes)
    if trouble:
        say(harmless(f"tengen: {trouble}; --memory gives more, --symmetric needs less"), err=True)
        raise typer.Exit(code if findings.exists is None else 0)


@contextmanager
def _watching(
    explorer: Explorer, checkpoint: Path | None
) -> Iterator[tuple[Callable[[Explorer], None], Callable[[str, int, int], None]]]:
    """Show on a terminal how far a search is, and keep it now and then."""
    kept = monotonic()
    with gauge() as show:

        def report(now: Explorer) -> None:
            nonlocal kept
            show(now.expanded / now.found, f"{now.found:,} states found, {now.expanded:,} of them looked at")
            if monotonic() - kept > _OFTEN:
                _keep(explorer, checkpoint)
                kept = monotonic()

        yield report, lambda what, done, total: show(done / total, what)


def _keep(explorer: Explorer, checkpoint: Path | None) -> None:
    if checkpoint is not None:
        with uninterrupted():
            explorer.save(checkpoint)


def _leave(explorer: Explorer, wishes: Wishes, code: int) -> NoReturn:
    """Keep what was found, say how much that is and how it goes on, and end."""
    _keep(explorer, wishes.checkpoint)
    told = f"\nStopped: states found: {explorer.found:,}; looked at: {explorer.expanded:,}."
    if wishes.checkpoint is not None:
        told += f" They are kept in {wishes.checkpoint}; the same command goes on from there."
    say(told, err=True)
    raise typer.Exit(code)


# -- what is told ------------------------------------------------------------------------------------------------------


def _tell(graph: StateGraph, findings: Findings, wishes: Wishes) -> None:
    if wishes.sgf is not None:
        _write_sgf(graph, findings, wishes.sgf)
    if wishes.json:
        say(as_json(as_dict(graph, findings), indent=1))
        return
    for line in report(graph, findings):
        say(harmless_line(line))


def _write_sgf(graph: StateGraph, findings: Findings, path: Path) -> None:
    from ...solve.cycles.recurrence import as_game

    if findings.shortest is None:
        say(f"There is no cycle to be written to {path}.", err=True)
    else:
        write_whole(path, as_game(graph.game, findings.shortest).sgf())


def report(graph: StateGraph, findings: Findings) -> Iterator[str]:
    """Yield the lines that tell what was found."""
    from ...solve.cycles.recurrence import as_game

    game = graph.game
    yield f"{game.variant.title} on {board_name(game.board)}, repetition = {game.rules.repetition}"
    images = " up to symmetry" if graph.limits.symmetric else ""
    yield f"  {findings.states:,} states{images}, {findings.turns:,} turns; {_prisoners(graph)}"
    if not findings.whole:
        yield "  not all states were looked at; what follows is about those that were"
    yield f"  {_verdict(graph, findings)}"
    if findings.shortest is not None:
        cycle = findings.shortest
        start = as_game(game, cycle, 0)
        known = "the shortest" if findings.is_shortest else "one of them"
        yield f"  {known}, {len(cycle)} moves: {_moves(game, cycle.moves)}"
        yield f"  from: {_position(start)}"
        if cycle.lead is not None:
            yield f"  which comes about by: {_moves(game, cycle.lead) or 'nothing, it is the start'}"
        if cycle.growth:
            yield f"  prisoners won by each side in a round: {cycle.growth}; with them returned the whole state is back"
    for colour, force in findings.forced.items():
        yield f"  {colour.capitalize()} alone {_forced(force)}"


def _forced(force: Force) -> str:
    """Return whether a side can make the game go on for ever, in words."""
    if force.verdict is False:
        return "cannot make the game go on for ever"
    start = {True: "from the start too", False: "but not from the start", None: "perhaps from the start"}[
        force.from_start
    ]
    if force.verdict is None:
        return f"might make the game go on for ever from {force.most:,} states, for all that is known, {start}"
    return f"can make the game go on for ever from {force.least:,} states, {start}"


def _verdict(graph: StateGraph, findings: Findings) -> str:
    if findings.exists:
        return f"play can come back: {findings.on_cycles:,} states lie on cycles"
    if findings.exists is False:
        if findings.on_cycles:
            return "play never comes back: only returns do, and prisoners run out"
        return "play never comes back"
    if findings.whole and findings.cut:
        return f"no cycle where no side holds more than {graph.limits.prisoners} prisoners"
    return "no cycle so far"


def _prisoners(graph: StateGraph) -> str:
    if graph.is_free:
        return "any number of prisoners"
    return "prisoners as they are" if graph.limits.prisoners is None else f"at most {graph.limits.prisoners} prisoners"


def _moves(game: Game, moves: Sequence[Any]) -> str:
    return ", ".join(game.write_move(move) for move in moves)


def _position(game: Game) -> str:
    """Return a position in a line."""
    parts = [" ".join(game.rows()) if game.board.rows else _stones(game), f"{game.to_play} to play"]
    if game.tiles:
        parts.append(f"tiles on {' '.join(game.tiles)}")
    if any(game.prisoners.values()):
        parts.append(f"prisoners black {game.prisoners['black']}, white {game.prisoners['white']}")
    if game.position.last_incursion:
        parts.append("the last placement was an incursion")
    return "; ".join(parts)


def _stones(game: Game) -> str:
    return " ".join(f"{colour} {label}" for label, colour in game.stones.items()) or "nothing on the board"


def harmless_line(line: str) -> str:
    """Return a line without what would steer the terminal; its indent stays."""
    return " " * (len(line) - len(line.lstrip())) + harmless(line)


def as_dict(graph: StateGraph, findings: Findings) -> dict[str, Any]:
    """Return what was found as plain data."""
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


# -- the positions known by name ---------------------------------------------------------------------------------------


def _tell_known(names: Sequence[str], wishes: Wishes) -> None:
    from ...solve.cycles.ko_positions import judge, position

    if wishes.variant or wishes.settings or wishes.board or wishes.points:
        raise TengenError("a position known by name has its own rules and points; leave variant, --set, ... out")
    found = []
    for name in names:
        what = position(name)
        verdict = judge(what)
        if wishes.sgf is not None:
            game = what.game()
            for move in what.moves:
                game.play(move)
            many = len(names) > 1
            path = wishes.sgf.with_name(f"{wishes.sgf.stem}-{name}{wishes.sgf.suffix}") if many else wishes.sgf
            write_whole(path, game.sgf())
        if wishes.json:
            found.append({"name": name, "rows": what.rows, "moves": what.moves, **_judged(verdict)})
        else:
            for line in _known(what, verdict):
                say(line)
    if wishes.json:
        say(as_json(found if wishes.position == "all" else found[0], indent=1))


def _known(what: Any, verdict: Any) -> Iterator[str]:
    """Yield the lines that tell about a position known by name."""
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
    again = "some play on these points still comes back" if verdict.cushion.exists else "no play on these points does"
    yield f"  under Cushion Go {again}, whatever both sides want ({verdict.cushion.states:,} states)"


def _strength(verdict: Any) -> str:
    winners = [colour.capitalize() for colour, can in verdict.takes.items() if can]
    if winners:
        return f"{winners[0]} can win instead: going round takes both"
    lasting = [colour.capitalize() for colour, can in verdict.lasts.items() if can]
    if len(lasting) == 2:
        return "neither side can win, and either can make it go on for ever"
    return f"neither side can win; {lasting[0]} can make it go on for ever" if lasting else "going round takes both"


def _judged(verdict: Any) -> dict[str, Any]:
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
