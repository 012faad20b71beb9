"""`tengen solve`: proves the value of a position."""

from __future__ import annotations

import gzip
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from itertools import chain
from math import inf
from pathlib import Path
from typing import Annotated, Any
from warnings import catch_warnings, simplefilter

import typer

from ...files.whole import whole_file
from ...records import COLOURS, TengenError, TengenWarning, UnservedRules
from .. import RUNS
from ..files import check_free, check_path, read_source, under_rules
from ..options import Axes, Force, Json, Memory, SolvedBoard, chosen_without_komi, read_memory, read_points
from ..signals import ended_politely, noting_ctrl_c, uninterrupted
from ..terminal import announced, as_json, counted, gauge, harmless, say

if RUNS:
    from ...draw.sentences import ending
    from ...game import Game
    from ...solve import ordinary
    from ...solve.budget import Budget, OutOfBudget
    from ...solve.checkpoints import Keeper
    from ...solve.proofs import proof_file
    from ...solve.route import Value
    from ...solve.states import strategy_file
    from ...solve.value import ON_POINTS, ROUTES, value


@dataclass(frozen=True)
class SolveOptions:
    source: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="Record in any notation, for its last position, or a position's name."),
    ] = None
    position: Annotated[
        str | None, typer.Option(metavar="NAME|FILE", help="Same as GAME: triple-ko-1, ..., or a file.")
    ] = None
    points: Annotated[
        str | None, typer.Option(metavar="POINTS", help='Restrict both sides to these points and passes: "A6 A5".')
    ] = None
    to_play: Annotated[str | None, typer.Option(metavar="COLOUR", help="Side to move in a position.")] = None
    created_by: Annotated[
        str | None,
        typer.Option(
            metavar="COLOUR", help="Side that created the position, for natural superko. [default: the other side]"
        ),
    ] = None
    variant: Annotated[
        str | None, typer.Option(help="Variant, as in `tengen variants`, or a TOML file. [default: chinese]")
    ] = None
    board: SolvedBoard = None
    settings: Axes = None
    memory: Memory = "4GiB"
    limit: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Stop after this time and report the bounds."),
    ] = None
    proof: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a proof for tengen check-proof; .gz compresses it.")
    ] = None
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the search of one position there, and resume from it.")
    ] = None
    force: Force = False
    json: Json = False


def solve(options: SolveOptions) -> None:
    """Prove the value of a position without komi: exact values, best moves, and the rules they hold under."""
    memory = read_memory(options.memory)
    if options.limit is not None and not options.limit > 0:
        raise TengenError(f"--limit {options.limit:g}: must be more than 0 seconds")
    with announced(), ended_politely():
        if options.force and options.proof is None:
            raise TengenError("--force needs the file of --proof")
        _solve(_game(options), options, memory)


def _game(options: SolveOptions) -> Game:
    """Return the game to solve: from the start of a variant, from a position, or from the end of a record."""
    if options.source is not None and options.position is not None:
        raise TengenError(f"{options.source} and --position {options.position} both name the position; leave one out")
    source = options.source if options.position is None else options.position
    if source is None:
        return _begun(Game(chosen_without_komi(options.variant, options.settings), board=options.board), options)
    record, variant = under_rules(read_source(source, options.board), options.variant, options.settings)
    with catch_warnings():
        simplefilter("error", TengenWarning)
        try:
            return _begun(Game.from_record(record, variant), options)
        except TengenWarning as odd:
            raise TengenError(f"{odd} A proof needs a game by its rules; --set changes them.") from None


def _begun(game: Game, options: SolveOptions) -> Game:
    """Return a game with the requested side to move and creator of the position."""
    wanted = {"to_play": options.to_play, "created_by": options.created_by}
    given = {name: colour for name, colour in wanted.items() if colour is not None}
    for name, colour in given.items():
        option = f"--{name.replace('_', '-')} {colour}"
        if colour not in COLOURS:
            raise TengenError(f"{option}: must be black or white")
        if game.moves:
            raise TengenError(f"{option}: not allowed here: the move list sets the side to move")
        if game.start is None and game.rules.handicap and game.rules.handicap_kind != "fixed":
            raise TengenError(f"{option}: not allowed here: Black still has to place the handicap")
    changed: dict[str, Any] = given
    return type(game).from_position(game.variant, game.board, replace(game.position, **changed)) if given else game


def _solve(game: Game, options: SolveOptions, memory: int) -> None:

    points = None if options.points is None else read_points(game.board, options.points)
    if options.proof is not None:
        if points is not None:
            raise TengenError("--proof is for play on the whole board; leave --points out")
        check_wanted(game, options.proof, options.force)
    with gauge() as show:
        budget = Budget(memory=memory, seconds=options.limit, report=lambda stage, share: show(max(share, 0.0), stage))
        with kept(options.checkpoint, game, points, memory) as keeper, noting_ctrl_c() as pressed:
            budget.keeper = keeper
            found = value(game, points=points, budget=budget)
            if keeper is not None:
                finish(keeper, found.complete)
    if options.json:
        say(as_json({"board": game.board.text, "variant": game.variant.name, **asdict(found)}, indent=2))
    else:
        for line in _lines(game, found, bool(pressed)):
            say(harmless(line))
    if options.proof is not None:
        with gauge() as show:
            budget.report = lambda stage, share: show(max(share, 0.0), stage)
            write_proof(game, found, options.proof, budget, quiet=options.json, force=options.force)
    if not found.complete:
        raise typer.Exit(130 if pressed else 1)


def _lines(game: Game, found: Value, stopped: bool) -> Iterator[str]:
    """Return the result in a few lines; ``stopped``: Ctrl-C ended the search."""
    name = game.board.name
    if game.outcome is not None:
        yield f"{game.variant.title} on {name}, where the game is over."
        yield ending(game.outcome.how, game.outcome.winner, game.outcome.margin, game.rules.scoring)
        return
    yield f"{game.variant.title} on {name}, {game.to_play.capitalize()} to play."
    verdict = _verdict(found, stopped)
    yield verdict if found.plies is None else f"{verdict[:-1]}, in {counted(found.plies, 'turn')} at most."
    if found.moves:
        yield f"Moves that keep this: {', '.join(found.moves)}."
    if found.line:
        yield f"A line of best play: {' '.join(found.line)}."
    if found.complete or max(abs(found.low), abs(found.high)) < inf:
        yield f"Proved under: {found.rules}."
    method = next(route.method for route in (*ROUTES, *ON_POINTS) if route.name == found.route)
    if found.complete or found.nodes:
        yield f"Found by {method} ({found.nodes:,} positions)."


def _verdict(found: Value, stopped: bool) -> str:
    if found.exact == 0:
        return "A draw: the value is 0."
    if found.exact is not None:
        winner = "Black" if found.exact > 0 else "White"
        return f"{winner} wins." if found.unit == "winner" else f"{winner} wins by {abs(found.exact):g}."
    bounds = f"between {_bound(found.low, found.unit)} and {_bound(found.high, found.unit)}"
    unbounded = found.low == -inf and found.high == inf
    if not found.complete:
        why = "as it was stopped" if stopped else "within the limits"
        known = "the value is unknown so far" if unbounded else f"the value for Black is {bounds}"
        return f"Not decided{',' if stopped else ''} {why}: {known}."
    within = "" if unbounded else f" {bounds} for Black;"
    return f"It depends on the value of infinite play:{within} {found.worth(0):+g} if that is 0."


def _bound(number: float, unit: str) -> str:
    if abs(number) == inf:
        return "anything"
    return {1: "a win", -1: "a loss", 0: "a draw"}.get(int(number), "") if unit == "winner" else f"{number:+g}"


@contextmanager
def kept(path: Path | None, game: Game, points: Collection[str] | None, memory: int) -> Iterator[Keeper | None]:
    """Yield the file that keeps a search; if a signal ends the program, write the progress first."""
    if path is None:
        yield None
        return
    check_path("--checkpoint", path)
    asked = None if points is None else sorted(points)
    keeper = Keeper(path, {"the game": game.to_json(), "--points": asked, "--memory": memory})
    try:
        yield keeper
    except SystemExit:
        finish(keeper, complete=False)
        raise


def finish(keeper: Keeper, complete: bool) -> None:
    """Remove the file of a finished proof; write that of any other, and print its size."""
    with uninterrupted():
        if complete:
            keeper.path.unlink(missing_ok=True)
            return
        keeper.save()
        if keeper.size:
            size = f"{keeper.size / (1 << 20):,.1f} MiB"
            say(f"The search is kept in {keeper.path} ({size}); the same command continues it.", err=True)


def check_wanted(game: Game, path: Path, force: bool) -> None:
    """Refuse, before any work, a game whose proof cannot be written, and an unsuitable file."""
    check_path("--proof", path)
    check_free(path, force)
    refused = _refusal(game)
    if refused is not None:
        raise TengenError(f"--proof {path}: {refused}")


def _refusal(game: Game) -> str | None:
    """Return why a game's proof cannot be written, and what would help."""
    played, listed = proof_file.refusal(game), strategy_file.refusal(game)
    if played is None or listed is None:
        return None
    if ordinary.refusal(game, "", len(game.board), repetition=lambda row: True) is not None:
        return str(listed)
    if not isinstance(played, UnservedRules):
        return str(played)
    return (
        f"{played}. Proofs are written under plain ko with area scoring, no suicide: "
        "--set repetition=ko. Under superko, values depend on the earlier moves, which written proofs do not cover."
    )


def write_proof(game: Game, found: Value, path: Path, budget: Budget, *, quiet: bool, force: bool) -> None:
    """Write the proof of a decided value; raise TengenError and leave no file if the limits are too small."""
    if not found.complete:
        say(harmless(f"--proof {path}: the value is not decided, so no file is written."), err=True)
        return
    if proof_file.refusal(game) is None:
        lines = proof_file.written_proof(game, found, budget)
    else:
        lines = strategy_file.written_strategy(game, found, budget)
    try:
        first = next(lines, None)
        if first is None:
            known = "only the trivial bound of the whole board is known"
            if found.route == "states":
                known = "it depends entirely on the value of infinite play"
            raise TengenError(f"--proof {path}: {known}; no file is written")
        check_free(path, force)  # again: the search may have taken hours
        with whole_file(path) as file:
            packed: AbstractContextManager[Any] = nullcontext(file)
            if path.suffix == ".gz":  # no timestamp, so that equal proofs give equal files
                packed = gzip.GzipFile("", "wb", fileobj=file, mtime=0)
            with packed as out:
                many = sum(out.write(f"{line}\n".encode("ascii")) > 0 for line in chain((first,), lines))
    except OutOfBudget as error:
        raise TengenError(f"--proof {path}: {error}, before the proof was rebuilt; no file is written") from None
    if not quiet:
        say(harmless(f"Wrote {path}: {counted(many, 'line')}. tengen check-proof {path} checks it."))
