"""Every reason and every end has its sentence, whatever the rules."""

import pytest

from tengen.draw.sentences import ENDS, REASONS, ending, sentence
from tengen.game.outcome import HOWS
from tengen.records import Reason
from tengen.rules import AXES, Rules, variants


def test_nothing_is_left_without_a_sentence() -> None:
    assert set(REASONS) == set(Reason)
    assert set(ENDS) == set(HOWS)


@pytest.mark.parametrize("reason", Reason)
def test_sentences_are_whole_under_all_rules(reason: Reason) -> None:
    every = [variant.rules for variant in variants()]
    every += [Rules(repetition=value) for value in AXES["repetition"].values]  # type: ignore[arg-type]
    for rules in [*every, Rules(tiles="tile", tile_stack=2), Rules(handicap=2, handicap_kind="free")]:
        for said in (sentence(reason, rules, "black"), sentence(reason, rules, "white")):
            assert said.endswith((".", ")"))
            assert said[0].isupper()
            assert "{" not in said


@pytest.mark.parametrize(
    ("how", "winner", "margin", "said"),
    [
        ("score", "black", 1, "Black wins by 1 point."),
        ("score", "white", -7.5, "White wins by 7.5 points."),
        ("score", "black", 0, "Black wins."),
        ("score", "black", None, "Black wins."),
        ("score", None, 0, "Both have the same score: a draw."),
        ("resignation", "black", None, "White resigns: Black wins."),
        ("no_moves", "white", None, "Black has no move left: White wins."),
        ("no_result", None, None, "The position came back: the game ends without result."),
    ],
)
def test_endings(how: str, winner: str | None, margin: float | None, said: str) -> None:
    assert ending(how, winner, margin) == said  # type: ignore[arg-type]
