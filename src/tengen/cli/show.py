"""`tengen show`: a position of a recorded game."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from ..boards import parse
from ..draw.text import board_text
from ..draw.words import board_name, ending, sentence
from ..formats import read_file
from ..game import Game
from ..game.recording import record_variant
from ..game.walking import Stage, walk
from ..records import COLOURS, Gesture, Record, TengenError
from .choosing import chosen
from .compiling import announced
from .terminal import Looks, harmless, say


def show_record(
    file: Path, move: int | None, name: str | None, board: str | None, settings: list[str], ascii: bool
) -> None:
    """Draw the position after a move, or after the last; the exit code is 1 where an illegal move comes first."""
    record = read_file(file, None if board is None else parse(board))
    for warning in record.warnings:
        say(harmless(f"{file}: {warning}"), err=True)
    if record.incomplete:
        say(harmless(f"{file}: the file is cut off in the middle of the game; moves may be missing"), err=True)
    with announced():
        stage = _reached(record, move, name, settings)
    game = stage.game
    looks = Looks.of(sys.stdout, ascii)
    last = game.moves[-1] if game.moves else None
    label = None if last is None or isinstance(last, Gesture) else game.board.labels[last.point]
    say(_headline(record, game))
    say(board_text(game.board, game.position, ascii=looks.ascii, colour=looks.colour, last=label))
    say(_state(stage))
    if stage.reasons:
        mover = stage.node.colour or game.to_play
        said = " ".join(sentence(reason, game.rules, mover) for reason in stage.reasons)
        say(f"Move {stage.number}, {stage.node.move}, is illegal. {said}")
        raise typer.Exit(1)


def _reached(record: Record, move: int | None, name: str | None, settings: list[str]) -> Stage:
    """Return the game after a move, or after the last; where an illegal move comes first, as it stands before that."""
    moves = sum(node.move is not None for node in record.main_line())
    if move is not None and move > moves:
        raise TengenError(f"the game has {moves} moves; there is no move {move}")
    reached = None
    for stage in walk(record, chosen(name or record_variant(record), settings)):
        if move is not None and stage.number > move:
            break
        reached = stage
        if move and stage.number == move:
            break
    assert reached is not None, "every record has a root"
    return reached


def _headline(record: Record, game: Game) -> str:
    """Say who played, where that is written, and what."""
    names = [record.info.get(key, "").strip() for key in ("PB", "PW")]
    players = f"{names[0] or 'Black'} (Black), {names[1] or 'White'} (White): " if any(names) else ""
    return harmless(f"{players}{game.variant.title} on {board_name(game.board)}")


def _state(stage: Stage) -> str:
    game = stage.game
    moves = stage.number - bool(stage.reasons)
    told = f"After move {moves}." if moves else "Before the first move."
    prisoners = game.prisoners
    if any(prisoners.values()):
        told += " Prisoners: " + ", ".join(f"{colour.capitalize()} {prisoners[colour]}" for colour in COLOURS) + "."
    if game.outcome is not None:
        return f"{told} {ending(game.outcome.how, game.outcome.winner, game.outcome.margin)}"
    return f"{told} {game.to_play.capitalize()} to play."
