"""The pages on rules and variants say what the data says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tengen
from tengen.rules import AXES, axes_table, check, conflicts_list, load_variant, sentences, variant, variants_list

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples" / "variants").glob("*.toml"))


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("part", [axes_table(), sentences(), conflicts_list()], ids=["table", "sentences", "conflicts"])
def test_the_page_of_rules_holds_exactly_what_the_axes_say(part: str) -> None:
    assert f"\n\n{part}\n" in page("rules.md"), "docs/rules.md is behind the data: paste axes_table(), sentences() ..."


def test_the_page_of_rules_has_no_other_axes() -> None:
    assert re.findall(r"^### (\w+)$", page("rules.md"), re.MULTILINE) == list(AXES)
    assert len(re.findall(r"^\| `", page("rules.md"), re.MULTILINE)) == len(AXES)


def test_what_the_page_of_variants_tells_is_in_the_presets() -> None:
    """A new preset comes onto the page with the next `make gallery`, which every release runs."""
    _, *told = page("variants.md").split("## ")
    data = variants_list().split("## ")
    assert {entry.strip() for entry in told} <= {entry.strip() for entry in data}, (
        "`make gallery` writes docs/variants.md anew"
    )


def test_the_page_on_own_variants_shows_the_examples() -> None:
    assert len(EXAMPLES) == 3
    for path in EXAMPLES:
        assert f"```toml\n{path.read_text(encoding='utf-8')}```" in page("own-variant.md")


def test_the_page_on_own_variants_shows_what_check_says() -> None:
    blocks = re.findall(r"```(?:toml|text)\n(.*?)```", page("own-variant.md"), re.DOTALL)
    wrong, said = blocks[-2:]
    assert "".join(f"{problem}\n" for problem in check(wrong)) == said


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


def test_the_page_on_own_variants_shows_how_prose_follows_the_axes() -> None:
    _, _, shown = page("own-variant.md").partition("cushion-tao.toml --set tao_price=3\n")
    changed = variant(ROOT / "examples" / "variants" / "cushion-tao.toml", tao_price=3)
    title, prose = shown.partition("```")[0].strip().split("\n\n")
    assert title == f"{changed.title} ({changed.name})"
    assert " ".join(prose.split()) == changed.prose
