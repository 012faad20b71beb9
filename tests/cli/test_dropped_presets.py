"""A preset is one file: dropped into the folder of presets, it works everywhere."""

import json
import shutil
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from zipfile import Path as InZip
from zipfile import ZipFile

import pytest
from command_line import Run
from data import text_of
from gallery import exhibits

from tengen import Game
from tengen.records import FormatError
from tengen.rules import load_variant, preset, to_toml, variant, variants
from tengen.web.games.game_request import known_variants

MODULE = import_module("tengen.rules.preset_files")
BEFORE = [known.name for known in variants()]
DROPPED = text_of("dropped_presets_dropped.toml")


def forget() -> None:
    for cached in (MODULE._all, MODULE._read_folder, MODULE._names, exhibits, known_variants):
        cached.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the folder of presets, read in its place, with a test's own files."""
    made = tmp_path / "package" / "presets"
    for each in ("presets", "library"):
        shutil.copytree(str(files("tengen.rules").joinpath(each)), made.parent / each)
    shutil.copy(str(files("tengen.rules").joinpath("known.toml")), made.parent)
    monkeypatch.setattr(MODULE, "files", lambda package: made.parent)
    forget()
    yield made
    monkeypatch.undo()
    forget()


def drop(folder: Path, text: str, name: str = "dropped") -> None:
    (folder / f"{name}.toml").write_text(text, "utf-8")


def test_a_file_is_a_preset(folder: Path, run: Run) -> None:
    drop(folder, DROPPED)
    after = [known.name for known in variants()]
    assert [name for name in after if name != "dropped"] == BEFORE
    assert after.index("cushion") < after.index("dropped") < after.index("tao")
    assert preset("DROPPING") is variant("dropped") is variants()[after.index("dropped")]
    assert preset("dropping").rules == variant("tile").rules.replace(tile_stack=2)
    assert "Dropped Go (dropped)" in run("rules", "dropped").stdout
    assert "A point may hold 3 tiles" in run("rules", "dropped", "--set", "tile_stack=3").stdout
    assert "dropped" in run("variants").stdout
    assert [each["name"] for each in json.loads(run("variants", "--json").stdout)] == after
    assert [each.name for each in known_variants()][: len(after)] == after
    assert load_variant(to_toml(preset("dropped"))) == preset("dropped")
    assert load_variant('inherits = "dropped"').rules.tile_stack == 2


def test_it_is_played_written_and_drawn(folder: Path) -> None:
    drop(folder, DROPPED)
    game = Game("dropped", board="5x5")
    game.play("C3")
    for again in (Game.from_json(game.to_json()), Game.from_sgf(game.sgf())):
        assert (again.variant, again.stones) == (game.variant, game.stones)
    (drawn,) = (exhibit for exhibit in exhibits() if exhibit.variant == "dropped")
    assert (drawn.section, drawn.about()) == ("Games", "Tiles are special here.\n\n`tengen play dropped`")
    assert len(drawn.game().stones) > 40
    assert [exhibit.section for exhibit in exhibits()].count("Games") == len(variants())


def test_without_a_place_it_comes_last(folder: Path) -> None:
    at = BEFORE.index("new-zealand")
    drop(folder, 'title = "Zzz"', "zzz")
    drop(folder, 'place = 35\naliases = ["chinese"]', "usual")
    drop(folder, 'inherits = "usual"\nname = "unusual"', "file")
    assert [known.name for known in variants()] == [*BEFORE[:at], "usual", "unusual", *BEFORE[at:], "zzz"]
    assert preset("chinese").title == "Go, Chinese rules"
    assert preset("zzz").prose == ""
    assert next(each for each in exhibits() if each.variant == "zzz").about().startswith("Zzz.")


def test_presets_are_read_out_of_an_archive(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ZipFile(tmp_path / "package.zip", "w") as archive:
        for file in folder.iterdir():
            archive.write(file, f"presets/{file.name}")
    monkeypatch.setattr(MODULE, "files", lambda package: InZip(tmp_path / "package.zip"))
    forget()
    assert [known.name for known in variants()] == BEFORE


@pytest.mark.parametrize("parent", ["dropped", "dropping", "tille", "other"])
def test_a_preset_inherits_from_another_one(folder: Path, parent: str) -> None:
    drop(folder, DROPPED.replace("tilego", parent))
    drop(folder, 'inherits = "dropped"', "other")
    with pytest.raises(FormatError, match=r"the preset (dropped|other) inherits from '\w+', which is not"):
        variants()


@pytest.mark.parametrize(
    ("text", "problem"),
    [("title = ", "Invalid value"), ("axes = 3", "must be a mapping"), ("[axes]\nkomy = 3", "unknown axis 'komy'")],
)
def test_an_error_in_a_preset_names_its_file(folder: Path, text: str, problem: str) -> None:
    drop(folder, text)
    with pytest.raises(FormatError, match=f"dropped.toml: .*{problem}"):
        variants()
