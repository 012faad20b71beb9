"""`tengen replay`: replays recorded games under other rules."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import fmean, median
from typing import Annotated

import typer

from ...boards import parse
from ...records.errors import TengenError
from .. import RUNS
from ..files import check_there
from ..options import Axes, Json, RecordBoard, chosen
from ..spreading import Jobs, hired
from ..terminal import announced, as_json, counted, harmless, new_table, print_table, progress, say

if RUNS:
    from ...game import Illegal
    from ...match.record_replay import Replayed, ReplayReport, Written, replay_written


def replay(
    files: Annotated[list[Path], typer.Argument(help="Records in any notation; - for standard input.")],
    rules: Annotated[
        str | None,
        typer.Option(help="Variant to replay under, up to the first illegal move. [default: each record's own]"),
    ] = None,
    board: RecordBoard = None,
    settings: Axes = None,
    json: Json = False,
    warnings: Annotated[bool, typer.Option("--warnings", help="Print warnings about each file.")] = False,
    jobs: Jobs = 1,
) -> None:
    """Replay recorded games under any rules, all games of every file."""
    if rules is None and settings:
        raise TengenError("--set changes the rules of a variant; name it with --rules")
    check_there(files)
    variant = None if rules is None else chosen(rules, settings)
    work = partial(replay_written, variant, None if board is None else parse(board), warnings)
    found: dict[int, tuple[Replayed, ...]] = {}
    halted = False
    try:
        quiet = json and sys.stdout.isatty()
        with (
            announced(),
            hired(jobs) as workers,
            progress("Replaying", len(files), shown=not quiet) as step,
            closing(workers.run(work, (Written.at(number, file) for number, file in enumerate(files)))) as replayed,
        ):
            for written, results in replayed:
                found[written.number] = _told(written, results, json)
                step()
    except KeyboardInterrupt:
        halted = True
    games = [
        (f"{file.name} {_numbered(place, found[number])}".rstrip(), one.report)
        for number, file in enumerate(files)
        for place, one in enumerate(found.get(number, ()), 1)
    ]
    finished = [(name, report) for name, report in games if report is not None]
    if not json and finished:
        _print_table(finished)
    skipped = len(games) - len(finished)
    for line in summary(
        "their own rules" if variant is None else variant.name, [report for _, report in finished], skipped
    ):
        say(line, err=json)
    if halted:
        say(f"Stopped after {len(found)} of {len(files)} files.", err=True)
        raise typer.Exit(130)
    if skipped:
        raise typer.Exit(1)


def _told(written: Written, results: tuple[Replayed, ...], json: bool) -> tuple[Replayed, ...]:
    """Print the results of a file's games, and return them."""
    for place, result in enumerate(results, 1):
        for note in result.notes:
            say(harmless(f"{f'{written} {_numbered(place, results)}'.rstrip()}: {note}"), err=True)
        if json and result.report is not None:
            print(as_json({"file": str(written), "game": place, **result.report.as_dict()}), flush=True)
    return results


def _numbered(place: int, results: Sequence[Replayed]) -> str:
    """Return the number of a game within its file, or "" for a single game."""
    return f"#{place}" if len(results) > 1 else ""


def _print_table(finished: list[tuple[str, ReplayReport]]) -> None:
    table = new_table("game")
    for name in ("moves", "captures", "of ko", "tiles", "first", "highest", "score"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("stopped by")
    for name, report in finished:
        illegal = report.illegal
        figures = (report.moves, report.captures, report.ko_captures, report.tiled_points)
        first = "-" if report.first_tile is None else str(report.first_tile)
        why = f"move {illegal.move}: {', '.join(map(str, illegal.reasons))}" if illegal else ""
        lead = "0" if not report.score else f"{'B' if report.score > 0 else 'W'}+{abs(report.score):g}"
        table.add_row(harmless(name), *map(str, figures), first, str(report.highest_stack), lead, why)
    print_table(table)


def summary(name: str, reports: Sequence[ReplayReport], skipped: int) -> Iterator[str]:
    """Yield a summary of all games."""
    left_out = f"; {skipped} skipped" if skipped else ""
    if not reports:
        yield f"No game was replayed under {name}{left_out}."
        return
    moves, taken = sum(r.moves for r in reports), sum(r.captures for r in reports)
    yield (
        f"{counted(len(reports), 'game')} under {name}{left_out}: {counted(moves, 'move')}, "
        f"{counted(taken, 'capture')} ({taken / len(reports):.1f} a game), "
        f"{sum(r.ko_captures for r in reports):,} of them in ko."
    )
    tiled = [report for report in reports if report.tiled_points]
    if tiled:
        points = [report.tiled_points for report in reports]
        first = median(report.first_tile for report in tiled if report.first_tile is not None)
        yield (
            f"Points with tiles: {fmean(points):.1f} a game, median {median(points):g}, at most {max(points)}; none in "
            f"{counted(len(reports) - len(tiled), 'game')}. First tile at move {first:g} (median). "
            f"Highest stack: {max(r.highest_stack for r in reports)}."
        )
    illegal = [report.illegal for report in reports if report.illegal]
    if illegal:
        yield f"Stopped by an illegal move: {counted(len(illegal), 'game')} ({_reasons([illegal])})."
    elif not any(report.odd for report in reports):
        yield "No move was illegal."
    odd = [report.odd for report in reports if report.odd]
    if odd:
        made, games = counted(sum(map(len, odd)), "move"), counted(len(odd), "game")
        yield f"Made as written, against the rules: {made} in {games} ({_reasons(odd)})."


def _reasons(games: Iterable[Iterable[Illegal]]) -> str:
    """Return how often each reason occurred."""
    reasons = Counter(str(reason) for moves in games for move in moves for reason in move.reasons)
    return ", ".join(f"{word} {times}" for word, times in reasons.most_common())
