"""The ladder of levels: neighbours play each other on many boards, from random moves up.

``python -m benchmarks ladder FOLDER`` plays the missing games, a file for every rung, and prints the tables; after an
interruption, the same command continues. ``--games 0`` only prints.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tengen.match.match_play import MatchResult, conditions_of
from tengen.match.rating import elo_of, wilson
from tengen.players import LEVELS
from tengen.rules import variant

from .grounds import Ground
from .kept_matches import KeptMatch, play


class Ladder(Ground):
    """A game on a board for neighbouring levels."""

    def rungs(self, most: int, games: int) -> Iterator[KeptMatch]:
        """Yield the matches of neighbours, the upper one first: level 1 against random moves, then up to a level."""
        terms = conditions_of(variant(self.game, **self.axes), self.board, seed=1)
        for level in range(1, most + 1):
            below = str(level - 1) if level > 1 else "random"
            yield KeptMatch(f"{self.game}-{self.board}-{level}-{below}", str(level), below, terms, games)


GROUNDS: Final = (
    Ladder("chinese", "9x9", {"komi": 7.0}),
    Ladder("chinese", "13x13"),
    Ladder("chinese", "19x19"),
    Ladder("japanese", "7x7", {"komi": 9.0}),
    Ladder("tile", "7x7"),
    Ladder("cushion", "7x7"),
    Ladder("tao", "7x7", {"komi": 9.0}),
    Ladder("gengo-go", "7x7"),
    Ladder("gengo", "13"),
    *(Ladder(game, "19") for game in ("japanese", "tile", "cushion", "tao", "gengo")),
)
"""The games and boards that are played; the last five are on their default boards."""


def rung(result: MatchResult) -> str:
    """Return a cell of the table: Elo with its interval and the games; "" where none was played."""
    if not result.scores:
        return ""
    low, high = result.elo_interval
    count = len(result.scores)
    if math.isinf(result.elo):
        return f"more than {low:+.0f} ({count})" if result.elo > 0 else f"less than {high:+.0f} ({count})"
    return f"{result.elo:+.0f} ({low:+.0f} to {high:+.0f}; {count})"


def scale(results: Sequence[MatchResult]) -> list[tuple[float, float]]:
    """Return every level's Elo above random moves and the half width of its 95 % interval.

    Rungs add up, and so do the squares of their errors. Half a game is added to both sides of a rung, so that a clean
    sweep has a finite value.
    """
    found, total, variance = [], 0.0, 0.0
    for result in results:
        if not result.scores:
            break
        games, points = len(result.scores) + 1, sum(result.scores) + 0.5
        low, high = (elo_of(end) for end in wilson(points, games))
        total += elo_of(points / games)
        variance += ((high - low) / 2) ** 2
        found.append((total, math.sqrt(variance)))
    return found


def table(folder: Path, grounds: Sequence[Ladder], most: int) -> str:
    """Return a line for every rung and every board, and the levels on one scale."""
    results = {ground.title: [match.result(folder) for match in ground.rungs(most, 0)] for ground in grounds}
    head = f"| game | {' | '.join(['1 over random', *(f'{level} over {level - 1}' for level in range(2, most + 1))])} |"
    lines = [head, f"|---|{'---|' * most}"]
    lines += [f"| {title} | {' | '.join(map(rung, found))} |" for title, found in results.items()]
    lines += ["", f"| Elo above random | {' | '.join(f'level {level}' for level in range(1, most + 1))} |"]
    lines += [f"|---|{'---|' * most}"]
    for title, found in results.items():
        cells = [f"{elo:.0f} ± {half:.0f}" for elo, half in scale(found)]
        lines.append(f"| {title} | {' | '.join(cells + [''] * (most - len(cells)))} |")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Play, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks ladder", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the games are kept")
    parser.add_argument("--games", type=int, default=40, help="the games of every rung (40)")
    parser.add_argument("--most", type=int, default=5, choices=range(1, len(LEVELS) + 1), help="the highest level (5)")
    parser.add_argument("--only", default="", help="only games with this text, such as tile or 19x19")
    parser.add_argument("--jobs", type=int, default=1, help="the number of games played at once (1)")
    options = parser.parse_args(arguments)
    grounds = [ground for ground in GROUNDS if options.only in ground.title]
    if options.games:
        play(
            [match for ground in grounds for match in ground.rungs(options.most, options.games)],
            options.folder, options.jobs,
        )  # fmt: skip
    print(table(options.folder, grounds, options.most))
    return 0
