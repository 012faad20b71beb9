"""The known variants of Go: figures of their games, and whether their play can repeat.

``python -m benchmarks variants FOLDER`` plays missing games for ``--minutes`` at low priority, keeps every game
and verdict in FOLDER, and writes ``variants.csv``, ``cycles.csv`` and the tables of ``variants.md`` in ``--out``. Stop
it with Ctrl-C; the same command goes on. ``--minutes 0`` only writes.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tengen.boards import parse
from tengen.files.whole import write_whole
from tengen.match.fairness import SelfGame
from tengen.match.selfplay import Lab, Notebook, fairest_opening, head_of, play_itself
from tengen.records import TengenError
from tengen.rules import Variant, variant
from tengen.rules.preset_files import library

from .repeating import Recurrence, recurrence
from .variant_tables import boards_table, games_csv, games_table, recurrences_csv, recurrences_table, rewritten, row

BOARDS: Final = ("5x5", "7x7")
LEVELS: Final = (2, 4)
BASELINE: Final = "chinese"
"""A preset measured with the others, for comparison."""
_SEED: Final = 50
_SLICE: Final = 5.0
"""Seconds after which the next variant has its turn."""


@dataclass(frozen=True)
class Setting:
    """A variant on a board at a level."""

    variant: Variant
    board: str
    level: int

    @property
    def lab(self) -> Lab:
        """Return the conditions of its games."""
        return Lab(self.variant, parse(self.board, footprint=self.variant.footprint), self.level, seed=_SEED)

    def path(self, folder: Path) -> Path:
        """Return the file of its games."""
        return folder / f"{self.variant.name}-{self.board}-{self.level}.jsonl"

    def __str__(self) -> str:
        return f"{self.variant.name} on {self.board} at level {self.level}"


def settings(only: str = "") -> list[Setting]:
    """Return the games to play: every variant on the small boards that fit it, otherwise on its own.

    >>> [str(each) for each in settings("gonnect")][:2]
    ['gonnect on 5x5 at level 2', 'gonnect on 5x5 at level 4']
    """
    found = []
    for each in (variant(BASELINE), *library()):
        if only in each.name:
            found += [Setting(each, board, level) for board in fitting(each)[0] for level in LEVELS]
    return found


def fitting(chosen: Variant) -> tuple[list[str], str]:
    """Return the boards on which a variant is measured, with the reason if these are not both small ones."""
    boards: list[str] = []
    why = ""
    for board in (*BOARDS, str(chosen.board)):
        if board in BOARDS or not boards:
            try:
                Lab(chosen, parse(board, footprint=chosen.footprint)).start()
                boards.append(board)
            except TengenError as error:
                why = why or str(error)
    return boards, why


class _Running:
    """A setting in progress: its file, and the games that arrive."""

    def __init__(self, setting: Setting, folder: Path, games: int, held: ExitStack) -> None:
        self.setting, self.wanted = setting, games
        self.lab = setting.lab
        self.notebook = held.enter_context(Notebook(setting.path(folder), head_of(self.lab), resume=True))
        self.games: list[SelfGame] = list(self.notebook.entries)
        self._held = held
        self._coming: Iterator[SelfGame] | None = None

    @property
    def cost(self) -> int:
        """The approximate cost of its games so far: points of all positions."""
        return sum(len(game.moves) for game in self.games) * len(self.lab.board)

    def play(self, until: float) -> bool:
        """Play at least one game, and more until a moment of `time.monotonic`; return False once all are played."""
        if self._coming is None:
            swap = next((game.opening for game in self.games if game.opening), "")
            if not self.lab.variant.rules.ends_by_passes:
                swap = swap or fairest_opening(self.lab)
            playing = play_itself(self.lab, self.wanted, self.games, swap=swap)
            self._coming = self._held.enter_context(closing(playing))
        for game in self._coming:
            self.notebook.add(game)
            self.games.append(game)
            if time.monotonic() >= until:
                return len(self.games) < self.wanted
        return False


def play(found: Sequence[Setting], folder: Path, games: int, minutes: float) -> None:
    """Play the missing games, least time spent first, until the minutes are over or Ctrl-C."""
    end = time.monotonic() + 60 * minutes
    with ExitStack() as held, suppress(KeyboardInterrupt):
        running = [_Running(setting, folder, games, held) for setting in found]
        running = [each for each in running if len(each.games) < games]
        while running and time.monotonic() < end:
            least = min(running, key=lambda each: each.cost)
            try:
                more = least.play(min(end, time.monotonic() + _SLICE))
            except TengenError as error:
                print(f"{least.setting}: {error}", file=sys.stderr, flush=True)
                more = False
            if not more:
                running.remove(least)
            print(f"{least.setting}: {len(least.games)} of {games} games", file=sys.stderr, flush=True)


def read(setting: Setting, folder: Path) -> list[SelfGame]:
    """Return the games of a setting so far, in the order of their numbers."""
    if not setting.path(folder).exists():
        return []
    with Notebook(setting.path(folder), head_of(setting.lab), resume=True) as kept:
        return sorted(kept.entries, key=lambda game: game.number)


def recurrences(names: Sequence[Variant], folder: Path, seconds: float, minutes: float) -> dict[str, list[Recurrence]]:
    """Return for each variant whether play can repeat, with passes and without, if known.

    The folder keeps decided games. Others are searched until the minutes are over, each for ``seconds`` a board.
    """
    path, end = folder / "recurrences.json", time.monotonic() + 60 * minutes
    known: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    with suppress(KeyboardInterrupt):
        for each in names:
            if each.name not in known and time.monotonic() < end:
                print(f"{each.name}: looking for cycles", file=sys.stderr, flush=True)
                known[each.name] = [recurrence(each, seconds, passes)._asdict() for passes in (True, False)]
                write_whole(path, json.dumps(known, indent=1))
    return {each.name: [Recurrence(**found) for found in known[each.name]] for each in names if each.name in known}


def main(arguments: Sequence[str]) -> int:
    """Play, and write the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks variants", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the games are kept")
    parser.add_argument("--games", type=int, default=1000, help="the games of each variant, board and level [1000]")
    parser.add_argument("--minutes", type=float, default=60.0, help="half for cycles, half for games [60]")
    parser.add_argument("--seconds", type=float, default=20.0, help="processor time for each tiny board's states [20]")
    parser.add_argument("--only", default="", help="only variants with this text in their names")
    parser.add_argument("--out", type=Path, help="folder for the tables, such as docs/lab")
    options = parser.parse_args(arguments)
    if options.minutes and hasattr(os, "nice"):
        os.nice(19)
    found = settings(options.only)
    chosen = [each for each in (variant(BASELINE), *library()) if options.only in each.name]
    options.folder.mkdir(parents=True, exist_ok=True)
    decided = recurrences(chosen, options.folder, options.seconds, options.minutes / 2)
    play(found, options.folder, options.games, options.minutes / 2)
    if options.out is not None:
        rows = [row(each.lab, read(each, options.folder)) for each in found]
        boards = {each.name: fitting(each) for each in chosen}
        write_whole(options.out / "variants.csv", games_csv(rows))
        write_whole(options.out / "cycles.csv", recurrences_csv(decided))
        page = options.out / "variants.md"
        tables = {"games": games_table(rows), "boards": boards_table(boards), "cycles": recurrences_table(decided)}
        write_whole(page, rewritten(page.read_text("utf-8"), tables))
    return 0
