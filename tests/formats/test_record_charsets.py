"""Records in undeclared charsets, or in two: names made of tables, and single files."""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from example_counts import first

from tengen.formats import read_any, sgf

TABLE = tomllib.loads((Path(__file__).parent.parent / "data" / "faults" / "record_dialects.toml").read_text("utf-8"))
CHARSETS = pytest.mark.parametrize("case", first(3, TABLE["charset"]), ids=lambda case: case["declared"])
FILES = 1_000
"""Each has two names."""


def players(case: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield as many pairs of names as there are files."""
    kind, drawn = TABLE["names"][case["names"]], random.Random(case["declared"])

    families, others = kind["families"].split(), kind["others"].split()

    def name() -> str:
        given = "".join(drawn.choice(others) for _ in range(drawn.choice(kind["lengths"])))
        return f"{drawn.choice(families)}{kind['between']}{given}"

    for _ in range(FILES):
        yield name(), name()


def wrong(case: dict[str, Any], declared: str, codec: str, comment: str = "", event: str = "") -> list[object]:
    """Return the files of a charset that are read wrongly."""
    found: list[object] = []
    for black, white in players(case):
        head = f"(;GM[1]CA[{declared}]SZ[19]EV[{event}]PB[{black}]PW[{white}];B[pd]C["
        record = sgf.read(head.encode(codec) + f"{comment}];W[dp])".encode())
        seen = record.info["EV"], record.info["PB"], record.info["PW"]
        said = [(node.move, node.comment) for node in record.main_line()]
        if seen != (event, black, white) or said != [(None, ""), ("Q16", comment), ("D4", "")]:
            found.append((black, white, record))
    return found


@CHARSETS
def test_declared_names(case: dict[str, Any]) -> None:
    assert wrong(case, case["declared"], case["codec"]) == []


@CHARSETS
def test_names_in_utf_8_under_another_charset(case: dict[str, Any]) -> None:
    assert wrong(case, case["declared"], "utf-8") == []


@CHARSETS
def test_names_beside_a_comment_in_utf_8(case: dict[str, Any]) -> None:
    assert wrong(case, case["declared"], case["codec"], "中盘的要点。 [여기") == []


@pytest.mark.parametrize(
    "case", first(2, [case for case in TABLE["charset"] if case["guessed"]]), ids=lambda case: case["codec"]
)
def test_names_in_another_charset_under_utf_8(case: dict[str, Any]) -> None:
    event = TABLE["names"][case["names"]]["event"]
    assert wrong(case, "UTF-8", case["codec"], event=event) == []


@CHARSETS
def test_a_wrong_guess_loses_no_move_and_warns(case: dict[str, Any]) -> None:
    for black, white in players(case):
        record = sgf.read(f"(;CA[UTF-8]PB[{black}]PW[{white}];B[pd];W[dp])".encode(case["codec"]))
        assert [node.move for node in record.main_line()] == [None, "Q16", "D4"]
        assert record.info.keys() == {"PB", "PW"}
        assert any("not UTF-8 as declared; " in warning for warning in record.warnings)


@pytest.mark.parametrize("case", TABLE["bytes"], ids=lambda case: case["source"])
@pytest.mark.parametrize("read", [sgf.read, read_any, lambda data: next(sgf.read_all(data))])
def test_bytes_in_charsets(case: dict[str, Any], read: Any) -> None:
    record = read(b"".join(text.encode(codec) for codec, text in case["parts"]))
    assert record.info == case["info"]
    assert record.root.comment == case.get("comment", "")
    assert [node.move for node in record.main_line()] == [None, *case["moves"]]
    assert record.warnings == case["warnings"]
