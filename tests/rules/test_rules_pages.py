"""The pages on rules and variants say what the data says."""

from __future__ import annotations

from pathlib import Path

import pytest

import tengen
from tengen.rules import axes_table, check, conflicts_list, load_variant, sentences, variants_list

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples" / "variants").glob("*.toml"))


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("part", [axes_table(), sentences(), conflicts_list()], ids=["table", "sentences", "conflicts"])
def test_the_page_of_rules_holds_exactly_what_the_axes_say(part: str) -> None:
    assert f"\n\n{part}\n" in page("rules.md"), "docs/rules.md is behind the data: paste axes_table(), sentences() ..."


def test_the_page_of_variants_is_the_presets() -> None:
    intro, _, _ = page("variants.md").partition("## ")
    assert page("variants.md") == intro + variants_list(), (
        "docs/variants.md is behind the data: `make gallery` writes it anew"
    )


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_can_be_played(path: Path) -> None:
    assert check(path) == []
    game = tengen.Game(load_variant(path))
    game.play("C3")
    assert game.stones["C3"] == "black"
    assert tengen.Game.from_json(game.to_json()).stones == game.stones


def test_the_worked_example_is_cushion_tao_go_on_a_torus() -> None:
    game = tengen.Game(str(ROOT / "examples" / "variants" / "cushion-tao.toml"))
    assert (game.rules.tiles, game.rules.tao, game.rules.tao_price) == ("cushion", "on", (1, 2))
    assert game.board.text == "9x9 torus"
    assert game.stones == {"E5": "tao"}
