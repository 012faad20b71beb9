"""Games in which any side moves at any time, even after the end, as GTP requires and `Game` forbids."""

import random
from dataclasses import replace
from typing import Any

import pytest
from data import load_toml
from example_counts import first
from talking import engine, talk

from tengen import Game, IllegalMove, TengenError, boards, variant
from tengen.formats import sgf
from tengen.game.game_records import record_variant
from tengen.game.record_walk import walk
from tengen.gtp.game_course import GtpGame
from tengen.records import COLOURS, Colour


def course_of(name: str = "chinese", board: str = "4") -> GtpGame:
    chosen = variant(name)
    return GtpGame(chosen, boards.parse(board, footprint=chosen.footprint))


def play(course: GtpGame, *moves: tuple[Colour, str]) -> None:
    for colour, move in moves:
        course.play(colour, move)


def state(course: GtpGame) -> tuple[object, ...]:
    game = course.game
    return game.position, game.outcome, len(game.situations), course.steps


@pytest.mark.parametrize("name", ["chinese", "japanese", "tile", "cushion", "tao", "new-zealand", "gengo", "ing"])
@pytest.mark.parametrize("seed", first(1, range(3)))
def test_undo_takes_back_whatever_was_played(name: str, seed: int) -> None:
    random_ = random.Random(seed)
    course = course_of(name, "5")
    states: list[tuple[object, ...]] = []
    for _ in range(60):
        if states and random_.random() < 0.3:
            course.undo()
            assert state(course) == states.pop()
            continue
        colour = random_.choice(COLOURS)
        before, turned = state(course), course.turned(colour)
        moves = [turned.write_move(move) for move in turned.legal_moves()]
        if moves:
            course.play(colour, random_.choice([*moves, "pass"] if "pass" in moves else moves))
            states.append(before)
    while states:
        course.undo()
        assert state(course) == states.pop()
    with pytest.raises(TengenError):
        course.undo()


@pytest.mark.parametrize("name", ["chinese", "tile", "tao"])
def test_in_turn_it_is_the_game_itself(name: str) -> None:
    course, game, random_ = course_of(name), Game(name, board="4"), random.Random(1)
    for _ in range(25):
        moves = list(game.legal_moves())
        if not moves:
            break
        move = game.write_move(random_.choice(moves))
        course.play(game.to_play, move)
        game.play(move)
        assert course.game.moves == game.moves
        assert course.game.why_not("B2") == game.why_not("B2")


def test_giving_the_turn_keeps_everything_else() -> None:
    course = course_of("cushion", "4")
    play(course, ("black", "A1"), ("white", "B1"), ("white", "A2"))
    assert course.game.prisoners == {"black": 0, "white": 1}
    before = course.game.position
    after = course.turned("white").position
    assert (after.stones, after.tiles, after.prisoners) == (before.stones, before.tiles, before.prisoners)
    assert after.last_incursion == before.last_incursion


def test_an_illegal_move_changes_nothing() -> None:
    course = course_of()
    course.play("black", "A1")
    before = state(course)
    for colour in COLOURS:
        with pytest.raises(IllegalMove):
            course.play(colour, "A1")
        assert state(course) == before


def test_a_game_without_moves_is_over_for_both() -> None:
    course = course_of("tile", "1")
    for colour in COLOURS:
        with pytest.raises(IllegalMove, match="game_over"):
            course.play(colour, "A1")


def test_rules_change_under_what_was_played() -> None:
    course = course_of("new-zealand", "4")
    play(course, ("white", "A3"), ("white", "B2"), ("white", "B1"), ("black", "A1"), ("black", "A2"))
    before = state(course)
    with pytest.raises(IllegalMove, match="suicide"):
        course.change(variant("chinese"))
    assert state(course) == before
    course.change(variant("new-zealand", komi=2))
    assert state(course) == before
    assert course.game.rules.komi == 2


@pytest.mark.parametrize("seed", range(5))
def test_its_record_leads_to_where_it_stands(seed: int) -> None:
    random_ = random.Random(seed)
    course = course_of("japanese", "4")
    course.play("black", "B2")
    for _ in range(20):
        colour = random_.choice(COLOURS)
        turned = course.turned(colour)
        course.play(colour, turned.write_move(random_.choice(list(turned.legal_moves()))))
    record = course.record()
    *_, last = walk(record, record_variant(record))
    assert last.reasons == ()
    assert (last.game.stones, last.game.moves) == (course.game.stones, course.game.moves)


@pytest.mark.parametrize("name", ["chinese", "tile", "tao"])
@pytest.mark.parametrize("to_play", COLOURS)
def test_its_record_begins_with_the_first_mover(name: str, to_play: Colour) -> None:
    before = course_of(name)
    before.play("black", "B2")
    course = GtpGame(before.variant, before.board, replace(before.game.position, to_play=to_play))
    play(course, ("white", "C3"), ("white", "C2"), ("black", "A1"))
    record = course.record()
    *_, last = walk(record, record_variant(record))
    assert last.reasons == ()
    assert last.game.position == course.game.position


def test_moves_go_on_after_two_passes() -> None:
    said = "play b C3\nplay w pass\nplay b pass\ngogui-rules_final_result\nplay b D4\ngogui-rules_final_result\nundo\n"
    answers = talk(said, engine("--board 5")).split()
    assert answers == ["=", "=", "=", "=", "B+17.5", "=", "=", "unknown", "="]


CREATORS = load_toml("faults/documents")["creators"]


@pytest.mark.parametrize("case", CREATORS, ids=lambda case: case["way"])
def test_who_created_a_position(case: dict[str, Any]) -> None:
    """Spec 1.5, however it arose."""
    if "gtp" in case:
        player = engine()
        assert "?" not in talk("\n".join(case["gtp"]), player)
        game = player.game
    else:
        record = sgf.read(case["sgf"])
        stages = walk(record, record_variant(record))
        game = next(stage.game.copy() for number, stage in enumerate(stages) if number == case["node"])
    assert game.situations[0].creator == case["creator"]
