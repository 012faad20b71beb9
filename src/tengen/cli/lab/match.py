"""`tengen match`: plays a match between two players, keeps the games, and reports the strength."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from ...files.whole import write_whole
from ...formats import sgf
from ...match.rating import Sprt
from ...records import COLOURS, TengenError
from ...workers import Workers
from .. import RUNS
from ..files import STREAM, free_name, make_folder
from ..options import Axes, Komi, PlayedBoard, Resigns, chosen
from ..signals import ended_politely, undivided, uninterrupted
from ..spreading import Jobs, hired
from ..terminal import and_komi, announced, counted, gauge, harmless_line, say, stopped

if RUNS:
    from ...match.entrants import entrant
    from ...match.match_play import MatchResult, ResultFile, as_line, conditions_of, head_of, play_games
    from ...match.openings import opening
    from ...match.referee import Conditions, Contestant, GameResult, record_of
    from ...players import MCTS, Budget

_CONDITIONS = (
    "openings", "seconds", "simulations", "threads", "clock", "limit", "longest", "dead", "seed", "resign", "comments",
)  # fmt: skip
"""Options that are conditions of the match."""


_NAMED: Final = 5
"""The maximum number of games with the same reason that are named one by one."""


@dataclass(frozen=True)
class MatchOptions:
    first: Annotated[
        str, typer.Argument(metavar="A", help="Player: a level such as 3, mcts:5000, random, or a GTP program.")
    ]
    second: Annotated[str, typer.Argument(metavar="B", help="Opponent, in the same form.")]
    games: Annotated[int, typer.Option(help="Maximum number of games.")] = 100
    variant: Annotated[str, typer.Option(help="Variant, as in `tengen variants`, or a TOML file.")] = "chinese"
    board: PlayedBoard = None
    settings: Axes = None
    komi: Komi = None
    openings: Annotated[int, typer.Option(metavar="K", help="Start each pair of games with K random moves.")] = 2
    seconds: Annotated[float | None, typer.Option(help="Time limit per move.")] = None
    simulations: Annotated[int | None, typer.Option(help="Playouts per move of `mcts` without a number.")] = None
    threads: Annotated[int, typer.Option(help="Threads per engine.")] = 1
    clock: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Clock of each side in seconds: 300, 300+5, 300+3x30, 300+25/600."),
    ] = None
    limit: Annotated[float | None, typer.Option(metavar="SECONDS", help="Forfeit the game for a slower move.")] = None
    longest: Annotated[
        int | None, typer.Option(metavar="MOVES", help="Stop games after this many moves and count them.")
    ] = None
    dead: Annotated[str, typer.Option(help="Dead stones after passes: estimate or none.")] = "estimate"
    resign: Resigns = "hopeless"
    seed: Annotated[int, typer.Option(min=0, help="Seed for reproducible openings and games.")] = 0
    sprt: Annotated[
        str | None,
        typer.Option(metavar="ELO0,ELO1", help="Stop when a sequential test decides between these Elo differences."),
    ] = None
    jobs: Jobs = 1
    sgf: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write every game there as SGF.")] = None
    comments: Annotated[
        bool, typer.Option("--comments", help="Keep the comments of Tengen's engines on their moves.")
    ] = False
    json: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a line of JSON per game; - for standard output.")
    ] = None
    resume: Annotated[bool, typer.Option("--resume", help="Resume the match in --json FILE.")] = False


def match(options: MatchOptions) -> None:
    """Play a match between two players and report who is stronger."""
    if options.resume and options.json in (None, STREAM):
        raise TengenError("--resume needs the file of the match: name it with --json FILE")
    if options.games < 1:
        raise TengenError(f"--games {options.games}: must be at least 1")
    contestants = entrant(options.first), entrant(options.second)
    sprt = None
    if options.sprt is not None:
        try:
            low, high = map(float, options.sprt.split(","))
        except ValueError:
            raise TengenError(f"--sprt {options.sprt}: write two differences in Elo, such as 0,50") from None
        if not -1000 <= low < high <= 1000:
            raise TengenError(
                f"--sprt {options.sprt}: the first must be less than the second, both between -1000 and 1000"
            )
        sprt = Sprt(low, high)
    with announced():
        variant = chosen(options.variant, options.settings, komi=options.komi)
        given = {name: getattr(options, name) for name in _CONDITIONS}
        conditions = conditions_of(variant, options.board, **given)
        _warm_up(conditions, contestants)
    with ended_politely(), hired(options.jobs) as workers:
        match = _Match(contestants, conditions, options, sprt)
        match.run(workers)
    if not match.result().scores:
        raise typer.Exit(1)


class _Match:
    """A match in progress: the games so far, and their files."""

    def __init__(
        self,
        contestants: tuple[Contestant, Contestant],
        conditions: Conditions,
        options: MatchOptions,
        sprt: Sprt | None,
    ) -> None:
        self.contestants, self.conditions, self.options, self.sprt = contestants, conditions, options, sprt
        self.games: list[GameResult] = []
        self.heard = options.json == STREAM

    def result(self) -> MatchResult:
        return MatchResult(tuple(sorted(self.games, key=lambda game: game.number)))

    def run(self, workers: Workers) -> None:
        """Play the remaining games and report; finished games are kept even if it is stopped."""
        with ExitStack() as open_files:
            kept = None
            if self.options.json is not None and not self.heard:
                kept = open_files.enter_context(self._file(Path(self.options.json), self.options.resume))
                self.games = list(kept.entries)
            if self.options.sgf is not None:
                make_folder("--sgf", self.options.sgf)
                for game in self.games:
                    if not self._record_file(game).exists():
                        self._write(game)
            left = sorted({*range(1, self.options.games + 1)} - {game.number for game in self.games})
            playing = play_games(*self.contestants, self.conditions, left, workers)
            with stopped(lambda: self._farewell(kept), always=True):
                if not self._is_decided():
                    self._play(playing, kept)
            with uninterrupted():
                summary = self._tell()
                if kept is not None and summary is not None:
                    kept.finish(summary)

    def _file(self, path: Path, resume: bool) -> ResultFile:
        return ResultFile(path, head_of(*self.contestants, self.conditions), resume=resume)

    def _play(self, playing: Generator[GameResult], kept: ResultFile | None) -> None:
        with closing(playing) as games, gauge(remaining=True) as show:
            for game in games:
                with undivided():
                    self._write(game)  # first, so that every result has a record
                    if kept is not None:
                        kept.add(game)
                    if self.heard:
                        print(as_line(game), end="", flush=True)
                    self.games.append(game)
                show(len(self.games) / self.options.games, lambda: f"{self._progress()}: {standing(self.result())}")
                if self._is_decided():
                    break

    def _progress(self) -> str:
        return f"{len(self.games)} of {self.options.games} games"

    def _is_decided(self) -> bool:
        return self.sprt is not None and self.sprt.verdict(self.result().pairs) is not None

    def _record_file(self, game: GameResult) -> Path:
        return (self.options.sgf or Path()) / f"game-{game.number:03}.sgf"

    def _write(self, game: GameResult) -> None:
        if self.options.sgf is not None:
            write_whole(self._record_file(game), sgf.write(record_of(game, self.conditions)))

    # -- output --------------------------------------------------------------------------------------------------------

    def _tell(self) -> dict[str, Any] | None:
        """Report, and return the figures; None before the first game."""
        if not self.games:
            return None
        result = self.result()
        for line in report(result, self.conditions, self.sprt):
            say(harmless_line(line), err=self.heard)
        summary = result.as_dict()
        if (sprt := self.sprt) is not None:
            ratio, verdict = round(sprt.ratio(result.pairs), 3), sprt.verdict(result.pairs)
            summary["sprt"] = {"elo0": sprt.elo0, "elo1": sprt.elo1, "ratio": ratio, "verdict": verdict}
        if self.heard:
            print(json.dumps({"summary": summary}))
        return summary

    def _farewell(self, kept: ResultFile | None) -> str:
        """Report, save games that no file has, and return how to continue the match."""
        self._tell()
        told = f"Stopped after {self._progress()}."
        if self.heard or (not self.games and kept is None):
            return told
        path = kept.path if kept is not None else free_name("tengen-match", ".jsonl")
        if kept is None:
            with self._file(path, resume=False) as file:
                for game in self.games:
                    file.add(game)
        kept_in = f"They are kept in {path}; the" if self.games else "The"
        return f"{told} {kept_in} same command with `--json {path} --resume` continues."


def _warm_up(conditions: Conditions, contestants: Sequence[Any]) -> None:
    """Compile for the games in advance, with a message, so that it costs the players no time."""
    game = conditions.start()
    opening(game, conditions.openings, 0, 0)
    judged = conditions.dead == "estimate" and game.rules.ends_by_passes
    if (judged or any(each.kind in ("level", "mcts") for each in contestants)) and game.outcome is None:
        MCTS(budget=Budget(simulations=1), threads=conditions.threads, megabytes=8).choose(game)


def report(result: MatchResult, conditions: Conditions, sprt: Sprt | None = None) -> Iterator[str]:
    """Yield the lines of a match's report."""
    games, (first, second) = result.games, result.games[-1].names
    clock = "" if conditions.clock is None else f", {conditions.clock} s on each clock"
    rules = conditions.variant.rules
    komi = and_komi(rules.komi) if rules.komi_counts else ""
    yield f"{first} against {second}: {conditions.variant.title} on {conditions.board.name}{komi}{clock}"
    low, high = result.interval
    if result.scores:
        yield (
            f"  {counted(len(result.scores), 'game')}: {result.wins} won, {result.losses} lost, {result.draws} drawn; "
            f"{result.rate:.1%} (95%: {low:.1%} to {high:.1%})"
        )
        chance = result.superiority
        sure = "more than 99.9%" if chance > 0.999 else "less than 0.1%" if chance < 0.001 else f"{chance:.1%}"
        yield f"  Elo {_elo(result)}; {first} is stronger with a probability of {sure}"
        played = []
        for colour in COLOURS:
            scores = [game.score for game in games if game.colour_of("first") == colour and game.score is not None]
            played.append(f"as {colour.capitalize()} {sum(scores):g} of {len(scores)}")
        yield f"  {', '.join(played)}; {sum(len(game.moves) for game in games) / len(games):.0f} moves a game"
    ends = ", ".join(f"{how.replace('_', ' ')} {count}" for how, count in result.as_dict()["ends"].items())
    yield f"  ended by: {ends}"
    for name, untold in zip((first, second), result.untold, strict=True):
        if untold:
            yield f"  {name} plays by its own rules: its protocol cannot set {untold}"
    if sprt is not None:
        least, most = sprt.bounds
        better = f"better by {sprt.elo1:g} Elo"
        meant = {None: "open", "better": better, "not better": f"not {better}"}[sprt.verdict(result.pairs)]
        ratio = f"{sprt.ratio(result.pairs):+.2f}, to end at {least:.2f} or {most:.2f}"
        yield f"  test of {sprt.elo0:g} against {sprt.elo1:g} Elo: {meant} ({ratio})"
    yield from _reasons(games)


def _reasons(games: Sequence[GameResult]) -> Iterator[str]:
    """Yield the reasons for games' ends, one line per reason."""
    alike: dict[tuple[str, frozenset[str]], list[GameResult]] = {}
    for game in games:
        if game.reason:
            alike.setdefault((game.result, frozenset(game.reason.split("; "))), []).append(game)
    for (result, _), found in alike.items():
        if len(found) == 1:
            named = f"game {found[0].number}"
        elif len(found) <= _NAMED:
            named = f"games {', '.join(str(game.number) for game in found[:-1])} and {found[-1].number}"
        else:
            named = f"game {found[0].number} and {len(found) - 1} others"
        yield f"  {named}: {result}, {found[0].reason}"


def standing(result: MatchResult) -> str:
    """Return the state of a match in a few words."""
    if not result.scores:
        return "no finished game yet"
    return f"{result.wins} won, {result.losses} lost, {result.draws} drawn; Elo {_elo(result)}"


def _elo(result: MatchResult) -> str:
    low, high = result.elo_interval
    return f"{result.elo:+.0f} ({low:+.0f} to {high:+.0f})"
