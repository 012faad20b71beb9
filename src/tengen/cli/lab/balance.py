"""`tengen balance`: the fairness of a game, measured by self-play, with errors."""

from __future__ import annotations

import re
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ...files.whole import write_whole
from ...records import TengenError
from ...rules import variants
from ...workers import Workers
from .. import RUNS
from ..files import make_folder
from ..options import Axes, PlayedBoard, chosen
from ..signals import ended_politely, undivided
from ..spreading import Jobs, hired
from ..terminal import announced, gauge, harmless, say, stopped

if RUNS:
    from ...game import Game
    from ...match.balance_report import report, summary
    from ...match.fairness import Balance, SelfGame
    from ...match.selfplay import Lab, Notebook, fairest_opening, head_of, play_itself


@dataclass(frozen=True)
class BalanceOptions:
    variants: Annotated[list[str], typer.Argument(help="Variants, as in `tengen variants`, or TOML files; or all.")]
    board: PlayedBoard = None
    settings: Axes = None
    games: Annotated[int, typer.Option(help="Games of each variant.")] = 96
    level: Annotated[int, typer.Option(help="Level of both sides, 1 to 10.")] = 3
    simulations: Annotated[int | None, typer.Option(help="Playouts per move. [default: the level's]")] = None
    longest: Annotated[int | None, typer.Option(metavar="MOVES", help="Stop games after this many moves.")] = None
    seed: Annotated[int, typer.Option(min=0, help="Seed for reproducible games.")] = 0
    jobs: Jobs = 1
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep games and reports there, and resume from them.")
    ] = None


def balance(options: BalanceOptions) -> None:
    """Measure how fair a game is, which komi it needs, how long it lasts and what happens in it."""
    if options.games < 1:
        raise TengenError(f"--games {options.games}: must be at least 1")
    if options.out is not None:
        make_folder("--out", options.out)
    found: list[tuple[Lab, Balance, str]] = []
    with announced(), ended_politely():
        names = [each.name for each in variants()] if list(options.variants) == ["all"] else options.variants
        labs: list[Lab] = []
        for name in names:  # check everything before the first game
            start = Game(chosen(name, options.settings), board=options.board)
            lab = Lab(start.variant, start.board, options.level, options.simulations, options.longest, options.seed)
            if start.outcome is not None:
                raise TengenError(f"{name}: on this board the game is over before it begins")
            if any(_stem(lab) == _stem(other) for other in labs):
                raise TengenError(f"{name}: two reports would have the name {_stem(lab)}")
            labs.append(lab)
        with hired(options.jobs) as workers:
            for lab in labs:
                run = _BalanceRun(lab, options)
                found.append((lab, run.run(workers), run.file("md").name))
    if options.out is not None and len(found) > 1:
        write_whole(options.out / "summary.md", summary(found))


def _stem(lab: Lab) -> str:
    return re.sub(r"[^\w.-]+", "-", lab.variant.name).strip("-.") or "game"


class _BalanceRun:
    """A game under examination: its games so far, and their files."""

    def __init__(self, lab: Lab, options: BalanceOptions) -> None:
        self.lab, self.options = lab, options
        self.games: list[SelfGame] = []
        self.swap = ""

    def file(self, kind: str) -> Path:
        """Return this game's file for its games or its report."""
        return (self.options.out or Path()) / f"{_stem(self.lab)}.{kind}"

    def run(self, workers: Workers) -> Balance:
        """Play the remaining games and report; finished games are kept even if it is stopped."""
        with ExitStack() as held:
            kept = None
            if self.options.out is not None:
                kept = held.enter_context(Notebook(self.file("jsonl"), head_of(self.lab), resume=True))
                self.games = [game for game in kept.entries if game.number <= self.options.games]
            with stopped(self._farewell):
                self._play(kept, workers)
            return self._tell()

    def _play(self, kept: Notebook | None, workers: Workers) -> None:
        wanted, lab = self.options.games, self.lab
        name = f"{harmless(lab.variant.title)} on {harmless(lab.board.name)}"
        with gauge() as show:
            if not lab.variant.rules.ends_by_passes:
                looking = f"{name}: looking for the fairest first move"
                self.swap = fairest_opening(lab, step=lambda share: show(share, looking), workers=workers)
            playing = play_itself(lab, wanted, self.games, workers=workers, swap=self.swap)
            with closing(playing) as games:
                for game in games:
                    with undivided():
                        if kept is not None:
                            kept.add(game)
                        self.games.append(game)
                    show(len(self.games) / wanted, f"{name}: {len(self.games)} of {wanted} games")

    def _farewell(self) -> str:
        where = "; --out FOLDER would have kept them"
        if self.options.out is not None:
            where = f", kept in {self.file('jsonl')}; the same command continues"
        told = f"{len(self.games)} of {self.options.games} games of {self.lab.variant.name}"
        return f"Stopped after {harmless(told)}{where}."

    def _tell(self) -> Balance:
        found = self.lab.balance(sorted(self.games, key=lambda game: game.number), self.swap)
        if self.options.out is None:
            say(report(self.lab, found))
            return found
        write_whole(self.file("md"), report(self.lab, found))
        figure = found.curve.fair if found.has_komi else found.first
        headline = f"the first player wins {figure.value:.0%} ({figure.low:.0%} to {figure.high:.0%})"
        if found.has_komi:
            headline = f"fair komi {figure.value:.1f} ({figure.low:.1f} to {figure.high:.1f})"
        say(f"{harmless(str(self.file('md')))}: {headline}")
        return found
