"""What must not be imported before it is needed (never a clock)."""

import os
import subprocess
import sys

import pytest

HEAVY = (
    *("numpy", "numba", "networkx", "igraph", "rich", "typst", "PIL"),
    *("tengen.boards", "tengen.rules", "tengen.formats", "tengen.kernel", "tengen.game"),
)


def imported(words: list[str], **environment: str) -> set[str]:
    """Return what of the heavy packages a command has imported when it ends."""
    script = (
        "import sys\nfrom tengen.cli import app\n"
        f"try:\n    app({words!r}, prog_name='tengen')\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return {*eval(done.stderr)}


@pytest.mark.parametrize("words", [["--help"], ["--version"]])
def test_no_command_is_imported_for_the_list_of_them(words: list[str]) -> None:
    assert imported(words) == set()


def test_no_command_is_imported_to_complete_its_name() -> None:
    assert imported([], _TENGEN_COMPLETE="complete_bash", COMP_WORDS="tengen ", COMP_CWORD="1") == set()


@pytest.mark.parametrize("words", [["variants", "--json"], ["gtp", "--help"], ["serve", "--help"]])
def test_these_need_no_machinery(words: list[str]) -> None:
    assert imported(words) <= {"tengen.boards", "tengen.rules"}


def test_records_are_converted_without_the_rules(tmp_path: object) -> None:
    sgf = f"{tmp_path}/a.sgf"
    with open(sgf, "w", encoding="utf-8") as file:
        file.write("(;GM[1]SZ[9];B[cc])")
    assert not imported(["convert", sgf, f"{tmp_path}/a.json"]) & {"numba", "tengen.kernel", "tengen.game"}
