"""The example that learns does learn; it needs PyTorch, which `make test` does not install (`make test-slow-torch`)."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "alphazero.py"


@pytest.mark.slow
def test_tao_go_is_learnt_from_nothing_within_ten_minutes(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    example = runpy.run_path(str(EXAMPLE))
    found = example["train"](10, enough=0.8)
    assert found[0][2] < 0.7
    assert found[-1][2] >= 0.8, found
    pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
    example["plot"](found, tmp_path / "learning.png")
    assert (tmp_path / "learning.png").stat().st_size > 1000
