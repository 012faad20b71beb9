"""`tengen play`: the game that was asked for, and who sits at the board."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ..records import COLOURS, TengenError, other
from .compiling import announced
from .terminal import Looks

if TYPE_CHECKING:
    from ..game import Game
    from ..players import Player


def play_game(
    variant: str | None,
    board: str | None,
    settings: list[str],
    komi: float | None,
    opponent: str,
    colour: str,
    seed: int | None,
    resume: Path | None,
    ascii: bool,
) -> None:
    """Play a game in the terminal until somebody leaves; the exit code is 130 after Ctrl-C."""
    colour = {"b": "black", "w": "white"}.get(colour.lower(), colour.lower())
    if colour not in COLOURS:
        raise TengenError(f"--colour {colour}: it is black or white")
    if opponent not in ("human", "random"):
        raise TengenError(f"--opponent {opponent}: it is human or random")
    if resume is not None and (variant or board or settings or komi is not None):
        raise TengenError("a resumed game brings its own variant, board and axes; leave them out beside --resume")
    with announced():
        game = _game(variant, board, settings, komi, resume)
        _warm_up(game)
    from .session import Session

    player = _opponent(opponent, seed)
    session = Session(game, player, other(colour) if player else None, Looks.of(sys.stdout, ascii), saved=resume)
    code = session.run()
    if code:
        raise typer.Exit(code)


def _game(variant: str | None, board: str | None, settings: list[str], komi: float | None, resume: Path | None) -> Game:
    from ..game import Game
    from .choosing import chosen
    from .saving import load

    if resume is not None:
        return load(resume)
    axes: dict[str, Any] = {} if komi is None else {"komi": komi}
    return Game(chosen(variant or "chinese", settings, **axes), board=board)


def _warm_up(game: Game) -> None:
    """Compile what the first moves need, so that nobody waits for it later without being told."""
    twin = game.copy()
    if twin.outcome is None:
        move = next(iter(twin.legal_moves()), None)
        if move is not None:
            twin.play(move)
            twin.undo()
    twin.score()


def _opponent(name: str, seed: int | None) -> Player | None:
    if name == "human":
        return None
    from ..players import Random

    return Random(secrets.randbelow(1 << 32) if seed is None else seed)
