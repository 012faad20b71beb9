"""`tengen play`: the game that was asked for, and who sits at the board."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ...records import COLOURS, TengenError
from ..compiling import announced
from ..terminal import Looks

if TYPE_CHECKING:
    from ...game import Game
    from ...records import Colour
    from .prompt import Opponent


def play_game(
    variant: str | None,
    board: str | None,
    settings: list[str],
    komi: float | None,
    opponent: str,
    seconds: float | None,
    colour: str,
    seed: int | None,
    resume: Path | None,
    ascii: bool,
) -> None:
    """Play a game in the terminal until somebody leaves; the exit code is 130 after Ctrl-C."""
    colour = {"b": "black", "w": "white"}.get(colour.lower(), colour.lower())
    if colour not in COLOURS:
        raise TengenError(f"--colour {colour}: it is black or white")
    if seconds is not None and not 0 < seconds < float("inf"):
        raise TengenError(f"--seconds {seconds:g}: it must be more than 0")
    if resume is not None and (variant or board or settings or komi is not None):
        raise TengenError("a resumed game brings its own variant, board and axes; leave them out beside --resume")
    with announced():
        game = _game(variant, board, settings, komi, resume)
        against = _opponent(opponent, seconds, "white" if colour == "black" else "black", seed)
        _warm_up(game, against)
    from .prompt import Session

    try:
        code = Session(game, against, Looks.of(sys.stdout, ascii), saved=resume).run()
    finally:
        close = getattr(against and against.player, "close", None)
        if close is not None:
            close()
    if code:
        raise typer.Exit(code)


def _game(variant: str | None, board: str | None, settings: list[str], komi: float | None, resume: Path | None) -> Game:
    from ...game import Game
    from ..choice import chosen
    from ..records.saving import load

    if resume is not None:
        return load(resume)
    axes: dict[str, Any] = {} if komi is None else {"komi": komi}
    return Game(chosen(variant or "chinese", settings, **axes), board=board)


def _warm_up(game: Game, against: Opponent | None) -> None:
    """Compile what the first moves need, so that nobody waits for it later without being told."""
    from ...players import MCTS, Budget

    twin = game.copy()
    if twin.outcome is None:
        move = next(iter(twin.legal_moves()), None)
        if against is not None and isinstance(against.player, MCTS):
            MCTS(budget=Budget(simulations=1), megabytes=8).choose(twin)
        if move is not None:
            twin.play(move)
            twin.undo()
    twin.score()


def _opponent(asked: str, seconds: float | None, colour: Colour, seed: int | None) -> Opponent | None:
    from ...match.entrants import entrant
    from ...players import Budget
    from .prompt import Opponent

    if asked.strip().lower() == "human":
        return None
    chosen = entrant(asked)
    player = chosen.player(seed=secrets.randbelow(1 << 32) if seed is None else seed, seconds=seconds)
    if chosen.kind == "program":
        return Opponent(player, colour, player.name, asked, None if seconds is None else Budget(seconds=seconds))
    return Opponent(player, colour, chosen.name, asked)
