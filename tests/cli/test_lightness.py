"""What must not be imported before it is needed (never a clock)."""

import subprocess
import sys

import pytest

HEAVY = (
    "numpy",
    "numba",
    "networkx",
    "igraph",
    "rich",
    "typst",
    "PIL",
    "tengen.boards",
    "tengen.kernel",
    "tengen.game",
)


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["play", "--help"], ["show", "--help"], ["variants", "--json"], ["boards"]]
)
def test_nothing_heavy_is_imported(words: list[str]) -> None:
    allowed = {"boards": ("rich", "tengen.boards"), "variants": ("tengen.boards",)}.get(words[0], ())
    script = (
        "import sys\nfrom tengen.cli import app\n"
        f"try:\n    app({words!r}, prog_name='tengen')\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stderr
    assert [name for name in eval(found) if name not in allowed] == []
