"""Faults found in reading records (issue 44), from a table: what is read, and the game it holds."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tengen.formats import read_any, sgf
from tengen.records import FormatError

TABLE = Path(__file__).parent.parent / "data" / "faults" / "records.toml"
CASES: list[dict[str, Any]] = tomllib.loads(TABLE.read_text("utf-8"))["read"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['item']}: {case['name']}")
def test_what_is_read(case: dict[str, Any]) -> None:
    text = case["text"].strip("\n")
    if "sgf" not in case:
        with pytest.raises(FormatError) as caught:
            read_any(text)
        assert [caught.value.line, caught.value.column] == case["at"]
        return
    record = read_any(text)
    written = sgf.write(record)
    assert written.replace("\n", "") == case["sgf"]
    assert sgf.read(written) == record
    if "warned" in case:
        assert [warning.partition(":")[0] for warning in record.warnings] == case["warned"]
