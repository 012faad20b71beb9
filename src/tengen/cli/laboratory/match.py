"""`tengen match`: many games between two players, kept as they come, and what they prove."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ...draw.sentences import board_name
from ...records import TengenError
from ..choice import chosen
from ..compiling import announced
from ..records.saving import ended_politely, undivided, uninterrupted, write_whole
from ..records.sources import STREAM
from ..terminal import harmless, is_interrupt, say
from .spreading import hired

if TYPE_CHECKING:
    from ...match.rating import Sprt
    from ...match.referee import Conditions, Contestant, GameResult
    from ...match.results import Results
    from ...match.tournament import MatchResult
    from ...workers import Workers


@dataclass(frozen=True)
class Wishes:
    """What was asked for beside the players: see the options of the command."""

    games: int
    variant: str
    board: str | None
    settings: Sequence[str]
    komi: float | None
    openings: int
    seconds: float | None
    simulations: int | None
    threads: int
    limit: float | None
    longest: int | None
    dead: str
    seed: int
    sprt: str | None
    jobs: int
    cluster: str | None
    sgf: Path | None
    json: str | None
    resume: bool


def run_match(first: str, second: str, wishes: Wishes) -> None:
    """Play a match and tell how it went; the exit code is 130 after Ctrl-C, 1 where no game counted."""
    from ...match.entrants import entrant

    if wishes.resume and wishes.json in (None, STREAM):
        raise TengenError("--resume goes on with the match in a file: name it with --json FILE")
    contestants = entrant(first), entrant(second)
    sprt = _test(wishes.sprt)
    with announced():
        conditions = _conditions(wishes)
        _warm_up(conditions, contestants)
    with ended_politely(), hired(wishes.jobs, wishes.cluster) as workers:
        match = _Match(contestants, conditions, wishes, sprt)
        stopped = match.run(workers)
    if stopped:
        raise typer.Exit(130 if stopped is True else stopped)
    if not match.result().scores:
        raise typer.Exit(1)


class _Match:
    """A match in progress: the games so far, and where they are kept."""

    def __init__(
        self, contestants: tuple[Contestant, Contestant], conditions: Conditions, wishes: Wishes, sprt: Sprt | None
    ) -> None:
        self.contestants, self.conditions, self.wishes, self.sprt = contestants, conditions, wishes, sprt
        self.games: list[GameResult] = []
        self.heard = wishes.json == STREAM

    def result(self) -> MatchResult:
        from ...match.tournament import MatchResult

        return MatchResult(tuple(sorted(self.games, key=lambda game: game.number)))

    def run(self, workers: Workers) -> int | bool:
        """Play what is not played yet; return whether somebody stopped it, or the exit code that says so."""
        stopped: int | bool = False
        with ExitStack() as open_files:
            kept = None
            if self.wishes.json is not None and not self.heard:
                kept = open_files.enter_context(self._file(Path(self.wishes.json), self.wishes.resume))
                self.games = list(kept.games)
            self._write_missing()
            try:
                self._play(kept, workers)
            except SystemExit as error:
                stopped = int(error.code or 1)
            except (Exception, KeyboardInterrupt) as error:
                if not is_interrupt(error):
                    self._keep_in_trouble(kept)
                    raise
                stopped = True
            with uninterrupted():
                self._tell(kept, bool(stopped))
        return stopped

    def _keep_in_trouble(self, kept: Results | None) -> None:
        """Let no game be lost over what went wrong with another one."""
        if self.games and kept is None and not self.heard:
            with uninterrupted():
                say(self._how_to_go_on(kept), err=True)

    def _file(self, path: Path, resume: bool) -> Results:
        from ...match.results import Results, head_of

        return Results(path, head_of(*self.contestants, self.conditions), resume=resume)

    def _play(self, kept: Results | None, workers: Workers) -> None:
        from ...match.tournament import play_games

        played = {game.number for game in self.games}
        left = [number for number in range(1, self.wishes.games + 1) if number not in played]
        if self._is_decided():
            return
        with (
            closing(play_games(*self.contestants, self.conditions, left, workers)) as games,
            _bar(self.wishes.games, self) as show,
        ):
            for game in games:
                with undivided():
                    self._keep(game, kept)
                show()
                if self._is_decided():
                    break

    def _is_decided(self) -> bool:
        return self.sprt is not None and self.sprt.verdict(self.result().pairs) is not None

    def _keep(self, game: GameResult, kept: Results | None) -> None:
        """Commit a game: its record first, so that whatever is in the results has one."""
        from ...match.results import as_line

        self._write(game)
        if kept is not None:
            kept.add(game)
        if self.heard:
            print(as_line(game), end="", flush=True)
        self.games.append(game)

    def _write_missing(self) -> None:
        if self.wishes.sgf is not None:
            self.wishes.sgf.mkdir(parents=True, exist_ok=True)
            for game in self.games:
                if not self._record_file(game).exists():
                    self._write(game)

    def _record_file(self, game: GameResult) -> Path:
        return (self.wishes.sgf or Path()) / f"game-{game.number:03}.sgf"

    def _write(self, game: GameResult) -> None:
        if self.wishes.sgf is not None:
            from ...formats import sgf
            from ...match.referee import record_of

            write_whole(self._record_file(game), sgf.write(record_of(game, self.conditions)))

    # -- what is told --------------------------------------------------------------------------------------------------

    def _tell(self, kept: Results | None, stopped: bool) -> None:
        result = self.result()
        if self.games:
            for line in report(result, self.conditions, self.sprt):
                say(harmless_line(line), err=self.heard)
            summary = result.as_dict() | ({} if self.sprt is None else _tested(self.sprt, result))
            if kept is not None and not stopped:
                kept.finish(summary)
            if self.heard:
                print(json.dumps({"summary": summary}))
        if stopped:
            say(self._how_to_go_on(kept), err=True)

    def _how_to_go_on(self, kept: Results | None) -> str:
        """Keep what nobody keeps yet, and say how the match goes on."""
        told = f"\nStopped after {len(self.games)} of {self.wishes.games} games."
        if not self.games or self.heard:
            return told
        path = kept.path if kept is not None else _free_name()
        if kept is None:
            with self._file(path, resume=False) as file:
                for game in self.games:
                    file.add(game)
        return f"{told} They are kept in {path}; the same command with `--json {path} --resume` goes on."


def _conditions(wishes: Wishes) -> Conditions:
    from ...match.tournament import conditions_of

    if wishes.games < 1:
        raise TengenError(f"--games {wishes.games}: there must be at least one")
    axes: dict[str, Any] = {} if wishes.komi is None else {"komi": wishes.komi}
    return conditions_of(
        chosen(wishes.variant, wishes.settings, **axes),
        wishes.board,
        **{
            name: getattr(wishes, name)
            for name in ("openings", "seconds", "simulations", "threads", "limit", "longest", "dead", "seed")
        },
    )


def _test(text: str | None) -> Sprt | None:
    """Read the two hypotheses of a test."""
    from ...match.rating import Sprt

    if text is None:
        return None
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise TengenError(f"--sprt {text}: write two differences in Elo, such as 0,50") from None
    if not -1000 <= low < high <= 1000:
        raise TengenError(f"--sprt {text}: the first must be less than the second, both between -1000 and 1000")
    return Sprt(low, high)


def _warm_up(conditions: Conditions, contestants: Sequence[Any]) -> None:
    """Compile here what the games need, where it can be announced, so that no player loses time over it."""
    from ...match.openings import opening
    from ...players import MCTS, Budget

    game = conditions.start()
    opening(game, conditions.openings, 0, 0)
    judged = conditions.dead == "estimate" and game.rules.end == "passes"
    if (judged or any(each.kind in ("level", "mcts") for each in contestants)) and game.outcome is None:
        MCTS(budget=Budget(simulations=1), threads=conditions.threads, megabytes=8).choose(game)


@contextmanager
def _bar(total: int, match: _Match) -> Iterator[Any]:
    """Show on a terminal how far the match is, how it stands and how long it will take."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (MofNCompleteColumn(), BarColumn(20), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=total, completed=len(match.games))

        def show() -> None:
            bar.update(task, completed=len(match.games), description=_standing(match.result()))

        show()
        yield show


def _standing(result: MatchResult) -> str:
    if not result.scores:
        return ""
    return f"{result.wins} won, {result.losses} lost, {result.draws} drawn; Elo {_elo(result)}"


def report(result: MatchResult, conditions: Conditions, sprt: Sprt | None = None) -> Iterator[str]:
    """Yield the lines that tell how a match went."""
    games, (first, second) = result.games, result.games[-1].names
    komi = f", komi {conditions.variant.rules.komi:g}" if conditions.variant.rules.komi else ""
    yield f"{first} against {second}: {conditions.variant.title} on {board_name(conditions.board)}{komi}"
    low, high = result.interval
    if result.scores:
        yield (
            f"  {_count(len(result.scores), 'game')}: {result.wins} won, {result.losses} lost, {result.draws} drawn; "
            f"{result.rate:.1%} (95%: {low:.1%} to {high:.1%})"
        )
        yield f"  Elo {_elo(result)}; {first} is the stronger one with a probability of {_sure(result)}"
        yield f"  {_by_colour(result)}; {sum(len(game.moves) for game in games) / len(games):.0f} moves a game"
    ends = ", ".join(f"{how.replace('_', ' ')} {count}" for how, count in result.as_dict()["ends"].items())
    yield f"  ended by: {ends}"
    if sprt is not None:
        yield _verdict(sprt, result)
    for game in games:
        if game.reason:
            yield f"  game {game.number}: {game.result}, {game.reason}"


def _verdict(sprt: Sprt, result: MatchResult) -> str:
    low, high = sprt.bounds
    meant = {None: "open", "better": f"better by {sprt.elo1:g} Elo", "not better": f"not better by {sprt.elo1:g} Elo"}
    ratio = f"{sprt.ratio(result.pairs):+.2f}, to end at {low:.2f} or {high:.2f}"
    return f"  test of {sprt.elo0:g} against {sprt.elo1:g} Elo: {meant[sprt.verdict(result.pairs)]} ({ratio})"


def _by_colour(result: MatchResult) -> str:
    told = []
    for colour in ("black", "white"):
        scores = [game.score for game in result.games if game.colour_of("first") == colour and game.score is not None]
        told.append(f"as {colour.capitalize()} {sum(scores):g} of {len(scores)}")
    return ", ".join(told)


def _tested(sprt: Sprt, result: MatchResult) -> dict[str, Any]:
    return {
        "sprt": {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "ratio": round(sprt.ratio(result.pairs), 3),
            "verdict": sprt.verdict(result.pairs),
        }
    }


def _elo(result: MatchResult) -> str:
    low, high = result.elo_interval
    return f"{result.elo:+.0f} ({low:+.0f} to {high:+.0f})"


def _sure(result: MatchResult) -> str:
    chance = result.superiority
    return "more than 99.9%" if chance > 0.999 else "less than 0.1%" if chance < 0.001 else f"{chance:.1%}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def harmless_line(line: str) -> str:
    """Return a line without what would steer the terminal; its indent stays."""
    indent = len(line) - len(line.lstrip())
    return " " * indent + harmless(line)


def _free_name() -> Path:
    number = 1
    while os.path.lexists(path := Path(f"tengen-match{'' if number == 1 else f'-{number}'}.jsonl")):
        number += 1
    return path
