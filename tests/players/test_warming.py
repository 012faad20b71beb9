"""What is loaded before somebody waits for it, and what is not compiled for that."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tengen.players import load_rules

_PROGRAM = """
from tengen.players import NotCompiled, load_rules
try:
    load_rules()
except NotCompiled as error:
    print(error)
"""


def test_rules_that_are_not_compiled_are_not_compiled_unasked(tmp_path: Path) -> None:
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "NUMBA_CACHE_DIR": str(tmp_path)}
    run = [sys.executable, "-c", _PROGRAM]
    done = subprocess.run(run, env=os.environ | paths, capture_output=True, text=True, check=True)
    assert done.stdout == "the rules are not compiled yet\n"
    assert not list(tmp_path.rglob("*.nbc"))


def test_rules_that_are_compiled_are_loaded() -> None:
    load_rules(may_compile=True)
    load_rules()
