"""Files of other servers and programs: our own samples are read, written back if supported, and damaged."""

import random
import warnings
from contextlib import suppress
from pathlib import Path

import pytest
from data import cases, load

from tengen import Game, boards
from tengen.formats import notations, read_all, read_any, read_file, sgf
from tengen.formats.encoding import decode
from tengen.formats.foreign import gtp_script, katago_query, move_list
from tengen.records import FormatError, Record, TengenWarning

SAMPLES = Path(__file__).parent.parent / "data" / "records"
BOARDS = {"numbered.moves": "9"}
MOVES = [("black", "C7"), ("white", "G3"), ("black", "pass"), ("white", "C3")]


def record(name: str) -> Record:
    board = BOARDS.get(name)
    return read_file(SAMPLES / name, None if board is None else boards.parse(board))


def moves(found: Record) -> list[tuple[str | None, str]]:
    return [(node.colour, node.move) for node in found.main_line() if node.move is not None]


@pytest.mark.parametrize("path", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_samples_are_recognised_and_replayed(path: Path) -> None:
    kind = {"jsonl": "katago", "json": "ogs", "ugi": "ugf"}.get(path.name.rsplit(".", 1)[1])
    text, _ = decode(path.read_bytes())
    assert notations.identify(text).name == (kind or path.suffix[1:])
    found = record(path.name)
    assert len(Game.from_record(found).moves) == len(moves(found))
    assert sgf.read(sgf.write(found)) == found


@pytest.mark.parametrize("name", ["game.ogs.json", "game.gtp", "game.moves", "numbered.moves", "query.jsonl"])
def test_the_same_game_everywhere(name: str) -> None:
    found = record(name)
    assert (found.board, moves(found)) == ("9", MOVES)
    assert [said.partition(":")[0] for said in found.warnings] == (["line 2"] if name == "query.jsonl" else [])
    if not name.endswith(".moves"):
        assert (found.variant, found.axes) == ("japanese", {"komi": 6.5})


def test_tygem() -> None:
    found = record("handicap.gib")
    assert moves(found) == [("white", "Q4"), ("black", "C14"), ("white", "pass"), ("black", "R10")]
    assert found.root.changes == {"D4": "black", "Q16": "black"}
    assert (found.board, found.axes) == ("19", {"komi": 0.5, "handicap": 2})
    told = {"PB": "Brook", "BR": "3D", "PW": "Ada", "WR": "5D", "GN": "A game made up", "PC": "Nowhere"}
    assert found.info == told | {"RE": "W+12.5", "DT": "2026-11-22"}
    even = record("even.gib")
    assert (even.axes, even.info["RE"], even.info["PW"]) == ({"komi": 6.5}, "B+R", "Ada")
    assert even.warnings == ["line 13: a line of the unknown kind ZZZ was skipped"]
    cut = read_any((SAMPLES / "even.gib").read_text().replace("\\GE", ""))
    assert cut.incomplete


def test_wbaduk() -> None:
    found = record("game.ngf")
    assert moves(found) == [("black", "Q16"), ("white", "D4"), ("black", "pass")]
    assert found.axes == {"komi": 6.5}
    assert (found.info["RE"], found.info["WR"], found.info["BR"], found.info["DT"]) == ("B+R", "9p", "7d", "2026-11-22")
    old = record("old.ngf")
    assert (moves(old), old.axes) == ([("white", "R15"), ("black", "D15")], {"handicap": 2, "komi": 0})
    assert old.info == {"GN": "A cup (Ada 5p – Brook 1p)", "DT": "2026-01-05"}
    assert "does not give the players" in old.warnings[0]


def test_pandanet() -> None:
    found = record("game.ugf")
    assert found.root.changes == {"C3": "black", "G7": "black"}
    assert moves(found) == [("white", "C7"), ("black", "G3"), ("white", "pass")]
    assert (found.variant, found.axes, found.info["RE"]) == ("japanese", {"komi": 0.5, "handicap": 2}, "W+3.50")
    review = record("review.ugi")
    assert moves(review) == [("black", "C7"), ("white", "G7")]
    assert [node.comment for node in review.main_line()] == [
        "Ada: Let us begin.",
        "",
        "Brook: A corner each.\nAda: Indeed.",
    ]
    assert review.info["RE"] == "B+R"
    assert review.warnings == ["line 20: a comment on move 40, which the main line has not, is not read"]


def test_ogs() -> None:
    found = record("game.ogs.json")
    assert (found.info["RE"], found.info["PB"], found.info["GN"]) == ("W+R", "Brook", "A game made up")
    free = record("handicap.ogs.json")
    assert (free.root.changes, free.info["HA"]) == ({"D7": "black", "K3": "black"}, "2")
    assert moves(free) == [("white", "D3"), ("black", "K7")]
    assert (free.board, free.variant, free.info["RE"]) == ("13x9", "aga", "B+3.5")


def test_scripts_and_queries_with_handicaps() -> None:
    found = record("handicap.gtp")
    assert found.root.changes == {"C3": "black", "G7": "black"}
    assert (moves(found), found.axes) == ([("white", "C7"), ("black", "G3")], {"komi": 0, "handicap": 2})
    _, second = read_all((SAMPLES / "query.jsonl").read_text())
    assert isinstance(second, Record)
    assert (second.variant, second.root.to_play, len(second.root.changes)) == ("tromp-taylor", "white", 2)


@pytest.mark.parametrize("form", [gtp_script, katago_query, move_list])
@pytest.mark.parametrize("text", cases("foreign", "what_is_written_is_read_back_text"))
def test_what_is_written_is_read_back(form: object, text: str) -> None:
    given = sgf.read(text)
    if form is move_list and given.root.changes:
        with pytest.raises(FormatError, match="setup stones"):
            move_list.write(given)
        return
    again = read_any(form.write(given))  # type: ignore[attr-defined]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TengenWarning)  # two moves by one colour
        assert Game.from_record(again).stones == Game.from_record(given).stones
    assert again.board == given.board
    if form is katago_query:
        assert again.root.changes == given.root.changes
        assert (again.variant, again.axes.get("komi")) == (given.variant, given.axes["komi"])
    if not given.root.changes:
        assert moves(again) == moves(given)


@pytest.mark.parametrize(
    ("form", "text", "said"),
    [
        (gtp_script, "(;SZ[9];B[cc];AB[dd])", "stones set up after the first move"),
        (move_list, "(;GM[100]TGV[tao]TGB[5];B[tao C3])", "the move tao C3"),
        (katago_query, "(;GM[100]TGB[9x9 torus];B[C3])", "rectangular boards only"),
        (katago_query, "(;GM[100]TGV[tile]TGB[9];B[C3])", "KataGo's rules have no words for tiles"),
        (gtp_script, "(;GM[100]TGB[graph:petersen];B[0])", "needs a rectangular board"),
    ],
)
def test_what_cannot_be_written(form: object, text: str, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        form.write(sgf.read(text))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    load("refused/foreign"),
)
def test_what_cannot_be_read_is_told_with_its_line(text: str, line: int, said: str) -> None:
    with pytest.raises(FormatError, match=said) as caught:
        read_any(text)
    assert caught.value.line == line


def test_a_script_ends_where_an_engine_is_asked() -> None:
    found = gtp_script.read("boardsize 9\ngenmove b\nclear_board\nplay b C3\ngenmove w\nshowboard\ngenmove b\n")
    assert moves(found) == [("black", "C3")]
    assert found.warnings == ["line 5: genmove needs an engine's move; the game ends before it"]


@pytest.mark.parametrize("path", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_damaged_files_give_nothing_but_format_errors(path: Path) -> None:
    chance, data = random.Random(path.name), path.read_bytes()
    kind = notations.identify(decode(data)[0]).name
    for _ in range(60):
        at = chance.randrange(len(data))
        damage = chance.choice([b"", data[:40], b"\x00", b"99999", b'"', b"\xff", b"{[(<;", b"-1,", b"\n"])
        broken = data[:at] + damage + data[at + chance.randrange(30) :]
        for form in (None, kind):
            with suppress(FormatError):
                list(read_all(broken, boards.parse("9"), form))
