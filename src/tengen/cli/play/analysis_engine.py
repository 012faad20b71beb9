"""`tengen analysis-engine`: KataGo's analysis protocol on standard input and output."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass
from typing import Annotated, Any, Final

import typer

from ...gtp import Descriptor
from ...records import TengenError
from .. import RUNS
from ..options import check_positive
from ..terminal import announced

if RUNS:
    from ...analysis import AnalysisSession, AnalysisSettings, Perspective, Wishes
    from ...players import LEVELS, MCTS, Analyst

_VISITS: Final = 500
_MEGABYTES: Final = 256
"""The memory of a position's tree."""
_PERSPECTIVES: Final[dict[str, Perspective]] = {"black": "BLACK", "white": "WHITE", "side-to-move": "SIDETOMOVE"}


@dataclass(frozen=True)
class AnalysisEngineOptions:
    level: Annotated[
        int | None, typer.Option(min=1, max=10, help="Strength, unless a query sets it. [default: 500 visits]")
    ] = None
    visits: Annotated[int | None, typer.Option(min=1, help="Strength in visits, unless a query sets it.")] = None
    max_visits: Annotated[int | None, typer.Option(min=1, help="Most visits a query may request.")] = None
    seconds: Annotated[float | None, typer.Option(help="Time limit per position, unless a query sets it.")] = None
    jobs: Annotated[
        int | None, typer.Option(min=1, max=256, help="Positions to search at once. [default: one per core]")
    ] = None
    threads: Annotated[int, typer.Option(min=1, max=256, help="Search threads per position.")] = 1
    seed: Annotated[int, typer.Option(min=0, help="Seed; reproducible with one thread and no time limit.")] = 0
    winrates_as: Annotated[
        str,
        typer.Option(help="Side whose winrates are reported, unless a query sets it: black, white or side-to-move."),
    ] = "black"


def analysis_engine(options: AnalysisEngineOptions) -> None:
    """Serve KataGo's analysis protocol on standard input and output."""
    settings = _settings(options)
    out: Any = sys.stdout
    out.reconfigure(encoding="utf-8", newline="\n", line_buffering=False)
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    # The process ends when its output is closed.
    lines = Descriptor(sys.stdin.fileno(), watched=out.fileno())
    with announced():
        AnalysisSession(settings, out, lost=lambda: os._exit(1)).run(iter(lines.next, None))


def _settings(options: AnalysisEngineOptions) -> AnalysisSettings:
    check_positive("--seconds", options.seconds)
    if options.level is not None and options.visits is not None:
        raise TengenError("--level and --visits both set the strength; leave one out")
    if options.winrates_as not in _PERSPECTIVES:
        raise TengenError(f"--winrates-as {options.winrates_as}: must be one of {', '.join(_PERSPECTIVES)}")
    visits = options.visits or (_VISITS if options.seconds is None else None)  # None: only the time limit applies

    def make(wishes: Wishes) -> Analyst:  # a new one per position, so that results are independent
        return MCTS(threads=options.threads, seed=options.seed, tidy=wishes.tidy, megabytes=_MEGABYTES)

    return AnalysisSettings(
        make=make,
        jobs=options.jobs or os.cpu_count() or 1,
        visits=visits if options.level is None else LEVELS[options.level - 1],
        most_visits=options.max_visits,
        seconds=options.seconds,
        perspective=_PERSPECTIVES[options.winrates_as],
    )
