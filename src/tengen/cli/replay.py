"""`tengen replay`: what happens when recorded games are played again under other rules."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING

import typer

from ..boards import Board, parse
from ..formats import read_file
from ..match.replay import ReplayReport, replay, white_begins_alone
from ..records import TengenError
from .choosing import chosen
from .compiling import announced
from .terminal import as_json as written
from .terminal import harmless, print_table, progress, say

if TYPE_CHECKING:
    from ..rules import Variant

Finished = list[tuple[Path, ReplayReport]]


def replay_files(
    files: Sequence[Path], name: str, board: str | None, settings: Sequence[str], as_json: bool, all_warnings: bool
) -> None:
    """Replay files one by one; what cannot be read is named and skipped, and the exit code is 1 then."""
    variant = chosen(name, settings)
    on = None if board is None else parse(board)
    finished: Finished = []
    skipped = 0
    stopped = False
    try:
        quiet = as_json and sys.stdout.isatty()
        with announced(), progress("Replaying", len(files), shown=not quiet) as step:
            for file in files:
                report = _replay_file(file, on, variant, all_warnings)
                if report is None:
                    skipped += 1
                else:
                    finished.append((file, report))
                    if as_json:
                        print(written({"file": str(file), **report.as_dict()}), flush=True)
                step()
    except KeyboardInterrupt:
        stopped = True
    if not as_json and finished:
        _print_table(finished)
    for line in summary(variant.name, [report for _, report in finished], skipped):
        say(line, err=as_json)
    if stopped:
        say(f"Stopped after {len(finished) + skipped} of {len(files)} files.", err=True)
        raise typer.Exit(130)
    if skipped:
        raise typer.Exit(1)


def _replay_file(file: Path, board: Board | None, variant: Variant, all_warnings: bool) -> ReplayReport | None:
    """Return a file's report; say on standard error what was odd about it, or why there is none."""
    try:
        record = read_file(file, board)
        if all_warnings:
            for warning in record.warnings:
                say(harmless(f"{file}: {warning}"), err=True)
        report = replay(record, variant)
    except TengenError as error:
        say(harmless(f"{file}: skipped: {error}"), err=True)
        return None
    except OSError as error:
        say(harmless(f"{file}: skipped: {error.strerror or error}"), err=True)
        return None
    if white_begins_alone(record):
        say(harmless(f"{file}: White begins, and no handicap stones are set up; none were invented"), err=True)
    if report.beginnings:
        times = "once" if report.beginnings == 1 else f"{report.beginnings} times"
        say(harmless(f"{file}: stones are set up in mid-game; history began anew {times}"), err=True)
    return report


def _print_table(finished: Finished) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("game", no_wrap=True, overflow="fold")
    for name in ("moves", "captures", "of ko", "tiles", "first", "highest", "score"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("stopped by")
    for file, report in finished:
        illegal = report.illegal
        figures = (report.moves, report.captures, report.ko_captures, report.tiled_points)
        first = "-" if report.first_tile is None else str(report.first_tile)
        why = f"move {illegal.move}: {', '.join(map(str, illegal.reasons))}" if illegal else ""
        lead = "0" if not report.score else f"{'B' if report.score > 0 else 'W'}+{abs(report.score):g}"
        table.add_row(harmless(file.name), *map(str, figures), first, str(report.highest_stack), lead, why)
    print_table(table)


def summary(name: str, reports: Sequence[ReplayReport], skipped: int) -> Iterator[str]:
    """Yield the lines that sum up all games."""
    left_out = f"; {_count(skipped, 'file')} skipped" if skipped else ""
    if not reports:
        yield f"No game was replayed under {name}{left_out}."
        return
    moves, taken = sum(r.moves for r in reports), sum(r.captures for r in reports)
    yield (
        f"{_count(len(reports), 'game')} under {name}{left_out}: {_count(moves, 'move')}, {_count(taken, 'capture')} "
        f"({taken / len(reports):.1f} a game), {sum(r.ko_captures for r in reports):,} of them in ko."
    )
    tiled = [report for report in reports if report.tiled_points]
    if tiled:
        points = [report.tiled_points for report in reports]
        first = median(report.first_tile for report in tiled if report.first_tile is not None)
        yield (
            f"Points with tiles: {fmean(points):.1f} a game, median {median(points):g}, at most {max(points)}; none in "
            f"{_count(len(reports) - len(tiled), 'game')}. First tile at move {first:g} (median). "
            f"Highest stack: {max(r.highest_stack for r in reports)}."
        )
    illegal = [report.illegal for report in reports if report.illegal]
    if illegal:
        reasons = Counter(str(reason) for stop in illegal for reason in stop.reasons)
        named = ", ".join(f"{word} {times}" for word, times in reasons.most_common())
        yield f"Stopped by an illegal move: {_count(len(illegal), 'game')} ({named})."
    else:
        yield "No move was illegal."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
