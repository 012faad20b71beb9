"""What `tengen cycles` found, in words and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...solve.states.recurrence import as_game

if TYPE_CHECKING:
    from ...game import Game
    from ...solve.states.explorer import StateGraph
    from ...solve.states.ko_positions import KoPosition, KoVerdict
    from ...solve.states.recurrence import Cycle, Findings, Force


def report(graph: StateGraph, findings: Findings) -> Iterator[str]:
    """Yield the lines that tell what was found."""
    game = graph.game
    yield f"{game.variant.title} on {game.board.name}, repetition = {game.rules.repetition}"
    images = " up to symmetry" if graph.limits.symmetric else ""
    cut = f", {findings.cut:,} turns beyond that are cut off" if findings.cut else ""
    yield f"  {findings.states:,} states{images}, {findings.turns:,} turns; {_prisoners(graph)}{cut}"
    if graph.is_tileless:
        yield "  stacks of tiles have no limit: no rule looks at their heights, which are left out of the states"
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


# -- the positions known by name ---------------------------------------------------------------------------------------


def report_known(what: KoPosition, verdict: KoVerdict) -> Iterator[str]:
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


def _strength(verdict: KoVerdict) -> str:
    winners = [colour.capitalize() for colour, can in verdict.takes.items() if can]
    if winners:
        return f"{winners[0]} can win instead: going round takes both"
    lasting = [colour.capitalize() for colour, can in verdict.lasts.items() if can]
    if len(lasting) == 2:
        return "neither side can win, and either can make it go on for ever"
    return f"neither side can win; {lasting[0]} can make it go on for ever" if lasting else "going round takes both"


def judged(verdict: KoVerdict) -> dict[str, Any]:
    """Return what was found about a position known by name as plain data."""
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
