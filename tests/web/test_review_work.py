"""Work on reviews in the server's own threads takes some milliseconds; all other work is done in the helper process."""

import pytest

from tengen.web.reviews import review_work
from tengen.web.reviews.record_tree import RecordTree
from tengen.web.reviews.review_work import (
    accepted,
    open_whole,
    question_at,
    questions_of,
    tree_of,
)

POINTS = [a + b for a in "abcdefgh" for b in "abcdefgh"]
LINE = "".join(f";{'BW'[place % 2]}[{point}]" for place, point in enumerate(POINTS[:40]))


def sgf(line: str, variations: int = 0) -> str:
    return f"(;SZ[9]{line}" + "".join(f"(;B[{point}])" for point in POINTS[40 : 40 + variations]) + ")"


def kept(text: str, name: str) -> str:
    found = accepted(text, name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "is_light"),
    [(sgf(LINE), True), (sgf(LINE, 6), True), (sgf("", 20), False), (sgf(";B[];W[]" * 250, 4), False)],
    ids=["line", "few", "many lines", "long lines"],
)
def test_a_record_with_few_short_lines_is_opened_in_a_thread(text: str, is_light: bool) -> None:
    """Each line is replayed from the record's beginning, and the position at its end is drawn."""
    assert (accepted(text, "", only_light=True) is not None) == is_light
    assert accepted(text, "")


def test_only_some_of_very_many_lines_are_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing the ends of a thousand lines would take two seconds and delay all other costly work."""
    opened = list[str]()

    def view(tree: RecordTree, node: str, *_: object) -> None:
        opened.append(node)

    text = kept(sgf(LINE), "")
    many = kept("(;SZ[19]" + "".join(f"(;B[{a + b}])" for a in "abcdefghijklmnopqrs" for b in "abcdef") + ")", "")
    monkeypatch.setattr(review_work, "view", view)
    open_whole(text)
    assert opened == ["0", "40"]
    opened.clear()
    open_whole(many)
    assert 50 < len(opened) < 100


def test_a_line_gives_positions_up_to_its_illegal_move() -> None:
    text = kept(sgf(";B[aa];W[aa];B[bb]"), "")
    rules = tree_of(text).own_rules
    assert set(questions_of(text, rules, frozenset("0123"), "x")) == {"0", "1"}
    assert questions_of(text, rules, frozenset("3"), "x") == {}


def test_the_engine_gets_the_move_played_in_a_position() -> None:
    text = kept(sgf(";B[aa];W[bb]"), "")
    rules = tree_of(text).own_rules
    asked = questions_of(text, rules, frozenset("012"), "x")
    assert [asked[node].played for node in "012"] == ["A9", "B8", ""]
    assert question_at(text, "1", rules, "x") == asked["1"]
