"""Pictures of the documentation beside the commands that drew them."""

from __future__ import annotations

from pathlib import Path
from shlex import split

from typer.testing import CliRunner

from tengen.cli import app

ROOT = Path(__file__).parents[1]


def check_drawn(line: str, page: str, folder: Path) -> None:
    """Run ``tengen show FILE ... --svg docs/PICTURE``, writing into the folder, and compare what it draws."""
    *words, target = split(line)
    words[1] = str(ROOT / words[1])
    drawn = folder / "it.svg"
    result = CliRunner().invoke(app, [*words, str(drawn)])
    assert result.exit_code == 0, result.output
    assert drawn.read_text("utf-8") == (ROOT / target).read_text("utf-8"), f"run `tengen {line}` again"
    assert f"({target.removeprefix('docs/')})" in page
