"""Follow the recipes of CONTRIBUTING in a scratch clone: ``python tests/contributing/follow.py [--gate] [RECIPE...]``.

Prints the files that each recipe touches, and fails if they are more than ``recipes.toml`` allows. With ``--gate`` the
clone with all of them must pass ruff, mypy, import-linter and the whole test suite, as any change must.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
RECIPES: Final[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "recipes.toml").read_text("utf-8"))
GATE: Final = (
    ("ruff", "check"),
    ("ruff", "format", "--check"),
    ("mypy",),
    ("importlinter.cli",),
    # Skip the test that follows the recipes: they are already applied here.
    ("pytest", "-n", "4", "--dist", "worksteal", "--hypothesis-profile=ci", "-q", "-k", "not can_be_followed"),
)


def follow(recipe: dict[str, Any], clone: Path) -> list[str]:
    """Apply the edits of a recipe, format and commit them, and return the files touched."""
    for edit in recipe["edits"]:
        make(clone / edit["file"], edit)
    files = sorted({edit["file"] for edit in recipe["edits"]})
    if python := [file for file in files if file.endswith(".py")]:
        _run(clone, sys.executable, "-m", "ruff", "check", "--quiet", "--fix", "--select", "I", *python)
        _run(clone, sys.executable, "-m", "ruff", "format", "--quiet", *python)
    _run(clone, "git", "add", "--all")
    _run(
        clone,
        "git",
        "-c",
        "user.name=recipe",
        "-c",
        "user.email=recipe@example.org",
        "commit",
        "-qm",
        recipe["heading"],
    )
    return files


def make(file: Path, edit: dict[str, str]) -> None:
    """Apply one edit; its search text must occur in the file exactly once."""
    words = edit.get("instead", edit.get("after"))
    if words is None:
        file.write_text(edit["text"].lstrip("\n"), "utf-8")
        return
    text = file.read_text("utf-8")
    if text.count(words) != 1:
        raise SystemExit(f"{file.name} has {words.strip()!r} {text.count(words)} times; recipes.toml needs it once")
    if "instead" in edit:
        text = text.replace(words, edit["text"])
    else:
        end = text.index("\n", text.index(words)) + 1
        text = text[:end] + edit["text"].removeprefix("\n") + text[end:]
    file.write_text(text, "utf-8")


def scratch_clone(folder: Path) -> Path:
    clone = folder / "tengen"
    _run(folder, "git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone))
    return clone


def pass_gate(clone: Path) -> bool:
    """Run the checks, with the packages of this environment and the source of the clone."""
    environment = {**os.environ, "PYTHONPATH": str(clone / "src"), "PYTHONDONTWRITEBYTECODE": ""}
    passed = True
    for words in GATE:
        print("$", *words, flush=True)
        passed &= subprocess.run([sys.executable, "-m", *words], cwd=clone, env=environment).returncode == 0
    return passed


def _run(folder: Path, *words: str) -> None:
    subprocess.run(words, cwd=folder, check=True)


def main() -> int:
    """Follow recipes; return 1 if one touches too many files or the gate fails."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("recipes", nargs="*", metavar="RECIPE", help=f"some of {', '.join(RECIPES)} [all]")
    parser.add_argument("--gate", action="store_true", help="run the whole gate in the clone")
    options = parser.parse_args()
    good = True
    with tempfile.TemporaryDirectory() as folder:
        clone = scratch_clone(Path(folder))
        for name in options.recipes or RECIPES:
            files, most = follow(RECIPES[name], clone), RECIPES[name]["most"]
            good &= len(files) <= most
            print(f"{name}: {len(files)} of at most {most} files: {', '.join(files)}", flush=True)
        if options.gate:
            good &= pass_gate(clone)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
