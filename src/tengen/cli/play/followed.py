"""A level that follows who plays at the prompt: kept in a file from game to game."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...files.whole import write_whole
from ...players.following import FEWEST, Following
from ...records import FormatError, Resign, TengenError
from ...systems.folders import data_folder

if TYPE_CHECKING:
    from ...game import Game
    from ...records import Colour

FIRST: Final = 3
"""The level at which the computer begins, where nobody names one."""


class FollowedLevel:
    """The level at which the computer plays somebody, and what their games make of it.

    ``begin`` is a level that was asked for, from which it follows anew; None: it goes on from where it stood.

    Raises:
        FormatError: the file holds something else.
        TengenError: there is no such level; this user has no home folder.
    """

    def __init__(self, begin: int | None = None) -> None:
        self.file: Final = data_folder() / "level.json"
        self.standing: Following = _read(self.file) if begin is None else Following(begin)
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


def _read(path: Path) -> Following:
    """Return what is kept, or the level at which everybody begins."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        return replace(Following(FIRST), **said)
    except FileNotFoundError:
        return Following(FIRST)
    except (ValueError, TypeError, TengenError) as error:
        raise FormatError(f"{path}: {error}; delete it, and the level is followed anew") from None
