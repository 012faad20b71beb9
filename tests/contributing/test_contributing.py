"""The recipes of CONTRIBUTING work as written."""

import subprocess
import sys
from pathlib import Path

import pytest
from follow import RECIPES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", RECIPES)
def test_every_recipe_follows_a_heading(name: str) -> None:
    headings = (ROOT / "CONTRIBUTING.md").read_text("utf-8").splitlines()
    assert f"## {RECIPES[name]['heading']}" in headings


@pytest.mark.parametrize("words", [(), pytest.param(("--gate",), marks=pytest.mark.slow)], ids=["edits", "gate"])
def test_all_recipes_can_be_followed(words: tuple[str, ...]) -> None:
    """Each touches no more files than allowed; with the gate, all of them together pass everything."""
    script = Path(__file__).parent / "follow.py"
    done = subprocess.run([sys.executable, str(script), *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
