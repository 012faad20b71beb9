"""Values from lists of states: against the other routes to a value, and against consequences of the rules."""

from typing import Any

import pytest
from data import cases

from tengen import Game
from tengen.boards import parse
from tengen.records import TengenError, UnservedRules
from tengen.rules.axes import Suicide
from tengen.solve import game_search
from tengen.solve.states import states_route
from tengen.solve.states.brackets import Positions, Retrograde
from tengen.solve.states.state_values import StateValues
from tengen.solve.value import Budget, value


@pytest.mark.parametrize(
    "board", ["1x1", "2x1", "3x1", "4x1", "2x2", "3x2", "graph:star-4", "graph:cycle-5", "graph:complete-4"]
)
@pytest.mark.parametrize("suicide", ["forbidden", "allowed"])
def test_ordinary_go_has_the_brackets_of_the_list_of_positions(board: str, suicide: Suicide) -> None:
    """Two programs, one for ordinary Go only, and one fixpoint."""
    game = Game("chinese", board=board, repetition="ko", suicide=suicide, komi=0)
    found = StateValues(game, None, Budget()).bracket(game)
    positions = Positions(parse(board), suicide=suicide == "allowed")
    most = len(game.board)  # the list of positions never exceeds the whole board
    assert (max(-most, found.low), min(most, found.high)) == tuple(Retrograde(positions).solve().bracket(0, 0))


_GAMES: list[tuple[str, str, dict[str, Any]]] = cases("state_values", "games")


@pytest.mark.parametrize(
    ("variant", "board", "axes"),
    [
        (variant, board, axes)
        for variant, boards, axes in _GAMES
        for board in (boards.split("|") if "gengo" in boards else boards.split())
    ]
    + [pytest.param("tile", "graph:complete-4", {}, marks=pytest.mark.slow)],
)
def test_a_search_over_games_finds_the_same(variant: str, board: str, axes: dict[str, Any]) -> None:
    """Values settled by the search over whole games equal those of the list; its open bounds contain them."""
    game = Game(variant, board=board, **axes)
    listed, searched = states_route.solve(game, Budget()), game_search.solve(game, Budget(nodes=5_000))
    assert listed is not None
    assert listed.complete
    assert searched.low <= listed.low <= listed.high <= searched.high
    if searched.complete:
        assert (listed.low, listed.high) == (searched.low, searched.high)
        assert set(searched.moves) <= set(listed.moves)  # the search leaves out unnecessary moves


def test_play_along_the_line_ends_the_game_as_predicted() -> None:
    """Every turn of best play brings the end one turn nearer (rounds are plies)."""
    game = Game("tile", board="2x2")
    values = StateValues(game, 8, Budget())
    plies = values.plies(game)
    while game.outcome is None:
        assert values.plies(game) == plies
        assert values.bracket(game).is_settled
        game.play(values.keeping(game, 0)[0])
        plies -= 1
    assert (plies, game.outcome.winner) == (0, "white")


def test_few_prisoners_told_apart_give_bounds_around_the_value() -> None:
    """A higher limit on prisoners never widens a bracket, and without one the value is exact (spec 2.8)."""
    game = Game("tile", board="2x2")
    brackets = [StateValues(game, limit, Budget()).bracket(game) for limit in (1, 2, 3, 4, 6)]
    lows, highs = [one.low for one in brackets], [one.high for one in brackets]
    assert lows == sorted(lows)
    assert highs == sorted(highs, reverse=True)
    assert (lows[-1], highs[-1]) == (-1, -1)


def test_a_cycle_without_exit_decides() -> None:
    """Cushion Go on 2x2 goes on for ever if either side wants it, with any number of prisoners (spec 2.9)."""
    found = value(Game("cushion", board="2x2"))
    assert (found.route, found.complete, found.low, found.high, found.plies) == ("states", True, -1, 1, None)
    assert "infinite play" in found.rules


@pytest.mark.slow
def test_where_a_game_stands_counts_its_ko() -> None:
    """A list begins with the ko in force, not with the bare position (spec 1.2)."""
    game = Game.setup("tao", [".XO.", "X.XO", ".XO."], to_play="white", tao_price="off", tao_start="none", komi=0)
    game.play("B2")
    assert game.why_not("C2")
    bare = Game.from_position(game.variant, game.board, game.position)
    assert not bare.why_not("C2")
    kept, taken = (StateValues(one, 1, Budget()) for one in (game, bare))
    assert "C2" not in {game.write_move(move) for move, *_ in kept.options(game)}
    assert kept.bracket(game).low <= taken.bracket(bare).low


def test_komi_moves_the_value_and_nothing_else() -> None:
    """States have values without komi; Black's margin includes it (spec 1.16)."""
    without, with_komi = (value(Game("gengo", board="gengo 3x3", komi=komi)) for komi in (0, 3.5))
    assert with_komi.low == without.low - 3.5
    assert with_komi.moves == without.moves


def test_rules_that_look_further_back_than_a_ko_are_refused() -> None:
    """A list of states keeps no history."""
    refusal = states_route.refusal(Game("tile", board="2x2", repetition="positional"))
    assert isinstance(refusal, UnservedRules)
    assert "repetition = positional" in str(refusal)


def test_a_turn_that_spends_more_than_is_told_apart_is_refused() -> None:
    """A side with any number of prisoners could buy more than the list allows (spec 3.3)."""
    with pytest.raises(TengenError, match="may spend 3 prisoners"):
        StateValues(Game("tao", board="2x1", tao_price=3), 2, Budget())


@pytest.mark.parametrize(("worth", "refused"), [(0.1, True), (0.5, False), (0, False)])
def test_prisoners_worth_no_eighths_are_refused(worth: float, refused: bool) -> None:
    """Sums are single floats, exact in eighths. Prisoners that harm their holder contradict the rules (spec 5)."""
    game = Game("tao", board="2x1", komi=0, prisoner_value=worth)
    assert (states_route.refusal(game) is not None) == refused
