"""The tour in a notebook: its stored output, and its page, match a run."""

import runpy
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
TOUR = runpy.run_path(str(ROOT / "examples" / "tour_page.py"))


@pytest.fixture(scope="module")
def executed() -> Any:
    return TOUR["executed"]()


def test_the_stored_outputs_are_what_a_run_gives(executed: Any) -> None:
    stored = TOUR["stored"]()
    assert [cell.get("outputs") for cell in stored.cells] == [cell.get("outputs") for cell in executed.cells]
    assert (ROOT / "examples" / "tour.ipynb").read_text("utf-8") == TOUR["written"](executed), "make tour"


def test_it_shows_no_error(executed: Any) -> None:
    kinds = {output.output_type for cell in executed.cells for output in cell.get("outputs", ())}
    assert kinds == {"execute_result", "stream"}
