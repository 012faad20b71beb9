"""Texts: templates, plural forms, texts within texts, lists, and the errors that carry them."""

import copy
import pickle

import pytest

from tengen.records import NAMES, BoardError, FormatError, IllegalMove, Reason, Text, joined, listed
from tengen.records.text import NOTHING, as_text, in_a_row


def test_a_text_is_its_english_sentence() -> None:
    text = Text("{winner} wins by {points:g} points.", winner=NAMES["black"], points=17.5)
    assert text == "Black wins by 17.5 points."
    assert (text.template, text.values["winner"].template) == ("{winner} wins by {points:g} points.", "Black")
    assert Text("no {braces}").values == {}
    assert Text("no {braces}") == "no {braces}"
    with pytest.raises(KeyError):
        Text("{winner} wins", loser="Black")


@pytest.mark.parametrize(("count", "said"), [(1, "1 stone"), (1.0, "1.0 stone"), (0, "0 stones"), (1.5, "1.5 stones")])
def test_a_count_chooses_the_template(count: float, said: str) -> None:
    text = Text.counted("{count} stone", "{count} stones", count)
    assert (text, text.template, text.plural) == (said, "{count} stone", "{count} stones")


def test_templates_of_a_table_are_filled_in_later() -> None:
    wins = Text.counted("{winner} wins by a point.", "{winner} wins by {count} points.")
    assert wins == "{winner} wins by a point."
    assert wins.with_values(count=2, winner="Black") == "Black wins by 2 points."
    assert wins.with_values(count=1, winner="Black") == "Black wins by a point."


def test_sentences_clauses_and_lists_are_put_together() -> None:
    both = joined([Text("Black passes."), NOTHING, Text("White resigns.")])
    assert (both, both.template) == ("Black passes. White resigns.", "{first} {then}")
    assert joined([]) == ""
    one = Text("Black passes.")
    assert joined([one]) is one
    assert as_text(one) is one
    assert in_a_row([Text("a"), Text("b"), Text("c")]) == "a; b; c"
    assert [str(listed("ABC"[:n], "or")) for n in range(4)] == ["", "A", "A or B", "A, B or C"]
    assert str(listed("ABC", "comma")) == "A, B, C"


def test_copies_keep_templates_and_values() -> None:
    inner = Text.counted("{count} point", "{count} points", 3)
    text = Text("{points} of {labels}", points=inner, labels=listed(["A1", "B2"], "or"))
    for same in (pickle.loads(pickle.dumps(text)), copy.copy(text), copy.deepcopy(text)):
        assert (type(same), same, same.template) == (Text, "3 points of A1 or B2", "{points} of {labels}")
        assert (same.values["points"].plural, same.values["labels"].style) == ("{count} points", "or")


def test_errors_carry_texts() -> None:
    error = BoardError("{board} has {points:,} points", board="99x99", points=9801)
    assert (str(error), error.text.values["points"]) == ("99x99 has 9,801 points", 9801)
    assert isinstance(str(error), Text)
    placed = FormatError("no {what}", 3, 7, what=Text("move"))
    assert (str(placed), placed.what, placed.text.values["line"]) == ("line 3, column 7: no move", "no move", 3)
    refused = IllegalMove("D4", [Reason.OCCUPIED, Reason.KO], 12, Text("see above"))
    assert str(refused) == "move 12, D4, is illegal: occupied, ko (see above)"
    assert FormatError(placed.text).text is placed.text
