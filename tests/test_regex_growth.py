"""The checker of regular expressions knows what is slow, and finds every pattern of the source."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from regex_growth import FULLMATCH, MATCH, SEARCH, grows
from regex_sources import uses

FAULTS: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "data" / "faults" / "server_input.toml").read_text("utf-8")
)


@pytest.mark.parametrize("case", FAULTS["pattern"], ids=lambda case: case["source"][:40])
def test_a_pattern_that_was_slow(case: dict[str, Any]) -> None:
    """As it stood it is found slow, as it stands it is not."""
    assert grows(case["before"], case["use"])
    assert grows(case["after"], case["use"]) == ""


@pytest.mark.parametrize(
    ("pattern", "use", "refused"),
    [
        (r"(?:a|a)*b", MATCH, True),
        (r"a*a*b", MATCH, True),
        (r"a*+a*b", FULLMATCH, False),
        (r"(?:a(?:a*b)?)*", MATCH, True),
        (r"\d*\d{3,9}\d*x", MATCH, True),
        (r"\s*(.*)", MATCH, False),
        (r"\s*(.*)", FULLMATCH, True),
        (r"\s+x", MATCH, False),
        (r"\s+x", SEARCH, True),
        (r"(?<!\s)\s++x", SEARCH, False),
        (r"(?m)^\s*x", SEARCH, True),
        (r"a(?:a*b)?", SEARCH, True),
        (r"(?:ab)*+c", MATCH, True),
        (r"(?P<half>a|b)?+c", MATCH, True),
        (r"(?P<half>[ab]?+)c", MATCH, False),
    ],
)
def test_growth(pattern: str, use: str, refused: bool) -> None:
    """Greedy, lazy and possessive loops, under each way of using a pattern, and loops that Python 3.11.4 gets wrong."""
    assert bool(grows(pattern, use)) is refused


def test_patterns_of_the_source_are_found() -> None:
    """Literals, those made of constants, those kept in a table, and how each is used."""
    found = {(use.where.partition(":")[0].rpartition("/")[2], use.use): use.pattern for use in uses()}
    assert found["row_text.py", FULLMATCH]
    assert found["gtp_script.py", MATCH]
    assert isinstance(found["collection.py", MATCH], bytes)
    assert "_NUMBER" not in str(found["prices.py", FULLMATCH])
