"""`tengen convert`: every notation into every other, with losses reported, and files complete or untouched."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import Run

from tengen import Game, formats
from tengen.formats import json, sgf
from tengen.formats.diagrams import goban, sensei
from tengen.formats.notations import FORMATS

GAME = "(;SZ[5]PB[Anna]RU[Chinese]GN[A game]C[Hello];B[cc];W[bb]C[Well](;B[bc];W[cb])(;B[dd]))"
DRAWN = """$$B5 A game
$$  -----------
$$ | . . . . . |
$$ | . 2 4 . . |
$$ | . 3 1 . . |
$$ | . . . . . |
$$ | . . . . . |
$$  -----------
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.sgf"
    file.write_text(GAME, "utf-8")
    return file


def test_comments_say_why_a_tile_fell(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[5];B[cc];W[dc]C[Mine.];B[bc])")
    assert run("convert", "a.sgf", "b.sgf", "--rules", "cushion", "--why").exit_code == 0
    assert "C[Mine.\nWhite D3 is an incursion: its region touches only Black.]" in (tmp_path / "b.sgf").read_text()
    assert run("convert", "a.sgf", "c.sgf", "--rules", "tile", "--why").exit_code == 0
    assert "A tile lies under B3" in (tmp_path / "c.sgf").read_text()
    for target, more in (("a.svg", ()), ("a.clicks", ()), ("d.sgf", ("--move", "1"))):
        refused = run("convert", "a.sgf", target, "--rules", "tile", "--why", *more)
        assert (refused.exit_code, "--why" in refused.output) == (2, True), refused.output


def test_a_game_becomes_a_diagram(run: Run, game: Path, tmp_path: Path) -> None:
    result = run("convert", game, "game.sl")
    assert result.exit_code == 0
    assert (tmp_path / "game.sl").read_text("utf-8") == DRAWN
    said = "2 comments, 1 variation, the game information (PB) and the rules are not kept in the format sensei"
    assert result.stderr == f"{game}: {said}\n"
    assert result.stdout == "Wrote game.sl.\n"


@pytest.mark.parametrize("through", ["json", "sensei", "goban", "clicks"])
def test_moves_come_back_from_everywhere(run: Run, game: Path, through: str) -> None:
    assert run("convert", game, f"one.{through}").exit_code == 0
    back = run("convert", f"one.{through}", "two.json", "--board", "5")
    assert back.exit_code == 0, back.stderr
    again = formats.read_file("two.json")
    moves = [(node.colour, node.move) for node in formats.read_file(game).main_line() if node.move]
    assert [(node.colour, node.move) for node in again.main_line() if node.move] == moves
    assert again.board == "5"


def test_json_keeps_everything(run: Run, game: Path, tmp_path: Path) -> None:
    written = run("convert", game, "game.json")
    assert (written.stdout, written.stderr) == ("Wrote game.json.\n", "")
    assert json.loads((tmp_path / "game.json").read_text("utf-8")) == sgf.read(game.read_bytes())
    run("convert", "game.json", "again.sgf")
    assert sgf.read((tmp_path / "again.sgf").read_bytes()) == sgf.read(game.read_bytes())


def test_positions(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ko.sgf").write_text("(;SZ[5];B[bb];W[cb];B[ac];W[dc];B[bd];W[cd];B[cc];W[bc])", "utf-8")
    shown = run("convert", "ko.sgf", "-", "--to-format", "rows", "--move", 8)
    assert shown.stdout == ".....\n.XO..\nXO.O.\n.XO..\n.....\n{PRISONERS black 0 white 1}\n"
    assert run("convert", "ko.sgf", "-", "--to-format", "rows").stdout == shown.stdout
    drawn = run("convert", "ko.sgf", "-", "--to-format", "sensei", "--from", 7, "--to", 8, "--title", "Ko").stdout
    assert drawn.startswith("$$B5m7 Ko\n")
    assert sensei.read(drawn).numbers() == {"C3": 7, "B3": 8}
    start = run("convert", "ko.sgf", "-", "--to-format", "goban", "--move", 0).stdout
    assert goban.read(start).position.stones == {}


def test_a_part_of_a_record_stays_a_record(run: Run, game: Path, tmp_path: Path) -> None:
    result = run("convert", game, "part.json", "--from", 3, "--title", "Part")
    part = json.loads((tmp_path / "part.json").read_text("utf-8"))
    assert part.root.changes == {"C3": "black", "B4": "white"}
    assert [node.move for node in part.main_line()] == [None, "B3", "C4"]
    assert (part.variant, part.info) == ("chinese", {"PB": "Anna", "GN": "Part"})
    assert "2 comments and 1 variation are not kept" in result.stderr


def test_captured_stones_are_gone_in_later_drawings(run: Run) -> None:
    record = Path(__file__).parents[2] / "examples" / "games" / "game-01.sgf"
    text = run("convert", record, "-", "--to-format", "sensei").stdout
    drawings = text.split("\n\n")
    replayed = Game.from_sgf(record.read_bytes())
    moves = len(replayed.moves)
    for count in reversed(range(moves)):
        replayed.undo()
        if count % 10 == 0:
            alone = drawings[count // 10].replace("$$ {CONTINUES}\n", "")
            assert sensei.read(alone).position.stones == replayed.stones
    assert len(sensei.read(text).moves) == moves


def test_diagrams_become_games(run: Run, tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_text(f"Text\n\n{DRAWN}\n{DRAWN}", "utf-8")
    first = run("convert", "page.txt", "first.sgf")
    assert first.stderr == "page.txt: more games or diagrams follow; --all converts them all\n"
    assert run("convert", "page.txt", "all.sgf", "--all").stderr == ""
    found = list(sgf.read_all((tmp_path / "all.sgf").read_bytes()))
    assert [record.info for record in found] == [{"GN": "A game"}] * 2
    assert [node.move for node in found[1].main_line()] == [None, "C3", "B4", "B3", "C4"]
    assert "holds one game or diagram, and there are 2" in run("convert", "page.txt", "all.json", "--all").stderr
    assert run("convert", "page.txt", "all.goban", "--all").exit_code == 0
    assert len(list(goban.read_all((tmp_path / "all.goban").read_text("utf-8")))) == 2


def test_diagrams_of_other_games(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tao.sl").write_text(
        "$$B5\n$$ -----------\n$$ | O T . . . |\n$$ | X 1 . . . |\n"
        "$$ | . . . . . |\n$$ | . . . . . |\n$$ | . . . . . |\n$$ -----------\n$$ {TAO B5}\n",
        "utf-8",
    )
    assert run("convert", "tao.sl", "tao.goban").exit_code == 0
    refused = run("convert", "tao.sl", "tao.rows")
    assert refused.exit_code == 2
    assert "tao is off; name the game with --rules" in refused.stderr
    run("convert", "tao.sl", "tao.rows", "--rules", "tao")
    assert (tmp_path / "tao.rows").read_text("utf-8").startswith("OT...\nXX...\n")
    kept = run("convert", "tao.sl", "tao.sgf")
    assert kept.exit_code == 0
    assert (
        sgf.read((tmp_path / "tao.sgf").read_bytes()).start == sensei.read((tmp_path / "tao.sl").read_text()).position
    )


def test_stones_set_up_in_mid_game_part_the_drawings(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lesson.sgf").write_text("(;SZ[5];B[cc];W[bb];AB[ee]AE[cc];B[aa];W[dd])", "utf-8")
    drawn = run("convert", "lesson.sgf", "-", "--to-format", "sensei").stdout
    first, second = sensei.read_all(drawn)
    assert (list(first.numbers()), list(second.numbers())) == (["C3", "B4"], ["A5", "D2"])
    assert second.position.stones == {"B4": "white", "E1": "black"}
    assert "stones are set up between these moves" in run("convert", "lesson.sgf", "x.sgf", "--from", 1).stderr
    assert run("convert", "lesson.sgf", "x.sgf", "--from", 3).exit_code == 0


def test_pictures(run: Run, game: Path, tmp_path: Path) -> None:
    result = run("convert", game, "game.svg", "--from", 3)
    assert (tmp_path / "game.svg").read_text("utf-8").startswith("<svg")
    assert "are not kept in the format svg" in result.stderr
    assert "note" not in result.stderr


@pytest.mark.parametrize(("ending", "begins"), [("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_pictures_through_typst(run: Run, game: Path, tmp_path: Path, ending: str, begins: bytes) -> None:
    assert run("convert", game, f"game.{ending}").exit_code == 0
    assert (tmp_path / f"game.{ending}").read_bytes().startswith(begins)
    refused = run("convert", game, "x", "--to-format", ending, "--all", "--from", 9)
    assert refused.exit_code == 2


# ---- streams ---------------------------------------------------------------------------------------------------------


def test_streams(tengen: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    ended = tengen("convert", "-", "-", "--to-format", "rows", lines="{{Goban 2x1|b| |24|u=u|d=d|l=l|r=r}}")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "X.\n", "")
    garbage = tengen("convert", "-", "-", "--to-format", "sgf", lines="garbage")
    assert (garbage.returncode, garbage.stdout) == (2, "")
    assert garbage.stderr == (
        "tengen: line 1, column 1: no game or diagram in a known notation "
        f"({', '.join(one.name for one in FORMATS)}); the text begins with 'garbage'\n"
    )
    foreign = tengen("convert", "-", "-", "--to-format", "sgf", "--title", "碁", lines=GAME, PYTHONIOENCODING="ascii")
    assert foreign.returncode == 0
    assert "GN[碁]" in foreign.stdout


# ---- what goes wrong -------------------------------------------------------------------------------------------------


def test_nothing_is_written_where_one_of_several_fails(run: Run, tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_text(f"{DRAWN}\n$$B\n$$ | . K\n", "utf-8")
    result = run("convert", "page.txt", "all.sgf", "--all")
    assert result.exit_code == 2
    assert "line 11, column 8: `K` is not a symbol of a diagram" in result.stderr
    assert not (tmp_path / "all.sgf").exists()
    assert run("convert", "page.txt", "first.sgf").exit_code == 0


def test_a_record_cut_off_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cut.sgf").write_text("(;SZ[5];B[cc]", "utf-8")
    result = run("convert", "cut.sgf", "cut.clicks")
    assert "cut off in the middle of the game" in result.stderr
    assert (tmp_path / "cut.clicks").read_text("utf-8") == "# board 5\n1 (2 2)\n"


def test_a_position_known_by_name_is_converted(run: Run, tmp_path: Path) -> None:
    assert run("convert", "triple-ko-1", "triple.sgf").exit_code == 0
    game = Game.from_sgf((tmp_path / "triple.sgf").read_bytes())
    assert game.rows()[6] == ".OOOOOOOO"


def test_settings_change_the_rules_of_the_record(run: Run, tmp_path: Path) -> None:
    tile = tmp_path / "tile.sgf"
    tile.write_text(Game("tile", board="5x5").sgf())
    assert run("show", tile, "--set", "tile_stack=2").exit_code == 0
    assert run("convert", tile, tmp_path / "out.json", "--set", "tile_stack=2").exit_code == 0
    assert run("cycles", "--position", tile, "--set", "tile_stack=2", "--points", "A1 B1").exit_code == 0


def test_a_part_of_a_record_keeps_the_rules_it_was_played_by(run: Run, tmp_path: Path) -> None:
    ordinary, part = tmp_path / "ordinary.sgf", tmp_path / "part.sgf"
    ordinary.write_text("(;GM[1]FF[4]SZ[5];B[cc];W[bc];B[bd];W[db])")
    assert run("convert", ordinary, part, "--move", "3", "--rules", "tile").exit_code == 0
    assert Game.from_sgf(part.read_text()).variant.name == "tile"
