"""`tengen show`: pictures as files."""

import os
import stat
import sys
import xml.etree.ElementTree as ElementTree
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from PIL import Image as Pillow

from tengen import Game
from tengen.draw import image_files
from tengen.files.whole import write_whole
from tengen.players import Random

Image: Any = Pillow
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[5]PB[Anna & Co]RU[Chinese]KM[0];B[cc];W[bb];B[dd]TR[aa];W[];B[])")
    return file


def points(file: Path, word: str) -> set[str]:
    """Return the labels of the points of an SVG that have a class."""
    groups = ElementTree.fromstring(file.read_text("utf-8")).iter(f"{SVG}g")
    return {each.attrib["data-point"] for each in groups if word in each.attrib.get("class", "").split()}


def size_of(file: Path) -> tuple[int, int]:
    with Image.open(file) as picture:
        size: tuple[int, int] = picture.size
    return size


def test_several_files_at_once(run: Run, record: Path, tmp_path: Path) -> None:
    result = run("show", record, "--move", 3, "--svg", "a.svg", "--png", "a.png", "--pdf", "a.pdf", "--size", 200)
    assert (result.exit_code, result.stdout) == (0, "Wrote a.svg, a.png and a.pdf.\n")
    assert points(tmp_path / "a.svg", "black") == {"C3", "D2"}
    assert points(tmp_path / "a.svg", "last") == {"D2"}
    root = ElementTree.fromstring((tmp_path / "a.svg").read_text("utf-8"))
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "Anna & Co (Black), White (White): Go, Chinese rules on 5x5, after move 3"
    assert size_of(tmp_path / "a.png") == (200, 200)
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF-")


def test_looks(run: Run, record: Path, tmp_path: Path) -> None:
    run("show", record, "--svg", "light.svg")
    run("show", record, "--svg", "dark.svg", "--theme", "dark", "--no-coordinates")
    light, dark = ((tmp_path / f"{name}.svg").read_text("utf-8") for name in ("light", "dark"))
    assert (light.count('class="coordinate"'), dark.count('class="coordinate"')) == (20, 0)
    assert 'class="tengen dark"' in dark


def test_ko_territory_and_liberties(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ko.sgf").write_text("(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb])")
    run("show", "ko.sgf", "--svg", "ko.svg", "--territory", "--dead", "B5", "--liberties", "B4")
    assert points(tmp_path / "ko.svg", "ko") == {"C4"}
    assert points(tmp_path / "ko.svg", "dead") == {"B5"}
    drawn = (tmp_path / "ko.svg").read_text("utf-8")
    assert drawn.count('class="liberty"') == 1
    assert 'class="owner"' in drawn


def test_numbered_moves(run: Run, record: Path, tmp_path: Path) -> None:
    result = run("show", record, "--from", 2, "--to", 5, "--svg", "a.svg", "--png", "a.png")
    assert result.stdout == "Wrote a.svg and a.png.\n4 and 5 pass.\n"
    drawn = (tmp_path / "a.svg").read_text("utf-8")
    assert all(f">{number}</text>" in drawn for number in (2, 3))
    assert points(tmp_path / "a.svg", "black") == {"C3", "D2"}
    assert max(size_of(tmp_path / "a.png")) == 1200


def test_a_diagram_is_drawn_as_it_is(run: Run, tmp_path: Path) -> None:
    """Even if its moves are illegal: nothing is played."""
    text = "$$B A test\n$$  -------\n$$ | . 1 X |\n$$ | 2 O . |\n$$ | T . . |\n$$  -------\n"
    result = run("show", "-", "--svg", "a.svg", lines=text)
    assert result.exit_code == 0
    drawn = (tmp_path / "a.svg").read_text("utf-8")
    assert ">A test</title>" in drawn
    assert all(f">{number}</text>" in drawn for number in (1, 2))


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_moving_pictures(kind: str, run: Run, record: Path, tmp_path: Path) -> None:
    """Pictures that are equal are one: the second pass changes nothing."""
    result = run("show", record, "--animate", f"a.{kind}", "--size", 120, "--delay", 0.5)
    assert (result.exit_code, result.stdout) == (0, f"Wrote a.{kind}.\n")
    with Image.open(tmp_path / f"a.{kind}") as made:
        assert (made.size, made.n_frames) == ((120, 120), 5)
    run("show", record, "--animate", f"b.{kind}", "--size", 120, "--from", 2, "--to", 3)
    with Image.open(tmp_path / f"b.{kind}") as made:
        assert made.n_frames == 3
    run("show", record, "--animate", f"c.{kind}", "--size", 120, "--node", 1, "--svg", "c.svg")
    with Image.open(tmp_path / f"c.{kind}") as made:
        assert made.n_frames == 2
    assert points(tmp_path / "c.svg", "black") == {"C3"}


@pytest.mark.parametrize("text", ["(;SZ[1])", "(;SZ[5])", "(;SZ[1];B[])"])
def test_tiny_and_empty_games(text: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(text)
    words = ("--svg", "a.svg", "--png", "a.png", "--pdf", "a.pdf", "--animate", "a.gif", "--territory")
    assert run("show", "game.sgf", *words).exit_code == 0
    assert all((tmp_path / f"a.{kind}").stat().st_size for kind in ("svg", "png", "pdf", "gif"))


@pytest.mark.parametrize("board", ["graph:petersen", "7x7 torus", "hexagon 3", "9x9 without E5", "edges:a-b,b-c,c-a"])
def test_every_board(board: str, run: Run, tmp_path: Path) -> None:
    game, player = Game("new-zealand", board=board), Random(4)
    while game.outcome is None and len(game.moves) < 40:
        game.play(player.choose(game))
    (tmp_path / "game.json").write_text(game.to_json(), "utf-8")
    result = run("show", "game.json", "--from", 1, "--svg", "a.svg", "--pdf", "a.pdf", "--coordinates")
    assert result.exit_code == 0
    assert len(points(tmp_path / "a.svg", "point")) == len(game.board)


def test_standard_output(run: Run, record: Path) -> None:
    result = run("show", record, "--svg", "-", "--png", "a.png", "--size", 100)
    assert result.stdout.startswith("<svg ")
    assert result.stdout.endswith("</svg>\n")
    assert result.stderr == "Wrote a.png.\n"
    painted = run("show", record, "--png", "-", "--size", 100)
    assert Image.open(BytesIO(painted.stdout_bytes)).size == (100, 100)


@pytest.mark.parametrize("words", [("show", "--svg", "a.svg", "--png", "a.png"), ("book",), ("convert",)])
def test_missing_packages_are_reported_before_writing(
    words: tuple[str, ...], run: Run, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    command, *options = words
    result = run(command, record, *(options or {"book": ["-o", "a.pdf"], "convert": ["a.pdf"]}[command]))
    said = "tengen: PNG and PDF files need the extra `pictures`: pip install 'tengen-go[pictures]'\n"
    assert (result.exit_code, result.stderr) == (2, said)
    assert [path.name for path in tmp_path.iterdir()] == ["game.sgf"]


def test_control_c_leaves_no_broken_file(
    run: Run, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.gif").write_bytes(b"before")
    painted = image_files.png
    count = []

    def interrupted(svg: str) -> bytes:
        count.append(svg)
        if len(count) == 4:
            raise KeyboardInterrupt
        return painted(svg)

    monkeypatch.setattr(image_files, "png", interrupted)
    result = run("show", record, "--animate", "a.gif", "--size", 100, "--force")
    assert (result.exit_code, result.stderr) == (130, "\nStopped.\n")
    assert (tmp_path / "a.gif").read_bytes() == b"before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.gif", "game.sgf"]


def test_an_interrupted_write_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.png"
    target.write_bytes(b"before")
    target.chmod(0o640)

    def interrupted(handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(target, b"after")
    assert (target.read_bytes(), sorted(tmp_path.iterdir())) == (b"before", [target])
    monkeypatch.undo()
    write_whole(target, b"after")
    assert (target.read_bytes(), stat.S_IMODE(target.stat().st_mode)) == (b"after", 0o640)
    write_whole(target, "naïve\n")
    assert target.read_bytes() == "naïve\n".encode()
