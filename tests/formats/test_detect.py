"""Detection of formats: the content has precedence over the file's name."""

from pathlib import Path

import pytest

from tengen import boards
from tengen.formats import json, read_all, read_any, read_file
from tengen.formats.notations import FORMATS, ending, identify, named
from tengen.records import Diagram, FormatError, Record

SGF = "(;SZ[9]C[$$B\n$$ | . X\n{{Goban 9x9|b}}];B[dd])"
SENSEI = "$$B A diagram\n$$ | . X\n$$ | . ."
GOBAN = "{{Goban 2x2|b| | |w|24|u=u|d=d|l=l|r=r}}"
ROWS = ".X.\nO.."
JSON = json.dumps(Record("9"))
NAMES = ", ".join(one.name for one in FORMATS)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (SGF, "sgf"),
        (f"\n  {SGF}", "sgf"),
        (f"A game I played:\n{'(;SZ[9];B[dd])'}", "sgf"),
        ("(B[dd])", "sgf"),
        (JSON, "json"),
        ("{}", "json"),
        (SENSEI, "sensei"),
        (f"Text.\n\n{SENSEI}\n", "sensei"),
        (f"[go]{SENSEI}[/go]", "sensei"),
        (GOBAN, "goban"),
        (f"Text with {GOBAN}.", "goban"),
        (ROWS, "rows"),
        ("   A B\n2  . X  2\n1  O .  1\n   A B", "rows"),
        ("1 (2 3) 2 pass", "clicks"),
        ("\n1 pass", "clicks"),
        ("( no SGF", "sgf"),
        ("{ no JSON", "json"),
        ("1 (not) clicks", "clicks"),
    ],
)
def test_what_a_text_is(text: str, name: str) -> None:
    assert identify(text).name == name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the text is empty: no game and no diagram"),
        (" \n", "the text is empty: no game and no diagram"),
        ("x\n", f"line 1, column 1: no game or diagram in a known notation ({NAMES}); the text begins with 'x'"),
        ("\n\n nothing of\nall this", "line 3, column 2: .*; the text begins with 'nothing of all this'"),
    ],
)  # fmt: skip
def test_what_is_none_of_them(text: str, said: str) -> None:
    with pytest.raises(FormatError, match=said.replace("(", r"\(").replace(")", r"\)")):
        identify(text)
    assert identify(text, "game.sgf").name == "sgf"


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        (f"{SENSEI}\n\n{GOBAN}", "sensei or goban"),
        (f"text\n{SGF}", "sgf, sensei or goban"),
        (f"text (;SZ[9];B[dd])\n\n{SENSEI}", "sgf or sensei"),
    ],
)
def test_what_could_be_several_things(text: str, listed: str) -> None:
    with pytest.raises(FormatError, match=f"this could be {listed}; name the format"):
        read_any(text)


def test_the_name_of_a_file_decides_where_the_content_does_not() -> None:
    both = f"{SENSEI}\n\n{GOBAN}"
    assert identify(both, "page.wiki").name == "goban"
    assert identify(both, "page.txt").name == "sensei"
    assert read_any(both, format="goban").board == "2"
    assert identify(SENSEI, "diagram.sgf").name == "sensei"
    assert identify(JSON, "game.sgf").name == "json"


@pytest.mark.parametrize(("text", "stones"), [(SENSEI, {"B11": "black"}), (GOBAN, {"A2": "black", "B1": "white"})])
@pytest.mark.parametrize("suffix", [".txt", ".sgf", ".json", ""])
def test_files_are_read_by_their_content(tmp_path: Path, text: str, stones: dict[str, str], suffix: str) -> None:
    file = tmp_path / f"file{suffix}"
    file.write_text(text, "utf-8")
    record = read_file(file)
    assert record.root.changes == stones


def test_all_that_a_text_holds() -> None:
    assert len(list(read_all("(;SZ[9])(;SZ[13])"))) == 2
    drawn = list(read_all(f"{SENSEI}\n\n{SENSEI}"))
    assert all(isinstance(one, Diagram) for one in drawn)
    assert len(drawn) == 2
    assert [type(one) for one in read_all("1 (2 3)", boards.parse("9"))] == [Record]
    with pytest.raises(FormatError, match="name the board"):
        list(read_all("1 (2 3)"))


def test_warnings_of_every_layer_come_along() -> None:
    record = read_any("$$B é\n$$ | . X\n$$ | . .\n\n$$B\n$$ | X\n".encode("latin-1"))
    assert "guessed latin-1" in record.warnings[0]
    assert "neither the upper nor lower edge" in record.warnings[1]
    assert record.warnings[2] == "more diagrams follow; only the first was read"
    (first, second) = read_all("$$B é\n$$ | . X\n\n$$B\n$$ | X\n".encode("latin-1"))
    assert [len(first.warnings), len(second.warnings)] == [2, 1]


def test_formats_by_name_and_ending() -> None:
    assert named(" SGF ").name == "sgf"
    with pytest.raises(FormatError, match="did you mean sensei"):
        named("sensie")
    with pytest.raises(FormatError, match="the formats are json, sgf"):
        named("?")
    assert [one.name for one in ending("a.b.SL")] == ["sensei"]
    assert ending("none") == []
    assert {one.name for one in FORMATS if one.draw} >= {"sensei", "goban", "rows"}
    assert not any(one.draw and one.write for one in FORMATS)
    assert {one.name for one in FORMATS if not one.draw and not one.write} >= {"ogs", "gib", "ugf", "ngf"}
