"""Named positions match their publications, and are found by their names."""

from dataclasses import replace

import pytest
from data import load

from tengen import Game
from tengen.game.named_positions import NamedPosition, named_position, named_positions
from tengen.records import Colour, Record, TengenError

PUBLISHED = load("repetition")["boards"]
FINAL = load("tile_cushion")["final_417"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_triple_ko_diagrams_are_as_published(number: int) -> None:
    found = named_position(f"triple-ko-{number}")
    assert list(found.rows) == PUBLISHED[f"diagram {number}"]
    assert "A3" not in found.diagram().position.stones


def test_the_end_of_the_game_of_417_moves_is_as_published() -> None:
    """Spec 2.10."""
    game = Game.from_record(named_position("game-417").read())  # type: ignore[arg-type]
    assert game.variant.name == "cushion"
    assert game.rows() == FINAL["rows"]
    assert list(named_position("game-417").tiles) == FINAL["tiles"]
    score = game.score("area")
    assert [score.black, score.white] == FINAL["area_black_white_neutral"][:2]


@pytest.mark.parametrize("to_play", ["black", "white"])
def test_its_tiles_forbid_no_move_that_is_legal_without_them(to_play: Colour) -> None:
    ended = Game.from_record(named_position("game-417").read())  # type: ignore[arg-type]
    reached = replace(ended.position, to_play=to_play, last_incursion=True)
    bare = Game.from_position(ended.variant, ended.board, replace(reached, tiles={}))
    assert [*Game.from_position(ended.variant, ended.board, reached).legal_moves()] == [*bare.legal_moves()]


@pytest.mark.parametrize("what", named_positions().values(), ids=lambda what: what.name)
def test_a_named_position_can_be_played_from(what: NamedPosition) -> None:
    assert what.title
    assert what.about
    assert what.source
    found = what.read()
    game = Game.from_record(found if isinstance(found, Record) else found.record())
    assert game.rows() == list(what.rows)
    assert game.to_play == what.to_play
    assert game.tiles == dict.fromkeys(what.tiles, 1)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(TengenError, match=r"unknown position triple-ko-4; did you mean triple-ko-3\?"):
        named_position("triple-ko-4")
    with pytest.raises(TengenError, match="unknown position ladder; the positions are triple-ko-1, triple-ko-2, "):
        named_position("ladder")
