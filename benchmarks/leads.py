"""Leads of two analysis engines after every move of games: ``python -m benchmarks.leads GAME.sgf... --help``.

Both programs speak KataGo's analysis protocol. The tables show Black's lead by the first minus that by the second.
"""

from __future__ import annotations

import csv
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import numpy as np
import typer

from tengen.boards import parse
from tengen.cli.terminal import say
from tengen.formats import sgf
from tengen.game import Game
from tengen.records import Resign, TengenError
from tengen.systems.processes import split_command

from .commands import main

_ROW: Final = 10
"""Moves of a row in the tables."""


class Leads(NamedTuple):
    """Black's leads in points by two engines, before the first move of a game and after each."""

    name: str
    first: list[float]
    second: list[float]


def query_of(name: str, game: Game, visits: int) -> dict[str, object]:
    """Return the query for all positions of a game, which must be on a grid and without setup stones.

    Raises:
        TengenError: another board, or setup stones.
    """
    shape = game.board.shape
    if shape is None or game.board != parse(f"{shape[0]}x{shape[1]}") or game.start is not None or game.rules.handicap:
        raise TengenError(f"{name}: only even games from the empty board of a plain grid are compared")
    moves = [move for move in game.moves if move is not Resign]
    return {
        "id": name, "rules": "japanese" if game.rules.scoring == "territory" else "chinese", "komi": game.rules.komi,
        "boardXSize": shape[0], "boardYSize": shape[1], "analyzeTurns": [*range(len(moves) + 1)], "maxVisits": visits,
        "moves": [["BW"[turn % 2], game.write_move(move)] for turn, move in enumerate(moves)],
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
    }  # fmt: skip


def leads_of(program: str, queries: Sequence[dict[str, object]]) -> dict[str, list[float]]:
    """Return Black's leads at all positions of the queries, by their ids.

    Raises:
        TengenError: the program ends early or refuses a query.
    """
    sent = "".join(json.dumps(query) + "\n" for query in queries)
    done = subprocess.run(split_command(program), input=sent, stdout=subprocess.PIPE, text=True, check=False)
    found: dict[str, dict[int, float]] = {}
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        if "error" in answer:
            raise TengenError(f"{program}: {answer['error']}")
        if "rootInfo" in answer:
            found.setdefault(answer["id"], {})[answer["turnNumber"]] = answer["rootInfo"]["scoreLead"]
    for query in queries:
        if len(found.get(str(query["id"]), ())) != len(query["analyzeTurns"]):  # type: ignore[arg-type]
            raise TengenError(f"{program}: it ended before all positions of {query['id']} were analysed")
    return {name: [leads[turn] for turn in sorted(leads)] for name, leads in found.items()}


def table(leads: Leads) -> Iterator[str]:
    """Yield the lines of a game's table in Markdown: the differences in rows of ten moves."""
    differences = np.subtract(leads.first, leads.second)
    yield f"| after move | {' | '.join(f'+{k}' for k in range(_ROW))} |"
    yield "|---|" + "---:|" * _ROW
    for begin in range(0, len(differences), _ROW):
        row = [f"{value:+.1f}" for value in differences[begin : begin + _ROW]]
        yield f"| {begin} | {' | '.join([*row, *[''] * (_ROW - len(row))])} |"


def summary(leads: Leads) -> str:
    """Return the sizes of the differences, and the correlation of both leads."""
    size = np.abs(np.subtract(leads.first, leads.second))
    together = float(np.corrcoef(leads.first, leads.second)[0, 1])
    return (
        f"{leads.name}: {len(size)} positions; mean absolute difference {size.mean():.1f} points, median "
        f"{np.median(size):.1f}, largest {size.max():.1f} (after move {size.argmax()}); correlation {together:.2f}"
    )


def leads(
    files: Annotated[list[Path], typer.Argument(metavar="GAME.sgf...", help="Records of games.")],
    second: Annotated[str, typer.Option(metavar="PROGRAM", help="The engine to compare with.")],
    first: Annotated[str | None, typer.Option(metavar="PROGRAM", help="The other engine. [default: Tengen]")] = None,
    visits: Annotated[tuple[int, int], typer.Option(min=1, help="Visits of both, for every position.")] = (2000, 1),
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write all leads as CSV.")] = None,
) -> None:
    """Compare two engines' leads after every move of games."""
    own = shlex.join([sys.executable, "-m", "tengen.cli", "analysis-engine"])
    games = {path.stem: Game.from_record(sgf.read(path.read_bytes())) for path in files}
    by = [
        leads_of(program, [query_of(name, game, limit) for name, game in games.items()])
        for program, limit in zip((first or own, second), visits, strict=True)
    ]
    found = [Leads(name, by[0][name], by[1][name]) for name in games]
    for each in found:
        say("\n".join((summary(each), "", *table(each), "")))
    if out is not None:
        with out.open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(("game", "move", "first", "second"))
            rows.writerows(
                (each.name, turn, f"{a:.2f}", f"{b:.2f}")
                for each in found
                for turn, (a, b) in enumerate(zip(each.first, each.second, strict=True))
            )


if __name__ == "__main__":
    main(leads)
