"""Records of servers with their own names of komi, events and results, and faults found in reading records."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tengen.formats import read_any, sgf
from tengen.records import FormatError
from tengen.records.info import Result, read_result

FAULTS = Path(__file__).parent.parent / "data" / "faults"
CASES: list[dict[str, Any]] = tomllib.loads((FAULTS / "records.toml").read_text("utf-8"))["read"]
TABLE = tomllib.loads((FAULTS / "record_dialects.toml").read_text("utf-8"))
RESULTS = {words: told for words, told in TABLE["results"].items() if isinstance(told, list)}
GIB = "\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 15 3\nSTO 0 3 2 3 15\n\\GE\n"


@pytest.mark.parametrize("case", TABLE["header"], ids=lambda case: case["source"])
def test_headers_of_servers(case: dict[str, Any]) -> None:
    record = sgf.read(case["text"])
    assert record.axes == case["axes"]
    assert record.info == case["info"]
    assert not record.root.forced
    assert sgf.read(sgf.write(record)) == record


@pytest.mark.parametrize("komi", [0, 0.5, 5, 50, 3.75, 6.5])
@pytest.mark.parametrize("programs", [["foxwq"], ["CGoban:3"]])
def test_komi_is_written_so_that_it_is_read(komi: float, programs: list[str]) -> None:
    record = sgf.read("(;FF[4]HA[0];B[pd])")
    record.axes["komi"] = komi
    record.root.properties["AP"] = programs
    assert sgf.read(sgf.write(record)) == record


@pytest.mark.parametrize("words", RESULTS)
def test_results_in_words(words: str) -> None:
    winner, how, *margin = RESULTS[words]
    assert read_result(words) == Result(None if winner == "nobody" else winner, margin[0] if margin else None, how)


@pytest.mark.parametrize("case", TABLE["gib"], ids=lambda case: case["source"])
def test_tygem_without_information(case: dict[str, Any]) -> None:
    record = read_any(case["head"] + GIB)
    assert record.axes == case["axes"]
    assert record.info == case["info"]
    assert [node.move for node in record.main_line()] == [None, "Q16", "D4"]


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
