"""Write values.md from values.csv in docs/lab, the results of `benchmarks.surveys --variant chinese --boards`.

Run it as ``python examples/values_page.py docs/lab``. What others have published comes from
tests/data/solved_boards.json.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tengen.solve.solved_rows import GameRow, read

INTRODUCTION = (Path(__file__).parent / "values_introduction.md").read_text(encoding="utf-8")
PUBLISHED = Path(__file__).parents[1] / "tests" / "data" / "solved_boards.json"
SUPERKOS = ("positional", "situational", "natural")


def main() -> None:
    """Write the page beside the rows."""
    folder = Path(sys.argv[1])
    rows = read(GameRow, (folder / "values.csv").read_text(encoding="utf-8"))
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))["values"]
    (folder / "values.md").write_text("\n".join([*page(list(rows.values()), published), ""]), encoding="utf-8")


def page(rows: Sequence[GameRow], published: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the page's lines."""
    yield INTRODUCTION.rstrip()
    yield "\n## Plain ko\n"
    yield "| board | bracket | infinite play worth 0 | published | best first moves | seconds | memory allowed |"
    yield "|---|---|--:|--:|---|--:|--:|"
    for row in _of(rows, "ko"):
        value = "" if row.is_open else f"{max(row.low, min(0, row.high)):g}"
        yield (
            f"| {row.board} | {bounds(row)} | {value} | {_published(row.board, 'ko', published)} | {row.moves} | "
            f"{row.seconds:g} | {row.memory:,} MiB |"
        )
    yield "\n## Superko\n"
    yield "| board | positional | situational | natural | published | seconds |"
    yield "|---|---|---|---|---|---|"
    asked = {rule: {row.board: row for row in _of(rows, rule)} for rule in SUPERKOS}
    for board in sorted({board for found in asked.values() for board in found}, key=_size):
        here = [asked[rule].get(board) for rule in SUPERKOS]
        told = [f"{_published(board, rule, published)} ({rule})" for rule in SUPERKOS]
        seconds = ", ".join("–" if row is None else f"{row.seconds:g}" for row in here)
        cells = " | ".join("–" if row is None else bounds(row) for row in here)
        yield f"| {board} | {cells} | {', '.join(text for text in told if text[0] != ' ')} | {seconds} |"


def bounds(row: GameRow) -> str:
    """Return what is proved of a row's value."""
    if row.low == row.high:
        return f"{row.low:g}"
    text = f"{row.low:g} to {row.high:g}"
    return f"open: {text}" if row.is_open else text


def _of(rows: Sequence[GameRow], rule: str) -> list[GameRow]:
    """Return the rows under a rule of repetition, by their points."""
    return sorted((row for row in rows if row.settings == f"repetition={rule}"), key=lambda row: _size(row.board))


def _size(board: str) -> tuple[int, int]:
    """Return what grids are sorted by: their points, and their shorter side."""
    short, long = map(int, board.split("x"))
    return short * long, short


def _published(board: str, rule: str, published: Sequence[Mapping[str, Any]]) -> str:
    """Return what is published of an empty board; a question mark where that is disputed or not certain."""
    wanted = [each for each in published if (each["board"], each["repetition"]) == (board, rule)]
    entries = (each for each in wanted if "after" not in each)
    return ", ".join(f"{each['value']}{'' if each['certain'] else '?'}" for each in entries)


if __name__ == "__main__":
    main()
