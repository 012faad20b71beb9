"""The checker of regular expressions recognises linear ones, and checks every pattern of the source."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from regex_growth import FULLMATCH, MATCH, POSSESSIVE_GROUP, SEARCH, grows
from regex_sources import uses

FAULTS: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "data" / "faults" / "server_input.toml").read_text("utf-8")
)


@pytest.mark.parametrize("case", FAULTS["pattern"], ids=lambda case: case["source"][:40])
def test_a_pattern_that_was_slow(case: dict[str, Any]) -> None:
    """The old form is called slow, the new one is not."""
    assert grows(case["before"], case["use"]) == case["growth"]
    assert grows(case["after"], case["use"]) == ""


@pytest.mark.parametrize(
    ("pattern", "use", "growth"),
    [
        (r"(a+)+$", MATCH, "exponential"),
        (r"(a*)*b", MATCH, "exponential"),
        (r"(?:a|a)*b", MATCH, "exponential"),
        (r"a*a*b", MATCH, "polynomial"),
        (r"a*+a*b", FULLMATCH, ""),
        (r"a(?:a*a*b)?", MATCH, "polynomial"),
        (r"(?:a(?:a*b)?)*", MATCH, "polynomial"),
        (r"x*?y?x*z", MATCH, "polynomial"),
        (r"\d*\d{3,9}\d*x", MATCH, "polynomial"),
        (r"\s*(.*)", MATCH, ""),
        (r"\s*(.*)", FULLMATCH, "polynomial"),
        (r"\s+x", MATCH, ""),
        (r"\s+x", SEARCH, "polynomial"),
        (r"(?<!\s)\s++x", SEARCH, ""),
        (r"(?m)^[ ]*x", SEARCH, ""),
        (r"(?m)^\s*x", SEARCH, "polynomial"),
        (r"\d+", SEARCH, ""),
        (r"a(?:a*b)?", SEARCH, "polynomial"),
        (r"(?:ab)*+c", MATCH, POSSESSIVE_GROUP),
        (r"(?P<half>a|b)?+c", MATCH, POSSESSIVE_GROUP),
        (r"(?P<half>[ab]?+)c", MATCH, ""),
    ],
)
def test_growth(pattern: str, use: str, growth: str) -> None:
    """Greedy, lazy and possessive loops, under each way of using a pattern, and loops that Python 3.11.4 gets wrong."""
    assert grows(pattern, use) == growth


def test_patterns_of_the_source_are_found() -> None:
    """Literals, those made of constants, those kept in a table, and how each is used."""
    found = {(use.where.partition(":")[0].rpartition("/")[2], use.use): use.pattern for use in uses()}
    assert found["row_text.py", FULLMATCH]
    assert found["gtp_script.py", MATCH]
    assert isinstance(found["collection.py", MATCH], bytes)
    assert "_NUMBER" not in str(found["prices.py", FULLMATCH])
