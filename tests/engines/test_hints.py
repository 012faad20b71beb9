"""Hints about moves: facts from data, sentences of each kind, and hints of an engine for every variant."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from data import load_toml

from tengen import Game, TengenError
from tengen.engines import Own, estimate, hint, mistakes
from tengen.engines.hints.facts import KINDS, Fact, facts, reasons
from tengen.engines.hints.hint import SENTENCES, Hint, hint_of, sentence, sentences
from tengen.players import Analysis, Budget, Candidate
from tengen.records import Place

MOVES = load_toml("hints")["move"]


def game_of(case: Mapping[str, Any]) -> Game:
    given = {name: case[name] for name in ("board", "to_play", "tiles", "prisoners", "last_incursion") if name in case}
    rows = case["rows"] if "rows" in case else case["stones"]
    game = Game.setup(case.get("variant", "chinese"), rows, **given, **case.get("axes", {}))
    for move in case.get("moves", []):
        game.play(move)
    return game


def written(fact: Fact) -> str:
    return " ".join([fact.kind, str(fact.count), *fact.points, *(["after", *fact.line] if fact.line else [])])


@pytest.mark.parametrize("case", MOVES, ids=[case["name"] for case in MOVES])
def test_facts_are_those_that_hold(case: Mapping[str, Any]) -> None:
    game = game_of(case)
    before = game.to_json()
    found = facts(game, case["line"])
    assert [written(fact) for fact in found] == case["facts"]
    assert " ".join(sentences(found)) == case["says"]
    assert game.to_json() == before


SAVED_BY_BOTH = ["..O.", "O...", ".XOX", "X..."]
"""C3 and C1 both save D2 and A1; C3 catches C2, which C1 puts into atari."""


def test_what_the_other_move_does_as_well_is_no_reason() -> None:
    game = Game.setup("chinese", SAVED_BY_BOTH)
    assert sentences(facts(game, ["C3"]))[0] == "It saves 2 stones at D2 and A1 from capture."
    told = sentences(reasons(game, ["C3"], ["C1"]))
    assert told == ("It catches C2, which can no longer escape.", "It cuts between C4 and C2.")
    assert reasons(game, ["C1"], ["C3"]) == (), "who catches a stone puts it into atari, too"
    assert reasons(game, ["C3"], ["D2"]) == facts(game, ["C3"]), "a move against the rules does nothing"
    assert hint_of(game, found(game, "C3"), "C1").why == told


def test_an_expected_gain_counts_if_the_other_move_has_less() -> None:
    game = Game.setup("chinese", ["OX...", "O....", "X....", ".....", "....."])
    assert [fact.kind for fact in reasons(game, ["C3", "pass", "B4"], ["D3"])] == ["follows"]
    assert reasons(game, ["C3", "pass", "B4"], ["D3", "pass", "B4"]) == ()


def test_every_kind_of_fact_has_a_sentence_and_a_position() -> None:
    assert set(KINDS) == {*SENTENCES}
    shown = {fact.split()[0] for case in MOVES for fact in case["facts"]}
    assert shown == set(KINDS)
    for kind in SENTENCES:
        assert "{" not in sentence(Fact(kind, "black", 3, ("D4", "E5", "F6"), ("D4", "E5")))
        assert "{" not in sentence(Fact(kind, "white", 1, ("D4",), ("D4",)))


def test_a_move_that_cannot_be_made_is_refused() -> None:
    with pytest.raises(TengenError, match="occupied"):
        facts(Game.setup("chinese", ["X."]), ["A1"])


def found(game: Game, *line: str, win_rate: float = 0.6, visits: int = 500) -> Analysis:
    best = (Candidate(line[0], visits, win_rate, 1.0, 1.0, line),) if line else ()
    return Analysis(best, win_rate, 1.0, dict.fromkeys(game.board.labels, 0.5), visits)


def test_a_quiet_move_gets_an_honest_sentence() -> None:
    game = Game("chinese", board="9x9 torus")
    said = str(hint_of(game, found(game, "E5", "C3", "G7", win_rate=0.524)))
    assert said == "E5. It leaves Black a win rate of 52 %. The computer expects this line: C3, G7."
    for move, told in (("pass", "Pass."), ("tao D4", "Tao D4."), ("aa", "aa."), ("AA12", "AA12.")):
        assert str(Hint("black", move)) == told
    assert str(hint_of(game, found(game))) == "The only move is to resign."


def test_a_fair_resignation_needs_moves_and_visits() -> None:
    fair = "Resigning would be fair: White has almost no chance left."
    rows = ["XX.", "XXX", ".X."]
    lost = Game.setup("chinese", rows, to_play="white", board="3x3")
    assert fair in hint_of(lost, found(lost, "pass", win_rate=0.01)).why
    assert fair not in hint_of(lost, found(lost, "pass", win_rate=0.01, visits=5)).why
    assert fair not in hint_of(lost, found(lost, "pass", win_rate=0.1)).why
    begun = Game("chinese", board="9")
    assert len(hint_of(begun, found(begun, "E5", win_rate=0.01)).why) == 1


VARIANTS = ["chinese", "japanese", "tile", "cushion", "tao", "gengo"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_hints_estimates_and_mistakes(variant: str) -> None:
    game = Game(variant, board="gengo 9" if variant == "gengo" else "5x5")
    engine, budget = Own(), Budget(simulations=60)
    for _ in range(4):
        given = hint(game, engine, budget)
        assert given.move is not None
        assert given.why
        assert given.engine == "Tengen"
        game.play(given.move)
    owned = estimate(game, engine, budget)
    assert set(owned.owners) == set(game.board.labels)
    assert (owned.margin is None) == (not game.rules.ends_by_passes)
    assert all(each.loss.chance >= 0.1 for each in mistakes(game, engine, budget))


class Prepared(Own):
    """An engine with a prepared opinion on every position, by the number of moves before it."""

    def __init__(self, chances: list[float], line: tuple[str, ...]) -> None:
        super().__init__()
        self.chances, self.line = chances, line

    def analyse(self, game: Game, budget: Budget | None = None, interval: float | None = None) -> Iterator[Analysis]:
        black = self.chances[len(game.moves)]
        yield found(game, *self.line, win_rate=black if game.to_play == "black" else 1 - black)


def test_mistakes_say_what_was_better_and_why() -> None:
    game = Game.setup("chinese", ["XX...", "OO...", ".....", ".....", "....."], to_play="white")
    game.play("E1")
    game.play("E2")
    [made] = mistakes(game, Prepared([0.2, 0.9, 0.9], ("C5", "C4")))
    assert str(made) == (
        "Move 1, White E1: White's chance fell from 80% to 10%. Better: C5, then C4. It captures 2 stones at A5."
    )
    assert made.loss.degree == "grave"
    assert mistakes(game.record, Prepared([0.2, 0.9, 0.9], ("C5", "C4")), most=0) == []


def test_no_fact_is_about_nothing() -> None:
    """A fact that counts stones and points has at least one, for any move."""
    for seed in range(6):
        chance, game = Random(seed), Game("chinese", board="5x5")
        for _ in range(40):
            moves = [move for move in game.legal_moves() if isinstance(move, Place)]
            if not moves or game.outcome is not None:
                break
            move = chance.choice(moves)
            for fact in facts(game, [game.write_move(move)]):
                assert fact.kind in ("ends", "kos") or (fact.count > 0 and fact.points), (game.stones, move, fact)
            game.play(move)
