"""`tengen show`: positions of recorded games."""

import re
from pathlib import Path

import pytest
from command_line import Run
from PIL import Image

from tengen import Game


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[5]PB[Anna]PW[Bert]RU[Chinese];B[cc];W[bb];B[bb];W[dd])")
    return file


def test_a_record_shows_why_a_tile_fell_and_in_whose_territory(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[5]AB[cc][cb][ca][bc][ac]PL[W];W[ea];B[ee])")
    shown = run("show", "a.sgf", "--rules", "tile", "--move", "1", "--regions", "--ascii")
    assert "White E5 is an incursion: its region touches only Black." in shown.stdout
    assert "b-b-X" in shown.stdout.replace(" ", "-"), shown.stdout
    assert run("show", "a.sgf", "--rules", "tile", "--svg", "a.svg").exit_code == 0
    assert "shaded" not in (tmp_path / "a.svg").read_text()
    assert run("show", "a.sgf", "--rules", "tile", "--move", "1", "--regions", "--svg", "b.svg").exit_code == 0
    picture = (tmp_path / "b.svg").read_text()
    assert picture.count('class="point shaded"') + picture.count(" last shaded") == 16
    assert picture.count('class="owner"') == 4


def test_a_position(run: Run, record: Path) -> None:
    result = run("show", record, "--move", 1)
    assert result.exit_code == 0
    assert result.stdout.startswith("Anna (Black), Bert (White): Go, Chinese rules on 5x5\n")
    assert "3  ├─┼(●)┼─┤  3" in result.stdout
    assert "After move 1. White to play." in result.stdout
    assert run("show", record, "--board", "5x5", "--move", 1).stdout == result.stdout


def test_a_position_known_by_name(run: Run) -> None:
    shown = run("show", "triple-ko-3", "--ascii").stdout.splitlines()
    assert shown[0] == "Triple ko, third published diagram"
    assert any(line.split()[:3] == ["3", ".", "O"] for line in shown)


def test_an_illegal_move_is_shown_and_told(run: Run, record: Path) -> None:
    result = run("show", record)
    assert result.exit_code == 1
    assert "After move 2. Black to play." in result.stdout
    assert "Move 3, B4, is illegal. A stone already stands there." in result.stdout


def test_other_rules_and_plain_ascii(run: Run, record: Path) -> None:
    shown = run("show", record, "--move", 2, "--rules", "tile", "--ascii").stdout
    assert "Tile Go on 5x5" in shown
    assert ".(O). . ." in shown
    assert shown.isascii()


def test_a_game_that_is_over(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "over.sgf"
    file.write_text("(;SZ[5]KM[0];B[cc];W[];B[])")
    assert "Black wins by 25 points." in run("show", file).stdout


def test_a_cut_off_game_is_shown_as_such(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cut.sgf"
    file.write_text("(;SZ[5];B[cc];W[bb]")
    result = run("show", file)
    assert result.exit_code == 0
    assert "After move 2." in result.stdout
    assert "cut.sgf: the file is cut off in the middle of the game; moves may be missing" in result.stderr


def test_the_formal_notation_on_a_named_board(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "clicks.txt"
    file.write_text("1 (2 2) 2 (0 0)")
    assert "3  ├─┼─●─┼─┤  3" in run("show", file, "--board", "5").stdout
    assert "name the board" in run("show", file).stderr


TREE = "(;SZ[5];B[cc](;W[bb];B[dd])(;W[dd]C[Or here.]N[Second];B[bb](;W[aa])(;W[ee])))"
LESSON = "(;SZ[5];B[cc];W[bb];AE[cc]AB[dd][ee]C[Edited];W[aa];W[ab])"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    file = tmp_path / "tree.sgf"
    file.write_text(TREE)
    return file


def test_variations(run: Run, tree: Path) -> None:
    main = run("show", tree).stdout
    assert "After move 3." in main
    assert "Variations: 2.2. --variation 2.2 shows one." in main
    second = run("show", tree, "--variation", "2.2", "--move", 2).stdout
    assert "2  ├─┼─┼(○)┤  2" in second
    assert "Second\nOr here.\n" in second
    assert "Variations: 2.2/4.2. --variation 2.2/4.2 shows one." in second
    assert "1  └─┴─┴─┴(○) 1" in run("show", tree, "--variation", "2.2/4.2").stdout
    missing = run("show", tree, "--variation", "3.2")
    assert (missing.exit_code, missing.stderr) == (2, "tengen: no variation 3.2; the only one is 2.2\n")


def test_every_node_of_a_lesson(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "lesson.sgf"
    file.write_text(LESSON)
    shown = [run("show", file, "--node", node) for node in range(6)]
    assert all(result.exit_code == 0 for result in shown)
    assert [result.stdout.count("●") for result in shown] == [0, 1, 1, 2, 2, 2]
    assert "Edited" in shown[3].stdout
    assert "After move 2. White to play." in shown[3].stdout
    assert "After move 4. Black to play." in shown[5].stdout
    late = run("show", file, "--node", 6)
    assert (late.exit_code, late.stderr) == (2, "tengen: no node 6: the line has nodes 0 to 5\n")
    between = run("show", file, "--from", 1, "--to", 4)
    assert (between.exit_code, between.stderr) == (
        2,
        "tengen: stones are set up between these moves; select fewer moves\n",
    )


def test_before_the_first_move(run: Run, tmp_path: Path) -> None:
    (tmp_path / "late.sgf").write_text("(;SZ[5];AB[aa];B[cc]MN[51];W[bb])")
    (tmp_path / "bare.sgf").write_text("(;SZ[5]AB[aa])")
    for name in ("late.sgf", "bare.sgf"):
        shown = run("show", name, "--move", 0).stdout
        assert "5  ●─┬─┬─┬─┐  5" in shown
        assert "3  ├─┼─┼─┼─┤  3" in shown
        assert "Before the first move." in shown
    assert "Black to play" in run("show", "late.sgf", "--move", 0).stdout


def test_only_the_part_in_view_is_drawn(run: Run, tmp_path: Path) -> None:
    corner = "$$B A corner\n$$  ------\n$$ | . . X\n$$ | . O 1\n$$ | . . .\n"
    (tmp_path / "corner.txt").write_text(corner)
    shown = run("show", "corner.txt").stdout
    assert shown.splitlines()[1:6] == ["    A B C", "19  ┌─┬─●─ 19", "18  ├─○─●─ 18", "17  ├─┼─┼─ 17", "    A B C"]
    before = run("show", "corner.txt", "--move", 0).stdout.splitlines()
    assert "18  ├─○─┼─ 18" in before
    (tmp_path / "part.sgf").write_text("(;SZ[9];B[ee];W[de]VW[ee:gg];B[ef];W[fe]VW[])")
    ascii = run("show", "part.sgf", "--move", 2, "--ascii").stdout.splitlines()
    assert ascii[1:6] == ["   E F G", "5  X . +  5", "4  . . .  4", "3  + . +  3", "   E F G"]
    wide = ["A B C D E F G H J" in run("show", "part.sgf", "--move", move).stdout for move in range(1, 5)]
    assert wide == [True, False, False, True]


def test_pictures_show_the_same_part(run: Run, tmp_path: Path) -> None:
    """A moving picture shows one part in all of its pictures, that of the last."""
    (tmp_path / "part.sgf").write_text("(;SZ[9];B[ee]VW[ee:gg];W[de];B[ef])")
    run("show", "part.sgf", "--move", 1, "--svg", "a.svg", "--no-coordinates")
    result = run("show", "part.sgf", "--svg", "b.svg", "--animate", "b.gif", "--size", 90, "--no-coordinates")
    assert result.exit_code == 0, result.stderr
    boxes = [re.findall(r'viewBox="(.*?)"', (tmp_path / name).read_text("utf-8")) for name in ("a.svg", "b.svg")]
    assert boxes[0] == boxes[1]
    with Image.open(tmp_path / "b.gif") as moving:
        assert moving.size == (90, 90)


def test_moves_by_their_numbers(run: Run, record: Path) -> None:
    result = run("show", record, "--from", 2)
    assert result.exit_code == 1
    assert "Move 2: B4" in result.stdout
    assert "3, B4, is illegal: A stone already stands there." in result.stdout
    result = run("show", record, "--to", 2)
    assert (result.exit_code, "Moves 1 to 2: C3 B4" in result.stdout) == (0, True)


def test_standard_input_and_other_notations(run: Run, tmp_path: Path) -> None:
    diagram = "$$B A test\n$$  -------\n$$ | . 1 X |\n$$ | 2 O . |\n$$ | . . . |\n$$  -------\n"
    result = run("show", "-", lines=diagram)
    assert result.exit_code == 0
    assert result.stdout.startswith("A test\n")
    assert "3  ┌─●─●  3" in result.stdout
    assert "Moves 1 to 2: B3 A2" in result.stdout
    rows = run("show", "-", lines="X.O\n.T.\n...\n")
    assert "2  ├─☯─┤  2" in rows.stdout
    played = run("show", "-", "--move", 1, lines=diagram)
    assert "3  ┌(●)●  3" in played.stdout
    assert run("show", "-", lines="").exit_code == 2


def test_numbers_of_the_record(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "late.sgf"
    file.write_text("(;SZ[5];B[cc]MN[51];W[bb];B[dd])")
    assert "Moves 52 to 53: B4 D2" in run("show", file, "--from", 52).stdout
    assert "After move 2." in run("show", file, "--move", 52).stdout
    assert "no move 7: the game has moves 51 to 53" in run("show", file, "--move", 7).stderr
    assert "Before the first move." in run("show", file, "--move", 0).stdout


def test_what_is_marked(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "marks.sgf"
    file.write_text("(;SZ[5]LB[aa:x]TR[ba]CR[ca]AB[cc];W[bb]MA[dd])")
    first = run("show", file, "--move", 0, "--ascii").stdout
    assert "5  x ^ o . .  5" in first
    assert run("show", file, "--liberties", "B4", "--ascii").stdout.count("*") == 4
    assert "no stone on E1" in run("show", file, "--liberties", "C3,E1").stderr


def test_territory_in_seki_and_the_second_count(run: Run, tmp_path: Path) -> None:
    """Issue 13, numbered item 2: by `tengen show`."""
    file = tmp_path / "seki.txt"
    file.write_text("\n".join([*["..OX."] * 6, "OOOXX", "XXXOO", ".X.O."]))
    shown = run("show", file, "--rules", "japanese", "--territory", "--ascii").stdout
    assert "Territory with prisoners: Black 6, White 12. White leads by 6.\nBlack's group at A2 is in seki" in shown
    assert "1  . X . O .  1" in shown
    agreed = run("show", file, "--rules", "japanese", "--territory", "--seki", "", "--ascii").stdout
    assert "Territory with prisoners: Black 7, White 13" in agreed
    assert "1  b X . O w  1" in agreed
    assert "seki costs nothing under tax = none" in run("show", file, "--territory", "--seki", "C2").stderr
    assert not run("show", file, "--rules", "japanese", "--territory", "--svg", tmp_path / "seki.svg").stderr
    plain = run("show", file, "--rules", "chinese", "--territory", "--svg", tmp_path / "plain.svg")
    assert plain.exit_code == 0
    pictures = [(tmp_path / name).read_text() for name in ("seki.svg", "plain.svg")]
    assert [picture.count('class="mark triangle"') for picture in pictures] == [7, 0]
    stones = run("show", file, "--rules", "gengo-go", "--territory", "--ascii").stdout
    assert "Stones: Black 12, White 12. Neither side leads.\nArea, for comparison: Black 19, White 25." in stones


def test_territory(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "area.sgf"
    file.write_text("(;SZ[5]KM[0.5]AB[ca][cb][cc][cd][ce]AW[aa];W[ea])")
    shown = run("show", file, "--territory", "--dead", "", "--ascii").stdout
    assert "Area: Black 5, White 2, komi 0.5." in shown
    dead = run("show", file, "--territory", "--dead", "A5 E5", "--ascii").stdout
    assert "Area: Black 25, White 0, komi 0.5." in dead
    assert "4  b b X b b  4" in dead
    guessed = run("show", file, "--territory", "--ascii").stdout
    assert "5  Obb X b Ob 5" in guessed
    assert "Dead by Tengen's estimate: " in guessed
    assert "estimate" not in run("show", file, "--territory", "--move", "1", "--ascii").stdout


def test_what_the_players_agreed_to_be_dead_is_dead(run: Run, tmp_path: Path) -> None:
    game = Game("chinese", board="5x5", komi=0.5)
    for move in ("C3", "A3", "C2", "E3", "C4", "E2", "C1", "E4", "C5", "E1", "B3", "E5", "pass", "pass"):
        game.play(move)
    (tmp_path / "open.sgf").write_text(game.sgf(), "utf-8")
    game.settle(["A3"])
    (tmp_path / "agreed.sgf").write_text(game.sgf(), "utf-8")
    assert "White wins by 0.5 points." in run("show", "open.sgf").stdout
    agreed = run("show", "agreed.sgf", "--territory").stdout
    assert "Black wins by 9.5 points." in agreed
    assert "Area: Black 15, White 5" in agreed
    assert "Black to play." in run("show", "agreed.sgf", "--move", 12).stdout
    assert "White wins by 0.5 points." in run("show", "agreed.sgf", "--rules", "chinese", "--set", "komi=0.5").stdout
