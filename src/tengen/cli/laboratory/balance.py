"""`tengen balance`: how fair a game is, found out by playing it, with plots and errors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from ...draw.sentences import board_name
from ...records import TengenError
from ...rules import variants
from ..choice import chosen
from ..compiling import announced
from ..proofs.gauge import gauge
from ..records.saving import ended_politely, stopped, undivided, uninterrupted, write_whole
from ..terminal import harmless, say
from .spreading import hired

if TYPE_CHECKING:
    from ...match.balance import Balance, SelfGame
    from ...match.selfplay import Lab, Notebook
    from ...workers import Workers


@dataclass(frozen=True)
class Wishes:
    """What was asked for: see the options of the command."""

    variants: Sequence[str]
    board: str | None
    settings: Sequence[str]
    games: int
    level: int
    simulations: int | None
    longest: int | None
    seed: int
    jobs: int
    cluster: str | None
    out: Path | None


def balance_games(wishes: Wishes) -> None:
    """Play, and report on every game that was named; the exit code is 130 after Ctrl-C."""
    from ...match.balance_report import summary

    if wishes.games < 1:
        raise TengenError(f"--games {wishes.games}: there must be at least one")
    if wishes.out is not None:
        wishes.out.mkdir(parents=True, exist_ok=True)
    found: list[tuple[Lab, Balance, str]] = []
    with announced(), ended_politely():
        labs = _labs(wishes)
        with hired(wishes.jobs, wishes.cluster) as workers:
            for lab in labs:
                study = _Study(lab, wishes)
                found.append((lab, study.run(workers), study.file("md").name))
    if wishes.out is not None and len(found) > 1:
        write_whole(wishes.out / "summary.md", summary(found))


def _labs(wishes: Wishes) -> list[Lab]:
    """Return what is to be examined, each once; everything is checked before the first game."""
    from ...game import Game
    from ...match.selfplay import Lab

    names = [each.name for each in variants()] if list(wishes.variants) == ["all"] else wishes.variants
    labs: list[Lab] = []
    for name in names:
        start = Game(chosen(name, wishes.settings), board=wishes.board)
        lab = Lab(start.variant, start.board, wishes.level, wishes.simulations, wishes.longest, wishes.seed)
        if start.outcome is not None:
            raise TengenError(f"{name}: on this board the game is over before it begins")
        if any(_stem(lab) == _stem(other) for other in labs):
            raise TengenError(f"{name}: there would be two reports of the name {_stem(lab)}")
        labs.append(lab)
    return labs


def _stem(lab: Lab) -> str:
    """Return the name of a lab's files."""
    return re.sub(r"[^\w.-]+", "-", lab.variant.name).strip("-.") or "game"


class _Study:
    """One game that is examined: its games so far, and where they are kept."""

    def __init__(self, lab: Lab, wishes: Wishes) -> None:
        self.lab, self.wishes = lab, wishes
        self.games: list[SelfGame] = []
        self.swap = ""

    def file(self, kind: str) -> Path:
        """Return a file of the study's own."""
        return (self.wishes.out or Path()) / f"{_stem(self.lab)}.{kind}"

    def run(self, workers: Workers) -> Balance:
        """Play what is not played yet, and report; whatever stops it, finished games are kept.

        Raises:
            typer.Exit: somebody stopped it.
        """
        with self._kept() as kept:
            self.games = [game for game in kept.games if game.number <= self.wishes.games] if kept is not None else []
            with stopped(self._stop):
                self._play(kept, workers)
            return self._tell()

    @contextmanager
    def _kept(self) -> Iterator[Notebook | None]:
        from ...match.selfplay import Notebook, head_of

        if self.wishes.out is None:
            with nullcontext():
                yield None
            return
        with Notebook(self.file("jsonl"), head_of(self.lab), resume=True) as kept:
            yield kept

    def _play(self, kept: Notebook | None, workers: Workers) -> None:
        from ...match.selfplay import fairest_opening, play_itself

        wanted, lab = self.wishes.games, self.lab
        name = f"{harmless(lab.variant.title)} on {harmless(board_name(lab.board))}"
        with gauge() as show:
            if lab.variant.rules.end != "passes":
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

    def _stop(self, code: int) -> NoReturn:
        with uninterrupted():
            where = "with --out FOLDER they would have been kept"
            if self.wishes.out is not None:
                where = f"they are kept in {self.file('jsonl')}, and the same command goes on"
            told = f"{len(self.games)} of {self.wishes.games} games of {self.lab.variant.name}"
            say(f"\nStopped after {harmless(told)}; {where}.", err=True)
        raise typer.Exit(code)

    def _tell(self) -> Balance:
        from ...match.balance_report import pictures, report

        found = self.lab.balance(sorted(self.games, key=lambda game: game.number), self.swap)
        if self.wishes.out is None:
            say(report(self.lab, found))
            return found
        picture = self.file("svg")
        write_whole(picture, pictures(found))
        write_whole(self.file("md"), report(self.lab, found, picture.name))
        say(f"{harmless(str(self.file('md')))}: {_headline(found)}")
        return found


def _headline(found: Balance) -> str:
    figure: Any = found.curve.fair if found.has_komi else found.first
    if found.has_komi:
        return f"fair komi {figure.value:.1f} ({figure.low:.1f} to {figure.high:.1f})"
    return f"the first player wins {figure.value:.0%} ({figure.low:.0%} to {figure.high:.0%})"
