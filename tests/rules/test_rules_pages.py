"""The pages on rules and variants match the data."""

import re
from pathlib import Path

import pytest

import tengen
from tengen.rules import check, load_variant

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples" / "variants").glob("*.toml"))


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def test_the_page_on_own_variants_shows_the_examples() -> None:
    assert len(EXAMPLES) == 3
    for path in EXAMPLES:
        assert f"```toml\n{path.read_text(encoding='utf-8')}```" in page("how/own-variant.md")


def test_the_page_on_own_variants_shows_what_check_says() -> None:
    blocks = re.findall(r"```(?:toml|text)\n(.*?)```", page("how/own-variant.md"), re.DOTALL)
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
