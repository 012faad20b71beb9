"""The page about the protocol names what there is, and its examples are answered."""

import re
from pathlib import Path

import pytest
from asking import ask, searching

from tengen.analysis import Settings
from tengen.analysis.queries import TOLD

PAGE = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r'^\{"id".*\}$', PAGE, re.MULTILINE)


@pytest.mark.parametrize("name", [*TOLD, "query_version", "query_models", "clear_cache", "terminate", "terminate_all"])
def test_the_page_names_it(name: str) -> None:
    assert f"`{name}`" in PAGE


def test_the_examples_are_answered_without_a_word_of_warning() -> None:
    assert len(EXAMPLES) == 3
    said = ask(*EXAMPLES, settings=Settings(searching, visits=20, most_visits=50))
    assert sorted((each["id"], each["turnNumber"]) for each in said) == [("a", 1), ("a", 2), ("b", 3), ("c", 0)]


def test_answers_have_the_fields_that_the_page_names() -> None:
    [found] = ask(EXAMPLES[1], settings=Settings(searching, visits=20))
    for name in {*found, *found["rootInfo"], *found["moveInfos"][0]}:
        assert f"`{name}`" in PAGE, name
