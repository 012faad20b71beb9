"""`tengen analysis-engine`: KataGo's analysis protocol on standard input and output."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FrameType
from typing import Annotated, Any, Final

import typer

from ...analysis import Perspective, Session, Settings, Wishes
from ...gtp import Descriptor
from ...players import LEVELS, MCTS, Analyst
from ...records import TengenError
from ..terminal import announced

_VISITS: Final = 500
_MEGABYTES: Final = 256
"""The memory of a position's tree."""
_PERSPECTIVES: Final[dict[str, Perspective]] = {"black": "BLACK", "white": "WHITE", "side-to-move": "SIDETOMOVE"}


@dataclass(frozen=True)
class Thinking:
    """How long a position is thought about."""

    level: Annotated[
        int | None, typer.Option(min=1, max=10, help="How long to think unless a query says so. [default: 500 visits]")
    ] = None
    visits: Annotated[int | None, typer.Option(min=1, help="The same as a number of visits.")] = None
    max_visits: Annotated[int | None, typer.Option(min=1, help="The most visits that a query may ask for.")] = None
    seconds: Annotated[float | None, typer.Option(help="The most a position may take, unless a query says so.")] = None


@dataclass(frozen=True)
class Engine:
    """Who thinks."""

    jobs: Annotated[
        int | None, typer.Option(min=1, max=256, help="Positions to think about at once. [default: one a core]")
    ] = None
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads to search with, for every position.")] = 1
    seed: Annotated[int, typer.Option(min=0, help="With one thread and no seconds, results are the same again.")] = 0


def analysis_engine(
    thinking: Thinking,
    engine: Engine,
    winrates_as: Annotated[
        str,
        typer.Option(help="Whose chances are reported, unless a query says otherwise: black, white or side-to-move."),
    ] = "black",
) -> None:
    """Answer the queries of programs that speak KataGo's analysis protocol."""
    settings = _settings(thinking, engine, winrates_as)
    out: Any = sys.stdout
    if not hasattr(out, "reconfigure"):
        out = io.TextIOWrapper(out.buffer, encoding="utf-8")
    out.reconfigure(encoding="utf-8", newline="\n", line_buffering=False)
    if hasattr(signal, "SIGTERM"):
        signal.signal(signal.SIGTERM, _end)
    with announced():
        Session(settings, out, lost=lambda: os._exit(1)).run(_lines(out.fileno()))


def _end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _lines(watched: int) -> Iterator[str]:
    """Yield the lines of standard input; where nobody reads the descriptor ``watched`` any more, the process ends."""
    lines = Descriptor(sys.stdin.fileno(), watched=watched)
    while (line := lines.next()) is not None:
        yield line


def _settings(thinking: Thinking, engine: Engine, winrates_as: str) -> Settings:
    """Return what the options say.

    Raises:
        TengenError: which of them cannot be.
    """
    if thinking.seconds is not None and not thinking.seconds > 0:
        raise TengenError(f"--seconds {thinking.seconds:g}: it must be more than 0")
    if thinking.level is not None and thinking.visits is not None:
        raise TengenError("--level and --visits say the same; leave one out")
    if winrates_as not in _PERSPECTIVES:
        raise TengenError(f"--winrates-as {winrates_as}: it is one of {', '.join(_PERSPECTIVES)}")
    return Settings(
        make=_maker(engine),
        jobs=engine.jobs or os.cpu_count() or 1,
        visits=_visits(thinking),
        most_visits=thinking.max_visits,
        seconds=thinking.seconds,
        perspective=_PERSPECTIVES[winrates_as],
    )


def _visits(thinking: Thinking) -> int | None:
    """Return how many visits a position gets unless its query says so; None where seconds alone count."""
    if thinking.level is not None:
        return LEVELS[thinking.level - 1]
    return thinking.visits or (_VISITS if thinking.seconds is None else None)


def _maker(engine: Engine) -> Callable[[Wishes], Analyst]:
    """Return a maker of players: each position gets a new one, so that results depend on nothing before."""
    return lambda wishes: MCTS(threads=engine.threads, seed=engine.seed, tidy=wishes.tidy, megabytes=_MEGABYTES)
