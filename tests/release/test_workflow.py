"""The public workflow uses existing folders of tests, targets of make, and Pythons of releases."""

import re
from importlib import import_module
from typing import Any

from distributions import ROOT
from releasing import STEPS

_FILE = ROOT / ".github" / "workflows" / "systems.yml"
TEXT = _FILE.read_text("utf-8")
WORKFLOW: dict[Any, Any] = import_module("yaml").safe_load(TEXT)


def test_what_it_runs_is_there() -> None:
    commands = [step["run"] for job in WORKFLOW["jobs"].values() for step in job["steps"] if "run" in step]
    folders = {word for command in commands for word in command.split() if word.startswith("tests/")}
    assert folders
    assert [folder for folder in folders if not (ROOT / folder).is_dir()] == []
    targets = {found for command in commands for found in re.findall(r"make ([\w-]+)", command)}
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []
    (steps,) = re.findall(r"for step in ([\w ]+);", "\n".join(commands))
    assert set(steps.split()) <= set(STEPS)
