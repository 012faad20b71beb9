"""The page about the protocol names what there is, and its examples are answered."""

import re
from pathlib import Path

from asking import ask, searching

from tengen.analysis import AnalysisSettings

PAGE = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r'^\{"id".*\}$', PAGE, re.MULTILINE)


def test_the_examples_are_answered_without_a_word_of_warning() -> None:
    assert len(EXAMPLES) == 3
    said = ask(*EXAMPLES, settings=AnalysisSettings(searching, visits=20, most_visits=50))
    assert sorted((each["id"], each["turnNumber"]) for each in said) == [("a", 1), ("a", 2), ("b", 3), ("c", 0)]
