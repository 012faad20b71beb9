"""Handicaps that make games even: a weaker level with Black against a stronger one, by Black's advantage.

``python -m benchmarks handicaps FOLDER`` plays the missing games, a file for each pair of levels and handicap, and
prints the table and the rows of ``players/even_games.toml``; after an interruption, the same command continues.
``--games 0`` only prints.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tengen.match.fairness import KomiCurve
from tengen.match.match_play import conditions_of
from tengen.match.rating import wilson
from tengen.match.referee import Conditions
from tengen.players.evening import KOMI, Gap
from tengen.rules import variant

from .kept_matches import KeptMatch, play

_WIDEST: Final = 10
"""The maximum handicap, in stones, for either side."""
_ENOUGH: Final = 0.4
"""The weaker level's chance with the most stones from which on these count as enough."""


@dataclass(frozen=True)
class Series:
    """A pair of levels on a board, and Black's advantages: 0 for the usual komi, 1 for a komi of 0.5, or stones."""

    game: str
    board: str
    stronger: int
    weaker: int
    ahead: tuple[int, ...]
    komi: float | None = None

    def conditions(self, ahead: int) -> Conditions:
        """Return the terms of a game."""
        axes: dict[str, Any] = {"handicap": ahead} if ahead > KOMI else {"komi": 0.5} if ahead == KOMI else {}
        if not ahead and self.komi is not None:
            axes = {"komi": self.komi}
        return conditions_of(variant(self.game, **axes), self.board, openings=0, seed=1)

    def matches(self, games: int) -> Iterator[tuple[int, KeptMatch]]:
        """Yield Black's advantage and the match; the weaker level has Black in all games."""
        for ahead in self.ahead:
            name = f"{self.game}-{self.board}-{self.stronger}-{self.weaker}-{ahead}"
            players = str(self.weaker), str(self.stronger)
            yield ahead, KeptMatch(name, *players, self.conditions(ahead), games, fixed=True)


SERIES: Final = (
    Series("chinese", "9x9", 2, 1, (0, 1, 2, 3, 4, 5), 7.0),
    Series("chinese", "9x9", 3, 1, (2, 3, 4, 5), 7.0),
    Series("chinese", "9x9", 4, 1, (4, 5, 6, 7), 7.0),
    Series("chinese", "9x9", 3, 2, (0, 1, 2, 3, 4), 7.0),
    Series("chinese", "9x9", 4, 3, (0, 1, 2, 3, 4), 7.0),
    Series("chinese", "9x9", 5, 4, (1, 2, 3), 7.0),
    Series("chinese", "9x9", 6, 5, (1, 2, 3), 7.0),
    Series("chinese", "9x9", 4, 2, (2, 3, 4, 5), 7.0),
    Series("chinese", "9x9", 5, 3, (1, 2, 3, 4, 5), 7.0),
    Series("chinese", "9x9", 5, 2, (3, 4, 5, 6), 7.0),
    Series("chinese", "13x13", 2, 1, (2, 4, 6)),
    Series("chinese", "13x13", 3, 2, (0, 1, 2, 3, 4)),
    Series("chinese", "13x13", 4, 3, (0, 1, 2, 3, 4)),
    Series("chinese", "13x13", 4, 2, (2, 4, 6)),
    Series("chinese", "13x13", 5, 4, (2, 4, 6, 8)),
    Series("chinese", "19x19", 3, 2, (0, 2, 3, 4, 6)),
    Series("chinese", "19x19", 4, 3, (0, 2, 3, 4, 6)),
    Series("japanese", "7x7", 3, 2, (0, 1, 2, 3), 9.0),
    Series("japanese", "7x7", 4, 3, (0, 1, 2), 9.0),
    Series("japanese", "7x7", 5, 4, (0, 1, 2, 3), 9.0),
    Series("tao", "7x7", 3, 2, (0, 1, 2, 3), 9.0),
    Series("tao", "7x7", 4, 3, (0, 1, 2), 9.0),
    Series("tao", "7x7", 5, 4, (0, 1, 2, 3), 9.0),
    Series("tile", "7x7", 3, 2, (0, 2, 3, 4)),
    Series("tile", "7x7", 4, 3, (0, 2, 3)),
    Series("tile", "7x7", 5, 4, (0, 2, 3, 4)),
    Series("cushion", "7x7", 3, 2, (0, 2, 3, 4)),
    Series("cushion", "7x7", 4, 3, (0, 2, 3)),
    Series("cushion", "7x7", 5, 4, (0, 2, 3, 4)),
    Series("gengo-go", "7x7", 3, 2, (0, 2, 3)),
    Series("gengo-go", "7x7", 4, 3, (0, 2, 3)),
    Series("gengo-go", "7x7", 5, 4, (0, 2, 3)),
)

Points = list[tuple[int, float]]
"""For every game Black's advantage, and the weaker level's result."""


def results(series: Sequence[Series], folder: Path) -> dict[Series, Points]:
    """Return the games of every series so far."""
    found = {}
    for each in series:
        played = [(ahead, match.result(folder).scores) for ahead, match in each.matches(0)]
        found[each] = [(ahead, points) for ahead, scores in played for points in scores]
    return found


def table(found: dict[Series, Points]) -> str:
    """Return a line for every pair of levels: the weaker level's share with every handicap, and the even handicap."""
    lines = [
        "| game | levels | the weaker level's share with 0, 1, 2 ... stones | even at (95 %) |",
        "|---|---|---|---|",
    ]
    for each, points in found.items():
        if points:
            stones, low, high = even(points)
            where = f"{stones:.1f} ({low:.1f}–{high:.1f})" if _is_found(points, stones) else "nothing that was tried"
            pair = f"{each.stronger} and {each.weaker}"
            lines.append(f"| {each.game} {each.board} | {pair} | {_shares(points)} | {where} |")
    return "\n".join(lines)


def _shares(points: Points) -> str:
    said = []
    for ahead in sorted({ahead for ahead, _ in points}):
        scores = [score for given, score in points if given == ahead]
        low, high = wilson(sum(scores), len(scores))
        said.append(
            f"{ahead}: {100 * sum(scores) / len(scores):.0f} % ({100 * low:.0f}–{100 * high:.0f}, {len(scores)})"
        )
    return "; ".join(said)


def even(points: Points) -> tuple[float, float, float]:
    """Return the handicap at which both levels have the same chance, with its 95 % interval.

    A logistic curve through the results, weighed over all its centres and slopes as for a fair komi.
    """
    fair = KomiCurve(_WIDEST, ((-float(ahead), score) for ahead, score in points)).fair
    return -fair.value + 0.0, -fair.high, -fair.low


def _is_found(points: Points, stones: float) -> bool:
    """Return whether the weaker level comes near one half within the handicaps tried."""
    most = max(ahead for ahead, _ in points)
    last = [score for ahead, score in points if ahead == most]
    return stones <= most + 0.5 and sum(last) >= _ENOUGH * len(last)


def rows(found: dict[Series, Points]) -> str:
    """Return the common results of pairs with the same gap, as rows of TOML."""
    pooled: dict[tuple[str, str, Gap], Points] = defaultdict(list)
    for each, points in found.items():
        pooled[each.game, each.board, Gap.between(each.stronger, each.weaker)] += points
    said = []
    for (game, board, gap), points in sorted(pooled.items()):
        if not points:
            continue
        stones, low, high = even(points)
        most = max(ahead for ahead, _ in points)
        last = [score for ahead, score in points if ahead == most]
        said.append(
            f'[[measured]]\ngame = "{game}"\nboard = "{board}"\napart = {gap.apart}\n'
            f"beginner = {str(gap.beginner).lower()}\nnetwork = {str(gap.network).lower()}\n"
            f"stones = {stones:.1f}\nlow = {low:.1f}\nhigh = {high:.1f}\ngames = {len(points)}\nmost = {most}\n"
            f"chance = {sum(last) / len(last):.2f}\neven = {str(_is_found(points, stones)).lower()}\n"
        )
    return "\n".join(said)


def main(arguments: Sequence[str]) -> int:
    """Play, and print the table and the rows."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks handicaps", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the games are kept")
    parser.add_argument("--games", type=int, default=40, help="the games of every pair and handicap (40)")
    parser.add_argument("--only", default="", help="only games with this text, such as tile or 9x9")
    parser.add_argument("--jobs", type=int, default=1, help="the number of games played at once (1)")
    options = parser.parse_args(arguments)
    series = [each for each in SERIES if options.only in f"{each.game} {each.board}"]
    if options.games:
        play([match for each in series for _, match in each.matches(options.games)], options.folder, options.jobs)
    found = results(series, options.folder)
    print(f"{table(found)}\n\n{rows(found)}")
    return 0
