"""What the prompt keeps in files: games, and the level that follows a player."""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from ...files.whole import write_whole
from ...formats import read_file
from ...game import Game
from ...game.game_records import assumed_komi
from ...players.evening import FEWEST, Following
from ...records import Colour, FormatError, Resign, TengenError
from ...systems.folders import data_folder
from ..files import free_name
from ..terminal import harmless, say

_AUTOSAVES: Final = 20

FIRST_LEVEL: Final = 3
"""The level at which the computer begins, where nobody names one."""


def check_ending(path: Path) -> None:
    """Refuse the name of a file that ends neither in .json nor in .sgf."""
    if path.suffix.lower() not in (".json", ".sgf"):
        raise TengenError(f"games are saved as .json or .sgf; try {path}.json")


def save(game: Game, path: Path) -> None:
    """Write a game as its file's name ends, .sgf or else JSON; a file is written whole or not at all."""
    write_whole(path, game.sgf() if path.suffix.lower() == ".sgf" else game.to_json())


def load(path: Path) -> Game:
    """Return the game in a file, the first of several: Tengen's JSON or SGF; warn of what was repaired or left out."""
    record = read_file(path)
    game = Game.from_record(record)
    for warning in (*record.warnings, assumed_komi(game.variant)):
        if warning:
            say(harmless(f"{path}: {warning}"), err=True)
    return game


def autosave(game: Game, resumed: Path | None = None) -> Path:
    """Save a game in the folder of autosaves, or else in the one for temporary files; return where.

    A game ``resumed`` from an autosave replaces it. Of many autosaves, the newest 20 are kept.
    """
    folder = data_folder() / "autosaves"
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        again = resumed is not None and resumed.parent.absolute() == folder.absolute()
        path = resumed if again and resumed else free_name(stem, ".json", str(folder))
        save(game, path)
        for old in sorted(folder.glob("*.json"), key=lambda each: each.stat().st_mtime)[:-_AUTOSAVES]:
            old.unlink(missing_ok=True)
    except (OSError, TengenError):  # no home folder, or not writable
        path = free_name(f"tengen-{stem}", ".json", tempfile.gettempdir())
        save(game, path)
    return path.absolute()


class FollowedLevel:
    """The level at which the computer plays somebody, and what their games make of it.

    ``begin`` is a level that was asked for, from which it follows anew; None: it goes on from where it stood.
    """

    def __init__(self, begin: int | None = None) -> None:
        self.file: Final = data_folder() / "level.json"
        self.standing: Following = _read_level(self.file) if begin is None else Following(begin)
        self._counted: Game | None = None

    @property
    def level(self) -> int:
        """The level of the next game."""
        return self.standing.level

    def count(self, game: Game, computer: Colour) -> str:
        """Count a game that is left, once, if it is over; return what follows, in words."""
        outcome = game.outcome
        moves = sum(move is not Resign for move in game.moves)
        if outcome is None or outcome.how == "no_result" or moves < FEWEST or self._counted is game:
            return ""
        before, self._counted = self.standing, game
        score = 0.5 if outcome.winner is None else float(outcome.winner != computer)
        self.standing = before.after(score)
        self.file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.file, json.dumps(asdict(self.standing)) + "\n")
        if self.level == before.level:
            return ""
        what = "won" if self.level > before.level else "lost"
        return f"Two games {what} in a row: the computer plays the next one at level {self.level}."


def _read_level(path: Path) -> Following:
    """Return what is kept, or the level at which everybody begins."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        return replace(Following(FIRST_LEVEL), **said)
    except FileNotFoundError:
        return Following(FIRST_LEVEL)
    except (ValueError, TypeError, TengenError) as error:
        raise FormatError(f"{path}: {error}; delete it, and the level is followed anew") from None
