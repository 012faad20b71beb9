"""The curves of learning on docs/network.md: they are what the logs of the package's weights say."""

import re
from pathlib import Path

import pytest

from tengen.train.curves import curves

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "network.md").read_text("utf-8")
SHOWN = sorted(set(re.findall(r"network/learning-([a-z0-9-]+)\.svg", PAGE)))


def test_the_page_shows_every_log() -> None:
    assert sorted(path.stem.removeprefix("log-") for path in (ROOT / "training").glob("log-*.jsonl")) == SHOWN


@pytest.mark.parametrize("name", SHOWN)
def test_the_pictures_are_those_of_the_logs(name: str) -> None:
    drawn = (ROOT / "docs" / "network" / f"learning-{name}.svg").read_text("utf-8")
    assert drawn == curves(ROOT / "training" / f"log-{name}.jsonl")
