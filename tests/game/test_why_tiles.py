"""Reasons for tiles, from the turn alone (spec 2.1, 2.2): sentences, regions, territory, pictures and comments."""

import random
from typing import Any

import agreement
import pytest
from data import cases

from tengen import Game, Turn
from tengen.boards import BoardError
from tengen.formats import sgf
from tengen.game.picture import invaded
from tengen.game.played_records import explained
from tengen.records import Move, Node, Place, Resign, RulesConflict, Tao, other
from tengen.rules import variant

CORNER = ["..X.O.", "..X.OO", "XXX...", "...XXX", "OO.X..", ".O.X.."]
"""Black owns the four points around A6 and those around F1, White owns F6 and A1; the rest is neutral."""


def test_the_sentence_of_an_incursion() -> None:
    game = Game.setup("tile", CORNER, to_play="white")
    assert game.play("C1").why(game.board) == ""
    assert game.play("D5").why(game.board) == ""
    assert game.play("A6").why(game.board) == "White A6 is an incursion: its region touches only Black."


@pytest.mark.parametrize(("name", "second", "why"), cases("why_tiles", "the_sentence_of_a_tile"))
def test_the_sentence_of_a_tile(name: str, second: str, why: str) -> None:
    game = Game.setup(name, CORNER, to_play="white", prisoners={"black": 1, "white": 1})
    game.play("A6")
    assert game.play(second).why(game.board) == why


@pytest.mark.parametrize("name", ["tile", "cushion"])
def test_an_incursion_answers_an_incursion(name: str) -> None:
    game = Game.setup(name, CORNER, to_play="white", prisoners={"black": 1, "white": 0})
    game.play("A6")
    game.play("return")
    assert game.play("F1").why(game.board) == (
        "White F1 is an incursion: its region touches only Black. "
        "A tile lies under F1: the placement before it was an incursion too."
    )


def test_a_turn_needs_no_game_to_say_why() -> None:
    game = Game("tile", board="5x5")
    game.play("C3")
    turn = game.play("D3")
    alone = Turn(2, "white", turn.move, incursion=turn.incursion)
    assert alone.why(game.board) == "White D3 is an incursion: its region touches only Black."
    game.undo()
    assert turn.why(game.board) == alone.why(game.board)


@pytest.mark.parametrize("seed", range(30))
def test_territory_foretells_incursions(seed: int) -> None:
    """2.1: a placement is an incursion exactly if the region belongs to the enemy, and in that region."""
    rng = random.Random(seed)
    for name, tao in (("tile", "off"), ("cushion", "off"), ("tile", "on")):
        more: dict[str, Any] = {"tao": tao} | ({"tao_in_hand": 3} if tao == "on" else {})
        try:
            game = Game(name, board=agreement.draw_board(rng.choice, 25), tile_stack="unlimited", **more)
        except (BoardError, RulesConflict):
            continue
        for _ in range(30):
            while game.outcome is None and game.tao_in_hand[game.to_play] and rng.random() < 0.3:
                bought: list[Move] = [move for move in game.legal_moves() if isinstance(move, Tao)]
                game.play(rng.choice(bought or [Resign]))
            moves = [move for move in game.legal_moves() if isinstance(move, Place)]
            if not moves or game.outcome is not None:
                break
            move, owned, mover = rng.choice(moves), game.territory(), game.to_play
            regions = {region.points: region.owner for region in game.regions()}
            turn = game.play(move)
            assert (turn.incursion is not None) == (owned.get(game.board.labels[move.point]) == other(mover))
            if turn.incursion is not None:
                assert move.point in turn.incursion
                assert regions[turn.incursion] == other(mover)
                assert invaded(game) == game.board.names(sorted(turn.incursion))


def test_the_region_is_shaded_until_the_next_placement() -> None:
    game = Game.setup("cushion", CORNER, to_play="white", prisoners={"black": 1, "white": 0})
    assert "shaded" not in game.svg()
    game.play("A6")
    assert game.svg().count("shaded") == 5, "the ground, and four points"
    game.play("return")
    assert game.svg().count("shaded") == 5, "a return is not a placement (2.6)"
    game.play("C1")
    assert "shaded" not in game.svg()
    assert "shaded" not in Game.setup("chinese", CORNER).svg()


def test_territory_is_marked_on_request() -> None:
    game = Game.setup("tile", CORNER)
    black = ("A6", "B6", "A5", "B5", "E2", "F2", "E1", "F1")
    assert game.territory() == dict.fromkeys(black, "black") | {"F6": "white", "A1": "white"}
    assert game.svg().count('class="owner"') == 0
    assert game.svg(territory=True).count('class="owner"') == 10


def test_comments_are_added_once_and_name_illegal_moves() -> None:
    record = sgf.read("(;SZ[5];B[cc];W[dc]C[Mine.](;B[bc])(;B[dc];W[aa]))")
    made = explained(record, variant("tile"))
    second = made.root.children[0].children[0]
    assert second.comment == "Mine.\nWhite D3 is an incursion: its region touches only Black."
    assert [child.comment for child in second.children] == [
        "A tile lies under B3: the placement before it was an incursion.",
        "Illegal under Tile Go. A stone already stands there.",
    ]
    assert explained(made, variant("tile")) == made
    assert record.root.children[0].children[0].comment == "Mine.", "the record that was given stays as it is"
    assert isinstance(second, Node)
