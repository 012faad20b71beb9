"""`tengen life`: the life in a position, in words and pictures."""

import json
from pathlib import Path

import pytest
from command_line import Run

from tengen import Game

ROWS = """.X.XO....
XX.XO....
OOXXO....
..OO.....
.........
.....OOOO
.....O.OX
XXX..OOOO
.X.X.....
"""


@pytest.fixture
def position(tmp_path: Path) -> Path:
    file = tmp_path / "position.txt"
    file.write_text(ROWS.replace("OX\n", "O.\n"))
    return file


def test_a_position_in_words(run: Run, position: Path) -> None:
    result = run("life", position)
    assert result.exit_code == 0
    assert "Black: 0 of 4 chains live unconditionally." in result.stdout
    assert "White: 1 of 4 chains lives unconditionally." in result.stdout
    assert "  Safe territory: G3 J3 (2 points).\n" in result.stdout
    assert "  F4 (10 stones) lives: its eyes are G3; J3.\n" in result.stdout
    assert "  B9 (3 stones) has one eye, A9; C9 C8 is shared with D9, which can fall; " in result.stdout
    assert "the area of 64 points at E9 is not an eye: 47 points in it are out of its reach. " in result.stdout
    assert "White moving alone captures it by C9 C8 A9.\n" in result.stdout
    assert "3  ├─┼─╋─┼─╋─○─w─○─w  3" in result.stdout


def test_without_passes_it_names_the_condition_of_life(run: Run, position: Path) -> None:
    told = "No side may pass under these rules: life holds as long as its owner has another turn to make."
    assert told in run("life", position, "--rules", "tile").stdout.splitlines()
    assert told not in run("life", position).stdout


def test_it_is_ascii_where_that_is_wanted(run: Run, position: Path) -> None:
    assert run("life", position, "--ascii").stdout.isascii()


def test_json(run: Run, position: Path) -> None:
    data = json.loads(run("life", position, "--json").stdout)
    assert (data["board"], data["to_play"], data["suicide"]) == ("9", "black", False)
    assert data["white"]["territory"] == ["G3", "J3"]
    (chain,) = [chain for chain in data["white"]["chains"] if chain["alive"]]
    assert data["owners"] == dict.fromkeys([*chain["stones"], "G3", "J3"], "white")


def test_after_a_move_and_under_other_rules(run: Run, tmp_path: Path) -> None:
    """With suicide allowed the stone inside can be removed, and leaves a point that is not a liberty of the chain."""
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[5]AB[ae][be][ce][ad][cd][ac][cc][bb][ab][cb][ca][bd];W[aa];B[ed])")
    told = run("life", file, "--move", 0).stdout
    assert "Black: 1 of 1 chain lives unconditionally." in told
    assert "After move 1." in run("life", file, "--move", 1).stdout
    loose = json.loads(run("life", file, "--set", "suicide=allowed", "--json").stdout)
    assert loose["suicide"] is True


def test_an_illegal_move_before_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[5];B[cc];W[cc])")
    result = run("life", file)
    assert result.exit_code == 1
    assert "Move 2, C3, is illegal." in result.stdout


def test_pictures(run: Run, position: Path, tmp_path: Path) -> None:
    result = run("life", position, "--svg", "out.svg")
    assert (result.exit_code, result.stdout) == (0, "Wrote out.svg.\n")
    picture = (tmp_path / "out.svg").read_text()
    assert "what lives" in picture
    assert picture != run("show", position, "--svg", "-").stdout


def test_what_is_open_is_told(run: Run, tmp_path: Path) -> None:
    """Beyond 4.9: any stone of White's on two of these points blocks both, and is suicide."""
    file = tmp_path / "wide.json"
    file.write_text(Game.setup("chinese", ["...X.."], board="6x1 footprint noxon").to_json())
    told = run("life", file).stdout
    assert "Black: 0 of 1 chain live unconditionally." in told
    assert "D1 (1 stone) has one eye, F1; A1 B1 is not an eye: A1 is out of its reach. " in told
    assert "Whether White moving alone can capture it was not decided." in told


def test_what_happens_to_a_group_is_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "three.txt"
    path.write_text("...XO.\nXXXXO.\nOOOOO.\n......\n")
    found = json.loads(run("life", path, "--group", "A3", "--json").stdout)["groups"]
    assert [(each["first"], each["fate"], each["line"]) for each in found] == [
        ("black", "alive", ["B4"]),
        ("white", "dead", ["B4"]),
    ]
    refused = run("life", path, "--group", "B1")
    assert (refused.exit_code, "B1 has no stone" in refused.stderr) == (2, True)
