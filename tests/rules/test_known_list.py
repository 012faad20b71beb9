"""The list of known variants: complete, each variant of the library once, without dangling names."""

import tomllib
from importlib.resources import files

import pytest

from tengen.boards import parse
from tengen.rules import library, preset
from tengen.rules.preset_files import KnownVariant, families, known

ROWS = tomllib.loads((files("tengen.rules") / "known.toml").read_text("utf-8"))["variants"]
PLAYED = [each for each in known() if each.ways]


def test_each_variant_of_the_library_is_listed_once() -> None:
    own = [name for row in ROWS if "boards" not in row for name in row.get("play", ())]
    assert len(own) == len(set(own))
    assert {each.name for each in library()} <= set(own)
    assert [each.name for each in known()] == list(dict.fromkeys(each.name for each in known()))
    assert sum(row["family"] != "new" or row["play"][0] == "gengo" for row in ROWS) == 81
    assert list(dict.fromkeys(row["family"] for row in ROWS)) == [*families()]


@pytest.mark.parametrize("row", ROWS, ids=[each.name for each in known()])
def test_everything_that_a_row_names_is_there(row: dict[str, str | list[str]]) -> None:
    for name in row.get("play", ()):
        chosen = preset(name)
        assert "boards" in row or chosen.name == name
    assert ("play" in row) != ("why" in row)
    assert all(len(parse(board)) <= 1000 for board in row.get("boards", ()))
    told = {"title", "text", "by"} & row.keys()
    assert told == ({"title", "text", "by"} if told or "play" not in row else set())


@pytest.mark.parametrize("each", known(), ids=[each.name for each in known()])
def test_a_row_says_what_is_special_and_how_or_why_not(each: KnownVariant) -> None:
    assert len(each.text) > 10
    assert (each.why == "") == bool(each.ways)
    assert str(each.by)


def test_rows_of_variants_that_are_missing_say_so() -> None:
    from tengen.rules.preset_files import _read

    made = _read({"family": "goal", "play": ["nothing-go"]})
    assert (made.title, made.ways, made.why) == ("nothing-go", (), "Its rules are not built in yet.")
