"""The choice of tests that a change can reach (`make test-changed`)."""

from pathlib import Path

import pytest
from changed import Imports, nearest_first
from changed import test_folder as folder_of_tests
from data import cases

FILES = {
    "src/tengen/__init__.py": "from .game import Game",
    "src/tengen/game/__init__.py": "from .play import Game\nfrom .other import Other",
    "src/tengen/game/play.py": "def late(): from ..rules import axes",
    "src/tengen/game/other.py": "",
    "src/tengen/rules/__init__.py": "",
    "src/tengen/rules/axes.py": "",
    "tests/helper.py": "import tengen\ntengen.Game",
    "tests/game/conftest.py": "",
    "tests/game/test_play.py": "import helper",
    "tests/rules/test_axes.py": "from tengen.rules.axes import AXES",
    "tests/rules/test_nothing.py": "",
}


@pytest.fixture
def imports(tmp_path: Path) -> Imports:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return Imports(tmp_path)


def test_a_name_leads_to_the_file_that_defines_it(imports: Imports) -> None:
    assert imports.imported_by("tests/helper.py") == {"src/tengen/__init__.py", "src/tengen/game/play.py"}
    assert imports.imported_by("tests/game/test_play.py") == {"tests/helper.py", "tests/game/conftest.py"}


@pytest.mark.parametrize(
    ("changed", "first", "others"),
    [
        (
            "src/tengen/rules/axes.py",
            "tests/rules/test_axes.py",
            {"tests/game/test_play.py", "tests/rules/test_nothing.py"},
        ),
        ("src/tengen/game/play.py", "tests/game/test_play.py", set()),
        ("tests/game/conftest.py", "tests/game/test_play.py", set()),
        ("tests/rules/test_axes.py", "tests/rules/test_axes.py", {"tests/rules/test_nothing.py"}),
    ],
)
def test_the_nearest_tests_come_first(changed: str, first: str, others: set[str], imports: Imports) -> None:
    found = nearest_first([changed], imports)
    assert found[0] == first
    assert set(found[1:]) == others


@pytest.mark.parametrize(("file", "folder"), cases("changed", "a_file_without_tests_of_its_own"))
def test_a_file_without_tests_of_its_own(file: str, folder: str) -> None:
    assert folder_of_tests(file) == folder
