"""`cycle = agreement` (spec 1.6): play continues when the whole state recurs, until both sides end the game."""

from typing import Any

import pytest
from data import cases, load
from game_playing import WAYS

from tengen import Game, Outcome, TengenError
from tengen.game.record_walk import walk
from tengen.kernel import playouts
from tengen.players import MCTS, Budget
from tengen.records import UnservedRules
from tengen.rules import Rules, variant
from tengen.solve.value import value

TRIPLE_KO, KO_AND_PASSES = "triple ko", "a ko and two passes"
KO = "B3 C3 A2 D2 B1 C1 E5 B2 C2 pass pass B2"


def may_end(game: Game) -> bool:
    return game.may_end_without_result


def cycle(name: str, **axes: Any) -> Game:
    """Return a game in which a cycle has been played once."""
    if name == KO_AND_PASSES:
        game, moves = Game("japanese", board="5x5", passes=3, **axes), KO.split()
    else:
        data = load("repetition")
        case = data["cycles"][0]
        game = Game.setup("japanese", data["boards"][case["board"]], to_play=case["to_play"], **axes)
        moves = [move.split()[1] for move in case["moves"]]
    for move in moves:
        assert not may_end(game)
        game.play(move)
    return game


CYCLES = (TRIPLE_KO, KO_AND_PASSES)


@pytest.mark.parametrize("case", CYCLES)
def test_issue_13_no_result_by_agreement(case: str) -> None:
    assert cycle(case).outcome == Outcome(None, None, "no_result"), "what the preset does by itself"
    game = cycle(case, cycle="agreement")
    assert may_end(game)
    twin = game.copy()
    assert game.agree_no_result() == game.outcome == Outcome(None, None, "no_result")
    assert not may_end(game)
    assert twin.outcome is None, "a copy goes its own way"
    twin.play("A1")
    assert may_end(twin), "from then on"
    twin.undo()
    twin.undo()
    assert not may_end(twin)
    game.undo()
    assert (len(game.moves), may_end(game)) == (len(twin.moves), False)


def test_no_agreement_on_no_result_before_a_repetition() -> None:
    game = Game("japanese", board="5x5", cycle="agreement")
    game.play("C3")
    with pytest.raises(TengenError, match="only after the whole state of the game has repeated"):
        game.agree_no_result()
    with pytest.raises(TengenError, match="set cycle = agreement"):
        Game("japanese", board="5x5").agree_no_result()
    game.play("resign")
    with pytest.raises(TengenError, match=r"the game is over: B\+R"):
        game.agree_no_result()


def test_a_pass_brings_nothing_back() -> None:
    """1.6: only a placement does."""
    game = Game("japanese", board="5x5", cycle="agreement", passes=3)
    for move in ("C3", "pass", "pass"):
        game.play(move)
    assert not may_end(game)


@pytest.mark.parametrize("case", CYCLES)
def test_records_keep_the_agreement(case: str) -> None:
    game = cycle(case, cycle="agreement")
    open_ = Game.from_json(game.to_json())
    assert (open_.outcome, may_end(open_)) == (None, True)
    game.agree_no_result()
    for way in WAYS.values():
        again = way(game)
        assert (again.outcome, again.moves) == (game.outcome, game.moves)
    assert "TGE[no_result]" in game.sgf()
    last = list(walk(game.record, variant("japanese", cycle="draw", passes=3)))[-1]
    assert str(last.game.outcome) == "Draw", "other rules end it otherwise"


def test_players_environments_and_solvers_obey_or_refuse() -> None:
    game = cycle(CYCLES[0], cycle="agreement")
    assert game.why_not(MCTS(budget=Budget(simulations=50), seed=1).choose(game)) == ()
    assert playouts(game.board, game.rules, games=10, seed=1).moves.min() > 0
    with pytest.raises(UnservedRules, match="cycle = agreement"):
        value(Game("japanese", board="2x1", cycle="agreement"))


# -- the same game once more -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cushion", "tao", "gengo", "japanese"])
def test_issue_13_a_rematch_is_one_call(name: str) -> None:
    game = Game(name, board="7x7")
    first = game.position
    game.play("B2")
    game.play("resign")
    again = game.rematch()
    assert (again.position, again.moves, again.outcome) == (first, (), None)
    assert (again.variant, again.board) == (game.variant, game.board)
    assert len(game.moves) == 2, "the old game stays as it is"


def test_a_rematch_begins_with_the_position_that_was_set_up() -> None:
    game = Game.setup("chinese", [".X.", "...", "..."], to_play="white", komi=2)
    game.play("B2")
    again = game.rematch()
    assert (again.rows(), again.to_play, again.rules.komi) == ([".X.", "...", "..."], "white", 2)


def test_players_change_colours_where_that_is_sensible() -> None:
    assert Game("chinese", board="9x9").changes_colours
    assert not Game("chinese", board="9x9", handicap=2).changes_colours
    assert not cycle(CYCLES[0]).changes_colours, "a game without result is replayed"


# -- whose last stone Gengo's ko protects ------------------------------------------------------------------------------


def ko(*more: str, **axes: Any) -> Game:
    """Return a game with a ko just taken by Black at C3, then further moves; White would retake at B3."""
    rows = [".XO..", "XO.O.", ".XO..", ".....", "....."]
    game = Game.setup(Rules(repetition="singleton", passes=3, **axes), rows)
    for move in ("C4", *more):
        game.play(move)
    return game


@pytest.mark.parametrize(("more", "axes", "of_game", "of_opponent"), cases("ending_by_agreement", "singleton"))
def test_issue_13_singleton_of(more: tuple[str, ...], axes: dict[str, Any], of_game: str, of_opponent: str) -> None:
    for whose, reason in (("game", of_game), ("opponent", of_opponent)):
        game = ko(*more, singleton_of=whose, **axes)
        assert [str(each) for each in game.why_not("B4")] == [reason] * bool(reason), whose


def test_undo_gives_the_ko_of_the_opponents_last_stone_back() -> None:
    game = ko("A1", "E1", singleton_of="opponent")
    game.undo()
    game.play("pass")
    assert [str(each) for each in game.why_not("B4")] == ["ko"]


def test_solvers_refuse_the_ko_of_the_opponents_last_stone() -> None:
    with pytest.raises(UnservedRules, match="singleton_of = opponent"):
        value(Game(Rules(repetition="singleton", singleton_of="opponent"), board="2x2"))
