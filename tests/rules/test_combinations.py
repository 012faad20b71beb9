"""Variants by name, and combinations of axes that must simply work."""

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import tengen
from tengen.records import FormatError, TengenError, UnknownVariant
from tengen.rules import Rules, Variant, describe, preset, variant

CUSHION: dict[str, Any] = {"tiles": "cushion", "passing": "return", "end": "no-moves"}


@pytest.mark.parametrize(
    ("name", "board", "axes", "move"),
    [
        ("tao", "9x9 torus", CUSHION, "A1"),
        ("tao", "9x9 torus", {"tiles": "tile", "tile_stack": "unlimited"}, "A1"),
        ("cushion", "13x9 klein", {"tao": True, "tao_start": ["D4"]}, "E5"),
        ("gengo", "9x9", {"repetition": "positional"}, "E5"),
        ("gengo", "13 torus", {"repetition": "situational", "own_overlap": True}, "A1"),
        ("gengo", "13", {"suicide": "forbidden", "tiles": "tile", "tao": "on"}, "C3"),
        ("tile", "honeycomb 4x4", {}, None),
        ("tile", "graph:petersen", {"tile_stack": 2}, None),
        ("cushion", "hexagon 4", {"repetition": "natural"}, None),
        ("formal", "graph:dodecahedron", {"tao": "on", "tao_payment": "points", "tao_in_hand": 1}, None),
        ("japanese", "9", {"cycle": "draw", "passing": "both", "handicap": 2}, "E5"),
        ("gengo-large-o", "23", {"handicap": 3, "friendly_fire": "forbidden"}, "E5"),
    ],
)
def test_combinations_can_be_played(name: str, board: str, axes: dict[str, Any], move: str | None) -> None:
    game = tengen.Game(name, board=board, **axes)
    move = move or game.board.labels[0]
    mover = game.to_play
    game.play(move)
    assert game.stones[move] == mover
    for axis, value in axes.items():
        assert getattr(game.rules, axis) in (value, "on" if value is True else value, *([("D4",)] if value else []))


def test_cushion_tao_go_on_a_torus() -> None:
    game = tengen.Game(tengen.variant("tao", **CUSHION), board="9x9 torus")
    assert game.why_not("E5") == (tengen.Reason.TAO_NEEDS_CAPTURE,)
    assert game.why_not("pass") == (tengen.Reason.NO_PASSING,)
    game.play("D5")
    game.play("A1")
    game.play("B2")
    assert game.tiles == {}


def test_changes_are_remembered() -> None:
    changed = variant(variant("tao", tiles="cushion", komi=6.5), tile_stack=2)
    assert changed.changes == {"tiles": "cushion", "tile_stack": 2}
    assert (changed.name, changed.rules.tiles, changed.rules.tile_stack) == ("tao", "cushion", 2)
    assert pickle.loads(pickle.dumps(changed)) == copy.deepcopy(changed) == changed
    assert variant("tao").changes == {}
    assert variant("tao").rules.tiles == "none"


def test_bare_rules_make_a_custom_variant() -> None:
    made = variant(Rules(komi=3), suicide="allowed")
    assert (made.name, made.board, made.rules.komi, made.rules.suicide) == ("custom", "19", 3, "allowed")
    assert describe(Rules()).board == "19"


@pytest.mark.parametrize(
    "name",
    [None, 5, 2.5, b"tile", [], {}, object(), "", "\x00", "x" * 10**6, "tile\x00", "/", "..", "\ud800", ("tile",)],
    ids=lambda name: repr(name)[:12].split(" object")[0],
)
def test_odd_names(name: Any) -> None:
    with pytest.raises(UnknownVariant) as caught:
        variant(name)
    assert len(str(caught.value)) < 600
    with pytest.raises(TengenError):
        tengen.Game(name)


@pytest.mark.parametrize(
    "name", ["\x00.toml", "no such.toml", "x" * 10**6 + ".toml", "\ud800.toml", ".toml", "a/b.TOML"]
)
def test_files_that_are_not_there(name: str) -> None:
    with pytest.raises(FormatError) as caught:
        variant(name)
    assert len(str(caught.value)) < 300


def test_a_preset_opens_no_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("password = 'secret'", encoding="utf-8")
    with pytest.raises(UnknownVariant) as caught:
        preset(str(path))
    assert "password" not in str(caught.value)
    for made in (path, variant("tile"), Rules()):
        with pytest.raises(UnknownVariant):
            preset(made)


def test_folders_are_no_variants(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    for folder in (tmp_path, tmp_path / "folder.toml"):
        with pytest.raises(FormatError, match="cannot be read"):
            variant(folder)
    with pytest.raises(UnknownVariant):
        variant(str(tmp_path))


@pytest.mark.parametrize(
    ("name", "close"),
    [("japanes", "japanese"), ("cusion", "cushion"), ("gengo-large", "gengo-large-o"), ("Tao Goo", "tao")],
)
def test_close_names_are_suggested(name: str, close: str) -> None:
    with pytest.raises(UnknownVariant) as caught:
        variant(name)
    assert any(variant(word) is variant(close) for word in caught.value.close)
    assert f"unknown variant {name!r}; did you mean" in str(caught.value)


def test_a_footprint_of_ones_own_in_words() -> None:
    assert describe("gengo").board == "19, footprint gengo"
    made = Variant("mine", "Mine", Rules(), "13", ".n./nxn/.n.")
    assert describe(made).board == "13, footprint .n./nxn/.n."
