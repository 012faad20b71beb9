"""Matches of a table, kept in a folder, a file each, so that they can be interrupted and resumed."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tengen.match.entrants import entrant
from tengen.match.match_play import MatchResult, ResultFile, head_of, play_games
from tengen.match.referee import Conditions
from tengen.workers import hire

STRIDE = 10
"""The games of a match played in one turn, so that interrupted runs have some games of each match."""


@dataclass(frozen=True)
class KeptMatch:
    """A match of a table: players as text, its conditions, and its number of games.

    ``fixed``: the first player has Black in all of them, as with a handicap; otherwise colours alternate.
    """

    name: str
    first: str
    second: str
    conditions: Conditions
    games: int
    fixed: bool = False

    def numbers(self, games: int) -> list[int]:
        """Return the numbers of the first ``games`` games: the first player has Black in odd-numbered ones."""
        return list(range(1, 2 * games, 2) if self.fixed else range(1, games + 1))

    def file(self, folder: Path, *, resume: bool = True) -> ResultFile:
        """Open its file."""
        head = head_of(entrant(self.first), entrant(self.second), self.conditions)
        return ResultFile(folder / f"{self.name}.jsonl", head, resume=resume)

    def result(self, folder: Path) -> MatchResult:
        """Return the figures of the games so far."""
        if not (folder / f"{self.name}.jsonl").exists():
            return MatchResult(())
        with self.file(folder) as kept:
            return MatchResult(tuple(kept.entries))


def play(matches: Iterable[KeptMatch], folder: Path, jobs: int = 1) -> None:
    """Play the missing games, ``STRIDE`` of each match by turns, until all are there or Ctrl-C."""
    folder.mkdir(parents=True, exist_ok=True)
    table = list(matches)
    try:
        for until in range(STRIDE, max((each.games for each in table), default=0) + STRIDE, STRIDE):
            for match in table:
                _go_on(match, folder, min(until, match.games), jobs)
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on", file=sys.stderr)


def _go_on(match: KeptMatch, folder: Path, games: int, jobs: int) -> None:
    with match.file(folder) as kept:
        played = {game.number for game in kept.entries}
        left = [number for number in match.numbers(games) if number not in played]
        if not left:
            return
        with hire(jobs) as workers:
            playing = play_games(match.first, match.second, match.conditions, left, workers)
            with closing(playing) as found:
                for game in found:
                    kept.add(game)
    now = match.result(folder)
    print(f"{match.name}: {now.wins}–{now.losses}, {now.draws} drawn, of {match.games}", file=sys.stderr, flush=True)
