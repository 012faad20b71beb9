"""Gengo's rules where they are more than footprints: overlap, suicide and friendly fire, any regions (spec 4.1-4.4)."""

import random
from typing import Any

import pytest
from agreement import Tally, draw_setup, play, start_pair
from example_counts import first

from tengen import Game, boards, kernel, variant
from tengen.game import formal
from tengen.records import PositionError, Reason, RulesConflict
from tengen.rules import Rules, check
from tengen.solve.life.unconditional import life_of

PLAYED = ("D4", "A1", "D5", "A7", "E4", "G7")
"""Three black stones within each other's footprints, and White's elsewhere."""


def played(moves: str | tuple[str, ...], **how: Any) -> Game:
    game = Game("gengo", **how)
    for move in moves.split() if isinstance(moves, str) else moves:
        game.play(move)
    return game


# ---- issue 13, item 4: own overlap is expressed in one way, everywhere ---------------------------------------


def test_item_4_a_board_with_overlap_needs_rules_that_say_so() -> None:
    said = r"the board gengo 9 overlap lets stones stand in own footprints, but own_overlap = false"
    with pytest.raises(RulesConflict, match=said):
        Game("gengo", board="gengo 9 overlap")
    with pytest.raises(RulesConflict, match=said):
        Game.setup("gengo", {"C3": "black"}, board="gengo 9 overlap")
    with pytest.raises(RulesConflict, match=said):
        kernel.playouts(boards.parse("gengo 9 overlap"), variant("gengo").rules, games=1)
    (problem,) = check("inherits = 'gengo'\nboard = 'gengo 9 overlap'")
    assert (problem.key, "own_overlap = false" in problem.message) == ("own_overlap", True)


def test_item_4_said_twice_is_said_once() -> None:
    by_rules = Game("gengo", board="9", own_overlap=True)
    twice = Game("gengo", board="gengo 9 overlap", own_overlap=True)
    assert by_rules.board == twice.board == boards.parse("gengo 9").with_overlap()
    assert by_rules.record == twice.record
    assert by_rules.record.board == "gengo 9"
    for again in (Game.from_json(twice.to_json()), Game.from_sgf(twice.sgf())):
        assert again.board == twice.board
        assert again.rules.own_overlap


def test_item_4_everybody_sees_the_same_neighbours() -> None:
    game = played(PLAYED, board="7", own_overlap=True)
    apart = boards.parse("gengo 7")
    for point, near in enumerate(game.board.neighbours):
        assert {*near} == {*apart.neighbours[point], *apart.footprint[point]} - {point}
    chain = game.board.names(game.chain("D4"))
    assert chain == ("D5", "D4", "E4")
    assert formal.chain(game.board, game.stones, "D4") == {*chain}
    assert formal.liberties(game.board, game.stones, "E4") == {*game.board.names(game.liberties("D5"))}
    assert len(game.liberties("D4")) == 13
    (black,) = life_of(game).black.chains
    assert black.stones == chain
    assert 'class="rods"' in game.svg()


def test_item_4_what_is_said_of_life_holds_under_own_overlap() -> None:
    """The moves found to take Black's chain take it."""
    game = played(PLAYED, board="7", own_overlap=True)
    (black,) = life_of(game).black.chains
    assert black.capture is not None
    for number, move in enumerate(black.capture):
        assert "D4" in game.stones, (move, number)
        game.play("pass") if game.to_play == "black" else None
        game.play(move)
    assert not {"D4", "D5", "E4"} & set(game.stones)


# ---- issue 13, item 5: suicide and friendly fire are two questions -------------------------------------------------


def test_item_5_friendly_fire_is_no_suicide() -> None:
    game = played("D5 B4", board="gengo 5x5", suicide="forbidden")
    assert game.why_not("D2") == ()
    turn = game.play("D2")
    assert game.board.names(turn.lost) == ("D5",)
    assert game.stones == {"B4": "white", "D2": "black"}


@pytest.mark.parametrize("own_overlap", [False, True])
@pytest.mark.parametrize("friendly_fire", first(2, ["same", "before", "after", "forbidden"]))
@pytest.mark.parametrize("suicide", ["allowed", "forbidden"])
def test_item_5_every_combination_agrees_with_the_oracle(suicide: Any, friendly_fire: Any, own_overlap: bool) -> None:
    rules = variant("gengo", suicide=suicide, friendly_fire=friendly_fire, own_overlap=own_overlap).rules
    rng, tally = random.Random(f"{suicide} {friendly_fire} {own_overlap}"), Tally()
    for text in ("gengo 5", "6 footprint nn./nxo/.on"):
        play(start_pair(rules, boards.parse(text), tally), [rng.randrange(1 << 16) for _ in range(40)])
        play(draw_setup(rng.choice, rules, boards.parse(text), tally), [rng.randrange(1 << 16) for _ in range(15)])
    forbidden = suicide == "forbidden"
    assert tally.reasons[Reason.FRIENDLY_FIRE] > 0 if friendly_fire == "forbidden" else True
    assert (tally.reasons[Reason.SUICIDE] > 0) == forbidden


# ---- any set of regions (4.1) --------------------------------------------------------------------------------------

LOPSIDED = "9 footprint .nn/nxo"
"""A stone blocks the point to its right; its neighbours are above, above to the right, and to the left."""


def test_asymmetric_regions_lead_one_way() -> None:
    board = boards.parse(LOPSIDED)
    e5 = board.point("E5")
    assert {*board.names(board.footprint[e5])} == {"E5", "F5"}
    assert {*board.names(board.neighbours[e5])} == {"D5", "E6", "F6"}
    assert {*board.names(board.reached_from[e5])} == {"F5", "E4", "D4"}
    assert {*board.names(board.covered_from[e5])} == {"E5", "D5"}
    assert board.connections[e5] == ()
    assert boards.parse(board.text) == board


def test_two_stones_connect_if_they_are_mutual_neighbours() -> None:
    game = Game.setup("gengo", {"E5": "black", "E6": "black"}, board=LOPSIDED)
    assert game.chain("E5") == (game.board.point("E5"),)  # E6 is a neighbour of E5, but not the other way round
    both = Game.setup("gengo", {"E5": "black", "E6": "black", "F6": "black"}, board="9 footprint .nn/nxn/.n.")
    assert both.board.names(both.chain("E5")) == ("E6", "F6", "E5")
    assert "F6" not in both.board.names(
        Game.setup("gengo", {"E5": "black", "F6": "black"}, board=both.board).chain("E5")
    )


def test_a_stone_blocks_its_own_region_alone() -> None:
    """A stone may cover an earlier one, and not the other way round."""
    game = played("F5 E5", board=LOPSIDED)
    assert game.stones == {"F5": "black", "E5": "white"}
    assert played("E5", board=LOPSIDED).why_not("F5") == (Reason.BLOCKED,)
    again = Game.from_position("gengo", game.board, game.position)
    assert again.position == game.position


def test_stones_overlap_where_no_order_lets_them_stand() -> None:
    """0.7: each of three stones in the footprint of the next; without one of them there is an order."""
    ring = '{"points":["a","b","c","d"],"edges":[],"neighbours":[["a","d"],["b","d"],["c","d"]],'
    board = boards.parse(ring + '"footprint":[["a","b"],["b","c"],["c","a"]],"directed":true}')
    with pytest.raises(PositionError, match=r"the stones on a, [bc] and [bc] overlap: each lies in the footprint of"):
        Game.setup("gengo", dict.fromkeys("abc", "black"), board=board)
    assert len(Game.setup("gengo", {"a": "black", "b": "white"}, board=board).stones) == 2


def test_neighbours_that_lead_one_way_are_no_ordinary_stones() -> None:
    """The kernel of ordinary stones does not support them, though each blocks only its own point."""
    board = boards.parse("9 footprint .nn/nxn/.n.")
    assert board.point_stones
    assert not board.is_plain
    assert kernel.state.adjacency_of(board, Rules()).wide is not None
    assert kernel.state.adjacency_of(boards.parse("9"), Rules()).wide is None


def test_drawn() -> None:
    """Rods join connected stones only; shades lie on what stones block."""
    game = played("E5 A1 E6", board="9 footprint .nn/nxo/.n.")
    assert 'class="rods"' in game.svg()
    assert 'class="footprints"' in game.svg()
    assert 'class="rods"' not in played("E5 A1 E6", board=LOPSIDED).svg()
