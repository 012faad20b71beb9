"""Faults found by outside testing in what is said of the published documents, each with its correct value."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from command_line import Run

CASES = tomllib.loads((Path(__file__).parent.parent / "data/faults/documents.toml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["commands"], ids=lambda case: f"{case['item']}: {' '.join(case['command'])}")
def test_commands(run: Run, case: dict[str, Any]) -> None:
    for name, text in case.get("files", {}).items():
        Path(name).write_text(text, encoding="utf-8")
    done = run(*case["command"])
    assert done.exit_code == case.get("exit", 0), done.output
    output = Path(case["reads"]).read_text("utf-8") if "reads" in case else done.output
    for said in case.get("says", []):
        assert said in output
    for said in case.get("never", []):
        assert said not in output
