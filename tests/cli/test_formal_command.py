"""`tengen formal`, and pairs as points at the keyboard."""

import json
from pathlib import Path

import pytest
from command_line import Run

ROWS = ".X.XO\nXXXXO\nOOOOO\n"


def test_a_record_that_holds(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.clicks").write_text("1 (1,0) 2 - 3 pass")
    found = run("formal", "a.clicks", "--board", "3x1")
    assert found.exit_code == 0, found.output
    assert "f_0 to f_3 on 3x1.\nA record: all six postulates hold.\n" in found.stdout
    assert "f_3: score +3 (Black 3, White 0, neutral 0)." in found.stdout
    assert "Black has 2 eyes, 2 of them of one point: (0 0); (2 0)." in found.stdout
    assert "  Black (1 0): 2 liberties, next to 2 eyes, safe, alive by Benson" in found.stdout


def test_a_record_that_does_not(run: Run) -> None:
    clicks = "1 (0 0) 2 (1 0) 3 (0 0) 4 pass 5 pass"
    found = run("formal", "-", "--board", "2x1", lines=clicks)
    assert found.exit_code == 1
    assert "f_3 breaks postulate 3. Equals configuration 1, which it does not directly follow." in found.stdout
    told = json.loads(run("formal", "-", "--board", "2x1", "--json", lines=clicks).stdout)
    assert (told["is_record"], told["broken"]["postulate"], told["broken"]["where"]) == (False, 3, 3)
    assert told["clicks"] == ["A1", "B1", "A1", None, None]


def test_starting_elsewhere(run: Run, tmp_path: Path) -> None:
    clicks = "1 (1 0) 2 pass 3 pass"
    told = run("formal", "-", "--start", "X.O", lines=clicks)
    assert told.exit_code == 0, told.output
    assert "f_0 to f_3 on 3x1, from a start that was given." in told.stdout
    (tmp_path / "start.txt").write_text("X.O\n")
    assert run("formal", "-", "--start", "start.txt", lines=clicks).stdout == told.stdout
    rows = "X.O\n\nXX.\n\nXX.\n\nXX.\n"
    assert "f_0 breaks postulate 1" in run("formal", "-", lines=rows).stdout
    assert run("formal", "-", "--start", "first", lines=rows).exit_code == 0
    assert "no such file" in run("formal", "-", "--start", "nothing.txt", lines=rows).output


def test_a_configuration_and_a_family(run: Run) -> None:
    found = run("formal", "-", "--family", "(1 2), E1", lines=ROWS)
    assert (found.exit_code, "one colour" in found.output) == (2, True)
    found = run("formal", "-", "--family", "(1 2)", lines=ROWS)
    assert found.stdout.startswith("A configuration on 5x3.\n")
    assert "The family of 1 black group is safe:" in found.stdout
    assert "The family of 1 white group is not safe:" in run("formal", "-", "--family", "E1", lines=ROWS).stdout
    assert "removed that stones of one side alone could capture: +15" in found.stdout


def test_pictures_lists_and_places(run: Run, tmp_path: Path) -> None:
    rows = "...\n\n.X.\n\n.X.\n\n.X.\n"
    found = run("formal", "-", "--at", "0", "--list", lines=rows)
    assert "f_1\n.X.\n" in found.stdout
    assert "f_0: score 0 (Black 0, White 0, neutral 3)." in found.stdout
    assert run("formal", "-", "--svg", "a.svg", lines=rows).exit_code == 0
    picture = (tmp_path / "a.svg").read_text()
    assert picture.count('class="owner"') == 2
    assert picture.count('class="mark circle"') == picture.count('class="mark triangle"') == 1
    assert run("formal", "-", "--svg", "b.svg", "--family", "B1", lines=rows).exit_code == 0
    assert (tmp_path / "b.svg").read_text().count(" shaded") == 2
    refused = run("formal", "-", "--at", "4", lines=rows)
    assert (refused.exit_code, "choose 0 to 3" in refused.output) == (2, True)


@pytest.mark.parametrize(("more", "code"), [((), 1), (("--unfinished",), 0)])
def test_an_unfinished_record(run: Run, more: tuple[str, ...], code: int) -> None:
    assert run("formal", "-", "--board", "3x1", *more, lines="1 (1 0)").exit_code == code


def test_a_pair_is_a_move_at_the_prompt(run: Run) -> None:
    lines = "(2 2)\n(1,1)\nwhy (2 2)\npass\npass\ndead (1 1)\nquit\nquit\n"
    said = run("play", "chinese", "--komi", "0", "--board", "5", "--opponent", "human", lines=lines).stdout
    assert "Black C3." in said
    assert "White B2." in said
    assert "A stone already stands there." in said
    assert "Black wins by 25 points." in said


def test_pairs_name_points_in_options(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[5];B[cc];W[bb])")
    assert run("show", "a.sgf", "--territory", "--dead", "(1 3)").exit_code == 0
    found = run("cycles", "formal", "--board", "3x1", "--set", "repetition=ko", "--points", "(0 0) (1,0)")
    assert found.exit_code == 0, found.output
