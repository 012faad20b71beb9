"""Files of the prompt: saved games, and the level that follows a player."""

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
"""The computer's first level by default."""


def check_ending(path: Path) -> None:
    """Refuse a file name that ends in neither .json nor .sgf."""
    if path.suffix.lower() not in (".json", ".sgf"):
        raise TengenError(f"games are saved as .json or .sgf; try {path}.json")


def save(game: Game, path: Path) -> None:
    """Write a game as JSON, or as SGF if the name ends in .sgf; the file is written completely or not at all."""
    write_whole(path, game.sgf() if path.suffix.lower() == ".sgf" else game.to_json())


def load(path: Path) -> Game:
    """Return the first game of a JSON or SGF file; warn about repaired or omitted content."""
    record = read_file(path)
    game = Game.from_record(record)
    for warning in (*record.warnings, assumed_komi(game.variant)):
        if warning:
            say(harmless(f"{path}: {warning}"), err=True)
    return game


def autosave(game: Game, resumed: Path | None = None) -> Path:
    """Save a game in the folder of autosaves, or else in the temporary folder; return the path.

    A game ``resumed`` from an autosave replaces it. Only the newest 20 autosaves are kept.
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
    """The computer's level against a player, adjusted by the results of their games.

    ``begin`` is a requested level, from which counting starts anew; with None it continues from the saved level.
    """

    def __init__(self, begin: int | None = None) -> None:
        self.file: Final = data_folder() / "level.json"
        self.standing: Following = _read_level(self.file) if begin is None else Following(begin)
        self._counted: Game | None = None

    @property
    def level(self) -> int:
        return self.standing.level

    def count(self, game: Game, computer: Colour) -> str:
        """Count the current game, once, if it is over; return the resulting change in words."""
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
        return f"Two games {what} in a row: the computer plays the next game at level {self.level}."


def _read_level(path: Path) -> Following:
    """Return the saved level, or the first level."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        return replace(Following(FIRST_LEVEL), **said)
    except FileNotFoundError:
        return Following(FIRST_LEVEL)
    except (ValueError, TypeError, TengenError) as error:
        raise FormatError(f"{path}: {error}; delete the file to start anew") from None
