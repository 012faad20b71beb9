"""SGF: the mapping to records, and the places of errors."""

import os
from pathlib import Path

import pytest
from data import cases, load

from tengen import Game, boards
from tengen.boards.grids import column_name
from tengen.formats import read_file, sgf
from tengen.formats.sgf.conventions import with_handicap_stones
from tengen.formats.sgf.coordinates import coordinates, labels
from tengen.records import FormatError, Node, Position, Record


def moves(text: str | bytes) -> list[str | None]:
    return [node.move for node in sgf.read(text).main_line() if node.move]


def test_coordinates_are_inverse_up_to_the_largest_board() -> None:
    for size in ((1, 1), (19, 19), (52, 3), (3, 52), (52, 52)):
        points = labels(*size)
        assert {label: point for point, label in points.items()} == coordinates(*size)
        assert len(points) == size[0] * size[1]
    assert [column_name(x) for x in range(24, 52)][:10] == ["Z", "AA", "AB", "AC", "AD", "AE", "AF", "AG", "AH", "AJ"]


@pytest.mark.parametrize(("text", "board", "expected"), cases("sgf", "boards_and_moves"))
def test_boards_and_moves(text: str, board: str, expected: list[str]) -> None:
    assert sgf.read(text).board == board
    assert moves(text) == expected


def test_variations_are_kept_in_order() -> None:
    record = sgf.read("(;C[root](;B[aa]C[one](;W[bb])(;W[cc]))(;B[dd]))")
    first, second = record.root.children
    assert (first.move, first.comment, second.move) == ("A19", "one", "D16")
    assert [child.move for child in first.children] == ["B18", "C17"]


def test_set_up_stones() -> None:
    record = sgf.read("(;SZ[9]AB[aa:ba][ee]AW[ii]PL[W];AE[aa]PL[b])")
    assert record.root.changes == {"A9": "black", "B9": "black", "E5": "black", "J1": "white"}
    assert record.root.to_play == "white"
    assert record.root.children[0].changes == {"A9": "vacant"}
    assert record.root.children[0].to_play == "black"
    assert record.warnings == []


@pytest.mark.parametrize(
    ("text", "variant", "axes", "info", "warning"),
    load("sgf_information"),
)
def test_rules_and_information(
    text: str, variant: str | None, axes: dict[str, object], info: dict[str, str], warning: str
) -> None:
    record = sgf.read(f"(;{text})")
    assert (record.variant, record.axes, record.info) == (variant, axes, info)
    assert len(record.warnings) == bool(warning)
    assert warning in "".join(record.warnings)
    again = sgf.read(sgf.write(record))
    assert again == record


def test_escapes_and_line_ends() -> None:
    record = sgf.read("(;C[a \\] b \\\\ c\\\r\nd\r\ne\rf]N[x\\:y])")
    assert record.root.comment == "a ] b \\ cd\ne\nf"
    assert record.root.name == "x:y"


def test_steps_know_where_they_stood() -> None:
    record = sgf.read("(;SZ[9]\r\n;B[aa]\r\n  ;W[bb])")
    assert [(node.line, node.column) for node in record.main_line()] == [(1, 2), (2, 1), (3, 3)]


def test_collections() -> None:
    text = "(;SZ[9];B[aa])\n  junk (;SZ[13];B[bb])(;SZ[19]"
    assert [record.board for record in sgf.read_all(text)] == ["9", "13", "19"]
    assert "only the first" in sgf.read(text).warnings[-1]


def test_a_cut_off_game_is_marked() -> None:
    whole, cut = sgf.read_all("(;SZ[9];B[aa])(;SZ[9];B[aa](;W[bb]")
    assert (whole.incomplete, cut.incomplete) == (False, True)
    assert cut.warnings == [
        "line 1, column 35: the text ends in the middle of the game; 2 `)` added, moves may be missing"
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files on Windows")
@pytest.mark.parametrize("path", ["/dev/zero", "pipe", "."])
def test_what_is_no_ordinary_file_is_never_opened(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    for read in (sgf.read_file, read_file):
        with pytest.raises(FormatError, match="not an ordinary file"):
            read(path)


def test_large_files_are_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "large.sgf"
    with file.open("wb") as handle:
        handle.truncate(sgf.MAX_BYTES + 1)
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("was read"))
    with pytest.raises(FormatError, match="the maximum is"):
        sgf.read_file(file)


@pytest.mark.parametrize(
    ("record", "game", "says"),
    [
        (Record("19", "chinese", {"komi": 7.5}), "GM[1]", "RU[Chinese]KM[7.5]"),
        (Record("9x13", "new-zealand"), "GM[1]", "SZ[9:13]RU[NZ]"),
        (Record("19", "chinese", {"repetition": "situational"}), "GM[1]", 'TGA[{"repetition": "situational"}]'),
        (Record("19", "formal"), "GM[1]", "TGV[formal]"),
        (Record("19", "tile"), "GM[100]", "TGB[19]TGV[tile]"),
        (Record("9x9 torus", "chinese"), "GM[100]", "TGB[9x9 torus]"),
        (Record("19", "chinese", {"tiles": "cushion"}), "GM[100]", "TGA"),
        (Record("19", None, {"handicap": 3}), "GM[1]", "HA[3]AB[dd][pd][dp]"),
        (Record("19", "custom", {"komi": 3}, about={"name": "duel"}), "GM[1]", "TGV[custom]"),
        (Record("9", "custom", about={"footprint": "gengo"}), "GM[100]", "TGV[custom]"),
        (Record("19", None, {"handicap": 3, "handicap_kind": "turns"}), "GM[1]", "TGA"),
        (Record("9", root=Node(move="tao E5", colour="black")), "GM[100]", "B[tao E5]"),
        (Record("9", root=Node(move="resign", colour="white")), "GM[1]", "TGR[W]"),
        (Record("9", start=Position({"E5": "white"}, "white")), "GM[1]", "AW[ee]PL[W]"),
        (Record("9", start=Position({"E5": "tao"})), "GM[100]", "TGS"),
    ],
)
def test_other_games_are_marked(record: Record, game: str, says: str) -> None:
    text = sgf.write(record)
    assert game in text
    assert says in text
    assert sgf.read(text) == (with_handicap_stones(record) if game == "GM[1]" else record)


def test_a_position_changed_elsewhere_wins_over_the_private_note() -> None:
    text = sgf.write(Record("9", start=Position({"E5": "white"}))).replace("AW[ee]", "AW[dd]")
    record = sgf.read(text)
    assert record.start is None
    assert record.root.changes == {"D6": "white"}
    assert "disagree" in record.warnings[0]


@pytest.mark.parametrize(
    "record",
    [
        Record("9", root=Node(move="E5")),
        Record("9", root=Node(properties={"AB": ["ee"]})),
        Record("9", root=Node(properties={"x]y": ["ee"]})),
        Record("9", axes={"komi": object()}),
    ],
)
def test_what_cannot_be_written_is_refused(record: Record) -> None:
    with pytest.raises(FormatError):
        sgf.write(record)


@pytest.mark.parametrize("note", ["TGA[{]", "TGA[3]", 'TGA[{"komi": {}}]', "TGS[{}]", "TGS[" + "[" * 100_000 + "]"])
def test_damaged_private_notes(note: str) -> None:
    with pytest.raises(FormatError):
        sgf.read(f"(;GM[100]TGB[9]{note.replace('[' * 100_000, chr(92) + '[' * 100_000)})")


@pytest.mark.parametrize("written", ["a1B", "1B", "x_Y", "9Gear", "_2Z3", "PlayerX1"])
def test_odd_names_of_properties_are_written_again(written: str) -> None:
    record = sgf.read(f"(;FF[3];B[aa]{written}[x\\]][y]C[z])")
    (name,) = record.root.children[0].properties
    assert record.root.children[0].properties == {name: ["x]", "y"]}
    assert sgf.read(sgf.write(record)) == record


@pytest.mark.parametrize("written", ["a1", "12", "_", "lower"])
def test_names_without_a_capital_are_refused(written: str) -> None:
    with pytest.raises(FormatError, match=f"column 9: `{written}` is not a property"):
        sgf.read(f"(;B[aa] {written}[x])")


@pytest.mark.parametrize(
    ("text", "moves", "said"),
    [
        ("(;SZ[9];B[aa]W[bb]C[x];B[cc])", ["A9", "B8", "C7"], "column 15: `W[bb]` is a second move in one node"),
        ("(;SZ[9]B[aa][bb](;W[cc])(;W[dd]))", ["A9", "B8", "C7"], "column 13: `B[bb]` is a second move in one node"),
        ("(;GM[100]TGV[tao]TGB[5];B[C3]W[tao E5])", [None, "C3", "tao E5"], "`W[tao E5]` is a second move"),
        (";\n(;SZ[9];B[aa])", [None, "A9"], "line 1, column 1: `;` does not belong to a game and was skipped"),
    ],
)
def test_small_repairs(text: str, moves: list[str | None], said: str) -> None:
    record = sgf.read(text)
    assert [node.move for node in record.main_line()][-len(moves) :] == moves
    assert said in record.warnings[0]
    assert sgf.read(sgf.write(record)) == record


# ---- q5Go's boards: joined sides and points cut out ------------------------------------------------------------------

Q5GO = [
    ("q5go-1", "TO[3]SZ[9]", "9x9 torus", "D6"),
    ("q5go-1", "TO[1]SZ[9:5]", "9x5 cylinder", "D2"),
    ("q5go-1", "TO[2]SZ[9:5]", "5x9 cylinder", "D6"),
    ("q5go-1", "SZ[7]", "7", "D4"),
    ("q5go-2", "SZ[9]MASK[ea:ee][aa]", "9x9 without A9 E5 E6 E7 E8 E9", "D6"),
    ("q5go-2", "SZ[9]TO[3]MASK[aa][ii]", "9x9 torus without A9 J1", "D6"),
    ("q5go-2", "SZ[9:5]TO[2]MASK[aa][ia]", "5x9 cylinder without A1 A9", "D6"),
    ("q5go-2", "SZ[26]MASK[za][bc]", "26x26 without B24 AA26", "D23"),
    ("q5go-2", "SZ[9]MASK[]", "9", "D6"),
]


@pytest.mark.parametrize(("game", "head", "board", "move"), Q5GO)
def test_q5go_boards(game: str, head: str, board: str, move: str) -> None:
    record = sgf.read(f"(;FF[4]GM[{game}]{head}KM[6.5];B[dd];W[])")
    assert record.board == board
    assert boards.parse(board).text == board
    assert [node.move for node in record.main_line()] == [None, move, "pass"]
    assert record.root.properties == {}
    assert sgf.read(sgf.write(record)) == record
    assert Game.from_record(record).stones == {move: "black"}


def test_neighbours_over_the_rim_survive_turning_the_board() -> None:
    record = sgf.read("(;GM[q5go-1]TO[2]SZ[9:5];B[aa];W[ae];B[ab];W[ba])")
    black, *beside = [node.move for node in record.main_line()][1:]
    board = boards.parse(record.board)
    assert [board.labels[point] for point in board.edges[board.find(black or "") or 0]] == sorted(
        beside, key=lambda label: board.find(label or "") or 0
    )
    assert record.warnings == ["line 1, column 15: the board is turned, so that its joined sides are left and right"]


def test_the_properties_mean_nothing_in_other_games() -> None:
    record = sgf.read("(;GM[1]SZ[9]TO[3]MASK[aa];B[aa])")
    assert record.board == "9"
    assert record.root.properties == {"TO": ["3"], "MASK": ["aa"]}
