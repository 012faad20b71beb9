"""Examples and recipes for other learning libraries run as written; a recipe without its library is skipped."""

import os
import runpy
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from data import cases

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "modules", "amount", "words"), cases("recipes", "a_recipe_runs"))
def test_a_recipe_runs(name: str, modules: tuple[str, ...], amount: str, words: str) -> None:
    """Each in its own process, since Ray and PyTorch leave threads and processes running."""
    absent = [module for module in modules if find_spec(module) is None]
    if absent:
        pytest.skip(f"{' and '.join(absent)} not installed")
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py"), amount],
        capture_output=True, text=True, check=False, env={**os.environ, "OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    assert words in done.stdout


@pytest.mark.parametrize(("name", "words"), cases("recipes", "an_example_runs"))
def test_an_example_runs(name: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / f"{name}.py"))
    told = capsys.readouterr().out
    assert [word for word in words if word not in told] == []
