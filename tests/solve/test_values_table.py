"""The table of rectangular boards in the documentation: small rows are proved again, and all match publications."""

from pathlib import Path
from typing import Any

import pytest
from data import load

from tengen import Game
from tengen.solve.solved_rows import GameRow, read
from tengen.solve.value import value

ROWS = read(GameRow, (Path(__file__).parents[2] / "docs" / "lab" / "values.csv").read_text(encoding="utf-8"))
SMALL = [key for key, row in ROWS.items() if row.points <= 4]
RULES = ("ko", "positional", "situational", "natural")


def test_every_rule_has_rows() -> None:
    assert {row.settings for row in ROWS.values()} == {f"repetition={rule}" for rule in RULES}
    assert all(row.variant == "chinese" for row in ROWS.values())


@pytest.mark.parametrize("key", SMALL)
def test_small_rows_are_proved_again(key: str) -> None:
    row = ROWS[key]
    axes: Any = dict([row.settings.split("=")])
    found = value(Game("chinese", board=row.board, komi=0, **axes))
    assert (found.low, found.high, found.complete) == (row.low, row.high, not row.is_open)


def test_what_is_published_lies_within_the_bounds() -> None:
    compared = 0
    for entry in load("solved_boards")["values"]:
        row = ROWS.get(f"chinese {entry['board']} repetition={entry['repetition']}")
        if row is None or "after" in entry:
            continue
        wanted = entry["value"]
        if entry["repetition"] == "ko" and not row.is_open:
            assert max(row.low, min(entry["cycle_value"], row.high)) == wanted, row.key
        assert row.low <= wanted <= row.high, row.key
        compared += 1
    assert compared >= 8


def test_superko_gives_what_holds_whatever_is_forbidden() -> None:
    """Rows of the same board under different superkos stay above the bound from the first player's pass."""
    assert all(row.low >= 0 for row in ROWS.values() if row.settings != "repetition=ko")
