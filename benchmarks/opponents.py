"""Opponents on every board: level 4 against random moves, and ten times the simulations against a single budget."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tengen.match.match_play import MatchResult, conditions_of, play_games
from tengen.match.referee import Conditions, GameResult
from tengen.rules import variant, variants
from tengen.workers import hire

DATA = Path(__file__).parent.parent / "tests" / "data" / "opponents.toml"
LEVEL = "4"
AGAINST_RANDOM = 10
TENFOLD = 40


@dataclass(frozen=True)
class Row:
    """A game on a board; the data file explains the fields."""

    game: str
    board: str
    name: str = ""
    axes: dict[str, Any] = field(default_factory=dict)
    single: int = 40
    longest: int | None = None
    tiny: bool = False

    @property
    def title(self) -> str:
        """The board's name, and the changed axes."""
        changed = ", ".join(f"{axis} {value or 'none'}" for axis, value in self.axes.items())
        return f"{self.name or self.board}{f', {changed}' if changed else ''}"

    @property
    def matches(self) -> dict[str, tuple[str, str, int]]:
        """Both matches: the two players and the number of games."""
        budgets = f"mcts:{10 * self.single}", f"mcts:{self.single}"
        return {"random": (LEVEL, "random", AGAINST_RANDOM), "tenfold": (*budgets, TENFOLD)}

    def conditions(self) -> Conditions:
        """Return the conditions of both matches."""
        return conditions_of(variant(self.game, **self.axes), self.board, longest=self.longest, seed=1)


@dataclass
class Found:
    """The results of a row: the games of both matches."""

    row: Row
    games: dict[str, list[GameResult]] = field(default_factory=lambda: {"random": [], "tenfold": []})

    def result(self, match: str) -> MatchResult:
        """Return a match's figures."""
        return MatchResult(tuple(self.games[match]))

    def as_dict(self) -> dict[str, Any]:
        """Return the row as plain data for JSON."""
        row = self.row
        about = {"game": row.game, "board": row.board, "axes": row.axes, "simulations": [10 * row.single, row.single]}
        return about | {match: self.result(match).as_dict() for match in self.games}

    def as_line(self) -> str:
        """Return the row as a line of the table."""
        random, tenfold, single = self.result("random"), self.result("tenfold"), self.row.single
        low, high = tenfold.interval
        drawn = f", {tenfold.draws} drawn" if tenfold.draws else ""
        return (
            f"| {self.row.game} | {self.row.title} | {random.wins}–{random.losses} | {10 * single} against {single} | "
            f"{tenfold.wins} of {len(tenfold.games)}{drawn} ({100 * low:.0f}–{100 * high:.0f} %) |"
        )


def rows(only: str = "") -> list[Row]:
    """Return the rows whose game and board, as text, contain ``only``: the data file's, then the presets not in it."""
    read = [Row(**entry) for entry in tomllib.loads(DATA.read_text(encoding="utf-8"))["row"]]
    listed = {row.game for row in read}
    read += [Row(one.name, "15" if one.footprint else "7x7") for one in variants() if one.name not in listed]
    return [row for row in read if only in f"{row.game} {row.title}"]


def opponents(only: str = "", jobs: int = 1, file: Path | None = None) -> str:
    """Play all matches, or until Ctrl-C; return the table of the games played, and write it to ``file``."""
    found: list[Found] = []
    try:
        for row in rows(only):
            found.append(Found(row))
            for match in row.matches:
                for result in _played(found[-1], match, jobs):
                    found[-1].games[match].append(result)
    except KeyboardInterrupt:
        print("\ninterrupted; the last rows are incomplete", file=sys.stderr)
    if file is not None:
        file.write_text(json.dumps([each.as_dict() for each in found], indent=1) + "\n", encoding="utf-8")
    return "\n".join([
        f"| game | board | level {LEVEL} against random | simulations | won by ten times as many (95 %) |",
        "|---|---|---|---|---|",
        *(each.as_line() for each in found),
    ])  # fmt: skip


def _played(found: Found, match: str, jobs: int) -> Iterator[GameResult]:
    """Play a match."""
    first, second, count = found.row.matches[match]
    with hire(jobs) as workers:
        games = play_games(first, second, found.row.conditions(), range(1, count + 1), workers)
        yield from _told(found, match, games)


def _told(found: Found, match: str, games: Iterable[GameResult]) -> Iterator[GameResult]:
    """Yield results and print the progress."""
    first, second, count = found.row.matches[match]
    for number, result in enumerate(games, 1):
        yield result
        now = found.result(match)
        line = f"{found.row.game}, {found.row.title}: {first} {now.wins}–{now.losses} {second}, {number} of {count}"
        print(f"\r\033[K{line}" if sys.stderr.isatty() else line, end="", file=sys.stderr, flush=True)
        if not sys.stderr.isatty() or number == count:
            print(file=sys.stderr)
