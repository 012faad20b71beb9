"""`tengen solve`: what a position is worth, proved; and what every small graph is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from ...draw.sentences import board_name, ending
from ...records import FormatError, TengenError
from ..choice import chosen
from ..compiling import announced
from ..laboratory.spreading import hired
from ..records.saving import ended_politely, stopped, undivided, uninterrupted, write_whole
from ..records.sources import as_record, read_source
from ..terminal import as_json, harmless, say
from .gauge import gauge, read_memory

if TYPE_CHECKING:
    from ...game import Game
    from ...solve.census import GraphRow
    from ...solve.value import Value
    from ...workers import Workers


@dataclass(frozen=True)
class Wishes:
    """What was asked for: see the options of the command."""

    source: str | None
    variant: str | None
    board: str | None
    settings: Sequence[str]
    memory: str
    limit: float | None
    graphs: int | None
    csv: Path | None
    jobs: int
    cluster: str | None
    json: bool


def solve(wishes: Wishes) -> None:
    """Solve a position, or examine graphs; the exit code is 1 where no proof was found within the limits."""
    memory = read_memory(wishes.memory)
    if wishes.limit is not None and not wishes.limit > 0:
        raise TengenError(f"--limit {wishes.limit:g}: more than no seconds are needed")
    with announced(), ended_politely():
        if wishes.graphs is not None:
            _examine(wishes)
            return
        if wishes.csv is not None:
            raise TengenError("--csv keeps what --graphs finds; leave it out, or say --graphs 6")
        if wishes.jobs != 1 or wishes.cluster is not None:
            raise TengenError("--jobs and --cluster are for --graphs; a single proof is found by one process")
        _solve(_game(wishes), wishes, memory)


def _game(wishes: Wishes) -> Game:
    """Return the game to be solved: from the start of a variant without komi, or where a record ends."""
    from ...game import Game

    if wishes.source is None:
        variant = chosen(wishes.variant or "chinese", wishes.settings)
        if not any(setting.partition("=")[0].strip() == "komi" for setting in wishes.settings):
            variant = chosen(variant, (), komi=0)
        return Game(variant, board=wishes.board)
    record = as_record(read_source(wishes.source, wishes.board))
    game = Game.from_record(record, wishes.variant)
    return Game.from_record(record, chosen(game.variant, wishes.settings)) if wishes.settings else game


def _solve(game: Game, wishes: Wishes, memory: int) -> None:
    from ...solve.value import Budget, value

    with _shown() as report:
        found = value(game, budget=Budget(memory=memory, seconds=wishes.limit, report=report))
    if wishes.json:
        say(as_json({"board": game.board.text, "variant": game.variant.name, **asdict(found)}, indent=2))
    else:
        for line in told(game, found):
            say(harmless(line))
    if not found.complete:
        raise typer.Exit(1)


@contextmanager
def _shown() -> Iterator[Callable[[str, float], None]]:
    with gauge() as show:
        yield lambda stage, share: show(max(share, 0.0), stage)


def told(game: Game, found: Value) -> Iterator[str]:
    """Say what was found out, in a few lines."""
    from ...solve.value import ROUTES

    name = board_name(game.board)
    if game.outcome is not None:
        yield f"{game.variant.title} on {name}, where the game is over."
        yield ending(game.outcome.how, game.outcome.winner, game.outcome.margin)
        return
    yield f"{game.variant.title} on {name}, {game.to_play} to play."
    yield f"{_verdict(found)}"
    if found.moves:
        yield f"Moves that keep this: {', '.join(found.moves)}."
    if found.line:
        yield f"A line of best play: {' '.join(found.line)}."
    yield f"Proved under: {found.rules}."
    method = next(route.method for route in ROUTES if route.name == found.route)
    yield f"Found by {method} ({found.nodes:,} positions)."


def _verdict(found: Value) -> str:
    if found.exact is not None:
        return _worth(found.exact, found.unit)
    bounds = f"between {_bound(found.low, found.unit)} and {_bound(found.high, found.unit)}"
    if not found.complete and found.low == -inf and found.high == inf:
        return "Not decided within the limits: nothing is known of the value yet."
    if not found.complete:
        return f"Not decided within the limits: the value for Black is {bounds}."
    kept = found.worth(0)
    return f"It depends on what infinite play is worth: {bounds} for Black; {kept:+g} if that is worth 0."


def _worth(number: float, unit: str) -> str:
    if number == 0:
        return "Nobody wins: the value is 0."
    winner = "Black" if number > 0 else "White"
    return f"{winner} wins." if unit == "winner" else f"{winner} wins by {abs(number):g}."


def _bound(number: float, unit: str) -> str:
    if abs(number) == inf:
        return "anything"
    return {1: "a win", -1: "a loss", 0: "a draw"}.get(int(number), "") if unit == "winner" else f"{number:+g}"


# -- graphs ----------------------------------------------------------------------------------------------------------


def _examine(wishes: Wishes) -> None:
    """Examine every connected graph; rows found are kept as they come, and not sought again."""
    from ...solve import census

    most = _checked(wishes, census.MOST_POINTS)
    rows, graphs = _kept(wishes.csv), list(census.graphs(most))
    with stopped(partial(_leave, rows, wishes.csv)), hired(wishes.jobs, wishes.cluster) as workers:
        _survey([graph6 for graph6 in graphs if graph6 not in rows], rows, wishes.csv, workers)
    rows = {graph6: rows[graph6] for graph6 in [*graphs, *rows]}
    _keep(rows, wishes.csv)
    if wishes.json:
        say(as_json([asdict(row) for row in rows.values()], indent=2))
        return
    for line in summary([row for row in rows.values() if row.points <= most]):
        say(line)


def _survey(todo: Sequence[str], rows: dict[str, GraphRow], path: Path | None, workers: Workers) -> None:
    """Add the rows of graphs, and keep each as it comes."""
    from ...solve import census

    with gauge() as show, closing(workers.run(census.survey, todo)) as found:
        for done, (graph6, row) in enumerate(found, 1):
            with undivided():
                rows[graph6] = row
                _keep(rows, path)
            show(done / len(todo), f"{graph6}: {row.value:+d}")


def _checked(wishes: Wishes, largest: int) -> int:
    """Return how many points graphs may have, after refusing before any work what cannot be done."""
    most = wishes.graphs or 0
    if not 1 <= most <= largest:
        raise TengenError(f"--graphs {most}: from 1 to {largest} points")
    if any((wishes.source, wishes.board, wishes.variant, wishes.settings)):
        raise TengenError("--graphs has boards and rules of its own: area, no suicide, komi 0; leave the rest out")
    if wishes.limit is not None:
        raise TengenError("--limit is for one position; --graphs can be stopped by Ctrl-C, and goes on with --csv")
    if wishes.csv is not None and not wishes.csv.parent.is_dir():
        raise TengenError(f"--csv {wishes.csv}: there is no folder {wishes.csv.parent}")
    return most


def _kept(path: Path | None) -> dict[str, GraphRow]:
    """Return the rows that a file holds already."""
    from ...solve import census

    if path is None or not path.exists():
        return {}
    try:
        return census.read(path.read_text("utf-8"))
    except (FormatError, UnicodeDecodeError) as error:
        why = error if isinstance(error, FormatError) else "it is no text"
        raise FormatError(f"--csv {path}: {why}; repair it, or name another file") from None


def _leave(rows: dict[str, GraphRow], path: Path | None, code: int) -> NoReturn:
    """Keep what was found, say where, and end."""
    with uninterrupted():
        _keep(rows, path)
        where = " With --csv FILE they would be kept." if path is None else f" They are kept in {path}."
        say(f"\nStopped: {_many(len(rows))} examined.{where if rows else ''}", err=True)
    raise typer.Exit(code)


def _keep(rows: dict[str, GraphRow], path: Path | None) -> None:
    from ...solve import census

    if path is not None:
        write_whole(path, census.write(rows))


def summary(rows: Sequence[GraphRow]) -> Iterator[str]:
    """Say what is seen in the rows: values by points, and what the rule of repetition changes."""
    for points in sorted({row.points for row in rows}):
        here = [row for row in rows if row.points == points]
        values = ", ".join(f"{value:+d}: {many}" for value, many in sorted(Counter(r.value for r in here).items()))
        yield f"{points} {'point' if points == 1 else 'points'}, {_many(len(here))}: {values}."
    yield f"Plain ko, infinite play worth 0: {_many(sum(r.value < 0 for r in rows))} negative for Black."
    yield f"Infinite play matters on {_many(sum(r.low < r.high for r in rows))}."
    asked = [row for row in rows if row.superkos and not any(".." in text for text in row.superkos)]
    different = [row for row in asked if len(set(row.superkos)) > 1]
    negative = [row for row in asked if min(map(int, row.superkos)) < 0]
    below = f"{len(negative)} negative" if negative else "none is negative"
    yield f"Superko: of {_many(len(asked))} decided under each rule {below} for Black."
    yield f"Which superko it is matters on {len(different)}{_named(different)}."
    changed = [row for row in asked if row.low == row.high and set(row.superkos) != {str(row.low)}]
    yield f"With a value that infinite play leaves alone, superko changes it on {len(changed)}{_named(changed)}."


def _many(number: int) -> str:
    return f"{number} graph" if number == 1 else f"{number} graphs"


def _named(rows: Sequence[GraphRow]) -> str:
    return f" ({', '.join(row.graph6 for row in rows)})" if 0 < len(rows) <= 20 else ""
