"""Invented rules: every consumer obeys them or refuses them by name, and none confuses two."""

import random
from dataclasses import replace
from typing import Any

import pytest
from example_counts import first
from invented import CONSUMERS, IMPOSSIBLE, NEW, UNMOVED, AddRule, OddRules, add_axis, add_value, answer

from tengen import Game
from tengen.records import Place, Reason
from tengen.rules import AXES, REPETITIONS, Rules
from tengen.rules.repetition import Repetition
from tengen.solve.value import value

CHOICES = [name for name, axis in AXES.items() if axis.words and not axis.pattern and isinstance(axis.default, str)]


def rules_of(**axes: Any) -> Rules:
    return Rules(**axes)


@pytest.mark.parametrize("consumer", first(4, CONSUMERS))
@pytest.mark.parametrize("name", REPETITIONS)
def test_a_rule_by_another_name_is_the_same_rule(name: str, consumer: str, add_rule: AddRule) -> None:
    """Rules are not compared by name: every consumer serves a twin with the same result."""
    expected, refused = answer(consumer, rules_of(repetition=name))
    add_rule(replace(REPETITIONS[name], name="twin"))
    found, refused_twin = answer(consumer, rules_of(repetition="twin"))
    if consumer == "oracle":  # it uses only names
        assert "the oracle does not know repetition = twin" in refused_twin
    elif refused:
        assert refused_twin.split(";")[0].replace("twin", name) == refused.split(";")[0]
        assert "twin" in refused_twin
    else:
        assert not refused_twin
        assert str(found).replace("twin", name) == str(expected)


@pytest.mark.parametrize("consumer", CONSUMERS)
@pytest.mark.parametrize("row", NEW, ids=lambda row: row.name)
def test_a_new_rule_is_obeyed_or_refused(row: Repetition, consumer: str, add_rule: AddRule) -> None:
    add_rule(row)
    _, refused = answer(consumer, rules_of(repetition=row.name))
    obeying = {"Game", "Random", "kernel", "playouts", "states", "life", "formats", "words", "External"}
    obeying |= {"value on 2x1", "value on 2x2", "number of positions"}
    assert bool(refused) != (consumer in obeying), refused
    assert not refused or row.name in refused


@pytest.mark.parametrize("row", NEW, ids=lambda row: row.name)
@pytest.mark.parametrize("board", ["2x2", "3x1"])
def test_games_obey_new_rules(row: Repetition, board: str, add_rule: AddRule) -> None:
    """Against a count from the definition: of earlier situations, and of a placement's result without the rule."""
    add_rule(row)
    rng = random.Random(board)
    barred = ended = 0
    for _ in range(30):
        game = Game(Rules(repetition=row.name, suicide="allowed", passes=3), board=board)  # type: ignore[arg-type]
        bare = Game(Rules(repetition=_bare(row), suicide="allowed", passes=3), board=board)  # type: ignore[arg-type]
        seen = [_mark(row, bare, None)]
        while game.outcome is None:
            for p in range(len(game.board)):
                times = _times(row, bare, seen, p)
                expected = bare.why_not(Place(p)) + ((Reason.REPETITION,) * (row.forbids and times >= row.times))
                assert game.why_not(Place(p)) == expected
                barred += Reason.REPETITION in expected
            move = rng.choice(list(game.legal_moves()))
            ends = isinstance(move, Place) and row.ends and _times(row, bare, seen, move.point) >= row.times
            mover = game.to_play if isinstance(move, Place) else None
            game.play(move)
            bare.play(move)
            seen.append(_mark(row, bare, mover))
            assert (game.outcome is not None) == (ends or bare.outcome is not None)
            if ends:
                assert str(game.outcome) == {"draw": "Draw", "no-result": "Void"}[row.then.value]
                ended += 1
    assert barred + ended


def _bare(row: Repetition) -> str:
    return {"none": "none", "simple": "ko"}[row.ko.value]


def _mark(row: Repetition, game: Game, creator: str | None) -> Any:
    stones = frozenset(game.stones.items())
    return {"P": stones, "P and the side to move": (stones, game.to_play)}.get(
        str(row.compares and row.compares.value), creator and (stones, creator)
    )


def _times(row: Repetition, game: Game, seen: list[Any], point: int) -> int:
    """Return how often the compared situation would have occurred after a placement; 0 if it is illegal."""
    if game.why_not(Place(point)):
        return 0
    after, mover = game.copy(), game.to_play
    after.play(Place(point))
    return seen.count(_mark(row, after, mover)) + 1


def test_a_rule_that_no_game_can_follow(add_rule: AddRule) -> None:
    add_rule(IMPOSSIBLE)
    for consumer in set(CONSUMERS) - {"kernel", "playouts", "words", "number of positions"}:
        _, refused = answer(consumer, rules_of(repetition="whole"))
        assert "whole" in refused, consumer


def test_nothing_is_proved_under_another_rule(add_rule: AddRule) -> None:
    """A rule unknown to the routes is searched with the game itself, or not at all."""
    add_rule(NEW[1])
    rules = Rules(repetition="twice", suicide="allowed")  # type: ignore[arg-type]
    found = value(Game(rules, board="2x1"))
    assert (found.route, found.complete) == ("games", True)
    assert "repetition = twice" in found.rules
    assert found.exact == _minimax(Game(rules, board="2x1"), {})


def _minimax(game: Game, known: dict[Any, float]) -> float:
    """Return the value by exhaustive search; equal histories, compared as a whole, have equal values."""
    if game.outcome is not None:
        return game.outcome.margin or 0.0
    key = tuple(sorted(map(str, game.situations[:-1]))), str(game.situations[-2:]), len(game.moves) and game.moves[-1]
    if key not in known:
        values = []
        for move in game.legal_moves():
            game.play(move)
            values.append(_minimax(game, known))
            game.undo()
        known[key] = max(values) if game.to_play == "black" else min(values)
    return known[key]


NEEDING_SUPERKO = ("superko", "certificate", "number of games")
"""Consumers of games under superko only."""
BLIND = {
    "cycle": {"kernel", "playouts", "GTP"},
    "tao_payment": {"GTP", "superko", "number of games"},  # they refuse all Tao stones
    "friendly_fire": {"GTP", "superko"},
    "handicap_kind": {"GTP", "superko"},
}
"""Consumers that do not need an axis."""


@pytest.mark.parametrize("consumer", [name for name in CONSUMERS if name != "words"])
@pytest.mark.parametrize("axis", [axis for axis in CHOICES if axis != "repetition"])
def test_a_new_value_is_refused(axis: str, consumer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    add_value(monkeypatch, axis, "odd")
    more = {
        "cycle": {"repetition": "no-result"},
        "singleton_of": {"repetition": "singleton"},
        "tao_payment": {"tao": "on"},
        "friendly_fire": {"suicide": "allowed"},
    }
    asked = {axis: "odd", **more.get(axis, {}), **({"end": "no-moves"} if axis == "passing" else {})}
    if consumer in NEEDING_SUPERKO:
        asked = {"repetition": "positional", **asked}
    _, refused = answer(consumer, rules_of(**asked))
    if axis in ("cycle", "singleton_of") and "repetition" in refused:  # the whole rule is refused
        return
    if consumer not in BLIND.get(axis, ()):
        assert f"{axis} = odd" in refused or f"{axis} {asked[axis]}" in refused or "not odd" in refused


UNASKED = {
    "words": "they tell every axis there is",
    "OpenSpiel": "its parameters are a text, which names known axes alone",
}
"""Consumers without new axes."""


@pytest.mark.parametrize("consumer", sorted(CONSUMERS.keys() - UNASKED))
def test_a_new_axis_is_refused_where_it_is_not_known(consumer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    add_axis(monkeypatch)
    more: Any = {"repetition": "positional"} if consumer in NEEDING_SUPERKO else {}
    _, refused = answer(consumer, OddRules(odd="yes", **more))
    assert "odd = yes" in refused


@pytest.mark.parametrize("name", UNMOVED)
def test_inventions_do_not_affect_consumers_with_own_rules(
    name: str, add_rule: AddRule, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = UNMOVED[name]()
    for row in NEW:
        add_rule(row)
    for axis in CHOICES:
        if axis != "repetition":
            add_value(monkeypatch, axis, "odd")
    add_axis(monkeypatch)
    assert UNMOVED[name]() == expected
