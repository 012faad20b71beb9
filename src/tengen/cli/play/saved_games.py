"""What the prompt keeps in files: games, and the level that follows a player."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

from ...files.whole import write_whole
from ...formats import read_file
from ...game import Game
from ...game.game_records import assumed_komi
from ...players.following import FEWEST, Following
from ...records import Colour, FormatError, Resign, TengenError
from ...systems.folders import data_folder
from ..files import free_name
from ..terminal import harmless, say

FIRST_LEVEL: Final = 3
"""The level at which the computer begins, where nobody names one."""


def save(game: Game, path: Path) -> None:
    """Write a game as JSON, losing nothing, as `write_whole` does."""
    write_whole(path, game.to_json())


def load(path: Path) -> Game:
    """Return the game in a file, the first of several: Tengen's JSON or SGF; warn of what was repaired or left out."""
    record = read_file(path)
    game = Game.from_record(record)
    for warning in (*record.warnings, assumed_komi(game.variant)):
        if warning:
            say(harmless(f"{path}: {warning}"), err=True)
    return game


def autosave(game: Game) -> Path:
    """Save a game under a name that is still free, here or in the folder for temporary files; return where."""
    for folder in (os.curdir, tempfile.gettempdir()):
        path = free_name("tengen-autosave", ".json", folder)
        try:
            save(game, path)
            return path.absolute()
        except OSError:  # nobody may write there, or the folder is gone
            continue
    raise OSError("the game could not be saved, neither here nor in the folder for temporary files")


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
