"""Calibration: how many positions predicted at 70 % are won, in games of the engine against itself.

``python -m benchmarks calibration FOLDER`` plays the missing games, a file for every game and board, and prints the
tables; after an interruption, the same command continues. ``--games 0`` only prints.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from tengen.files.whole import write_whole
from tengen.match.match_play import conditions_of
from tengen.players.calibration import share_of
from tengen.rules import variant
from tengen.workers import hire

from .grounds import Ground
from .judged_games import JudgedFile, JudgedGame, Trial, head_of, play_judged
from .plots import Panel, plots
from .reliability import bins, error, fit, fit_interval, loss

SIMULATIONS: Final = 150
"""A move, for both sides: the search of a point in a review's graph."""
STRIDE: Final = 10
"""Games of a kind played before the next kind's turn."""


class Kind(Ground):
    """A game on a board that the engine plays against itself."""

    def trial(self, simulations: int) -> Trial:
        """Return the conditions of its games."""
        terms = conditions_of(variant(self.game, **self.axes), self.board)
        return Trial(terms.variant, terms.board, simulations, seed=1)

    def file(self, folder: Path, simulations: int) -> JudgedFile:
        """Open its file of games."""
        path = folder / f"{self.game}-{self.board}-{simulations}.jsonl"
        return JudgedFile(path, head_of(self.trial(simulations)), resume=True)


KINDS: Final = (
    Kind("chinese", "9x9", {"komi": 7.0}),
    Kind("chinese", "13x13"),
    Kind("chinese", "19x19"),
    Kind("tile", "7x7"),
    Kind("cushion", "7x7"),
    Kind("tao", "7x7", {"komi": 9.0}),
    Kind("japanese", "7x7", {"komi": 9.0}),
    Kind("gengo-go", "7x7"),
    Kind("gengo", "13"),
    Kind("korean", "7x7", {"komi": 9.0}),
    Kind("aga", "7x7", {"komi": 9.0}),
    Kind("new-zealand", "7x7", {"komi": 9.0}),
    Kind("tromp-taylor", "7x7", {"komi": 9.0}),
    Kind("ing", "7x7", {"komi": 9.0}),
    Kind("formal", "7x7", {"komi": 9.0}),
    Kind("gengo-large-n", "13"),
    Kind("gengo-large-o", "13"),
)
"""Every variant, and ordinary Go on its boards."""


def collect(kinds: Sequence[Kind], folder: Path, games: int, simulations: int, jobs: int) -> None:
    """Play the missing games of every kind, a few of each by turns, until all are there or Ctrl-C."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        for until in range(STRIDE, games + STRIDE, STRIDE):
            for kind in kinds:
                _go_on(kind, folder, min(until, games), simulations, jobs)
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on", file=sys.stderr)


def _go_on(kind: Kind, folder: Path, games: int, simulations: int, jobs: int) -> None:
    with kind.file(folder, simulations) as kept, hire(jobs) as workers:
        done = {game.number for game in kept.entries}
        left = [number for number in range(1, games + 1) if number not in done]
        for game in play_judged(kind.trial(simulations), left, workers):
            kept.add(game)
    if left:
        print(f"{kind.title}: {games} games", file=sys.stderr, flush=True)


def read(kind: Kind, folder: Path, simulations: int) -> list[JudgedGame]:
    """Return the games so far."""
    if not (folder / f"{kind.game}-{kind.board}-{simulations}.jsonl").exists():
        return []
    with kind.file(folder, simulations) as kept:
        return kept.entries


def summary(found: dict[str, list[JudgedGame]]) -> str:
    """Return a line for each kind: the errors of shares and of chances, and of the latter with a scale fitted."""
    lines = [
        "| game | games | positions | share of won simulations: error, log loss | what is shown | "
        "scale that is left, fitted to odd games (95 %) | even games | corrected |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for title, games in found.items():
        odd, even = ([game for game in games if game.number % 2 == part] for part in (1, 0))
        if len(odd) < 2 or not even:
            continue
        scale, (low, high) = fit(odd), fit_interval(odd)
        shares = [replace(game, opinions=tuple(map(share_of, game.opinions))) for game in games]
        lines.append(
            f"| {title} | {len(games)} | {sum(len(game.opinions) for game in games):,} | "
            f"{_percent(error(shares))}, {loss(shares):.3f} | {_percent(error(games))}, {loss(games):.3f} | "
            f"{scale:.2f} ({low:.2f}–{high:.2f}) | "
            f"{_percent(error(even))}, {loss(even):.3f} | "
            f"{_percent(error(even, scale))}, {loss(even, scale):.3f} |"
        )
    return "\n".join(lines)


def reliability(games: Sequence[JudgedGame]) -> str:
    """Return a line for each class of chances."""
    lines = ["| called | won (95 %) | positions | games |", "|---|---|---|---|"]
    for each in bins(games):
        lines.append(
            f"| {_percent(each.called)} | {_percent(each.won)} ({_percent(each.low)}–{_percent(each.high)}) | "
            f"{each.positions:,} | {each.games} |"
        )
    return "\n".join(lines)


def picture(found: dict[str, list[JudgedGame]], dark: bool = False) -> str:
    """Return the plots: shares won over shares predicted, and the diagonal."""
    panels = [
        Panel(
            f"{title}, {len(games)} games", "called, %", "won, %", curve=((0, 0), (100, 100)), height=100,
            dots=[(100 * b.called, 100 * b.won, 100 * b.low, 100 * b.high) for b in bins(games)],
        )
        for title, games in found.items()
        if games
    ]  # fmt: skip
    return plots(panels, columns=2, dark=dark)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def main(arguments: Sequence[str]) -> int:
    """Play, print the tables, and draw the plots."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks calibration", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the games are kept")
    parser.add_argument("--games", type=int, default=60, help="the games of every kind (60)")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS, help=f"a move ({SIMULATIONS})")
    parser.add_argument("--only", default="", help="only games with this text, such as tile")
    parser.add_argument("--jobs", type=int, default=1, help="the number of games played at once (1)")
    parser.add_argument("--plot", type=Path, help="a file for the plots, with a dark one next to it")
    options = parser.parse_args(arguments)
    kinds = [kind for kind in KINDS if options.only in kind.title]
    if options.games:
        collect(kinds, options.folder, options.games, options.simulations, options.jobs)
    found = {kind.title: read(kind, options.folder, options.simulations) for kind in kinds}
    if not any(found.values()):
        print("no games yet", file=sys.stderr)
        return 1
    print(summary(found))
    for title, games in found.items():
        if games:
            print(f"\n{title}\n\n{reliability(games)}")
    if options.plot is not None:
        write_whole(options.plot, picture(found))
        write_whole(options.plot.with_stem(f"{options.plot.stem}-dark"), picture(found, dark=True))
    return 0
