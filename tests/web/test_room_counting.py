"""The count at the end of a game in a room: dead stones and sekis are marked and agreed on, or play goes on."""

from typing import Any

from web_rooms import BOTH, counting, do, play, refusal, room_of

from tengen import Game
from tengen.web.rooms import GameTerms, Room


def test_dead_stones_are_marked_and_agreed_on_by_both() -> None:
    room = counting()
    assert room.game.outcome is not None
    do(room, {"black"}, kind="dead", stones=["A1"], dead=True)
    do(room, {"black"}, kind="agree")
    assert room.phase == "counting"
    do(room, {"white"}, kind="agree")
    assert room.phase == "over"
    assert room.game.dead == ("A1",)
    assert str(room.game.outcome) == "B+17.5"


def test_marking_other_stones_ends_an_agreement() -> None:
    room = counting()
    do(room, {"black"}, kind="agree")
    do(room, {"white"}, kind="dead", stones=["A1"], dead=True)
    assert room.agreed == frozenset()
    assert refusal(room, {"black"}, number=room.number - 1, kind="agree").code == "stale"
    seen = room.number - 1
    do(room, {"white"}, kind="agree")
    assert refusal(room, {"black"}, number=seen, kind="agree").code == "stale", "not even after White has agreed"
    assert refusal(room, {"black"}, kind="dead", stones=["E5"], dead=True).code == "illegal"
    do(room, {"white"}, kind="dead", stones=["A1"], dead=False)
    assert room.dead == ()


def sekis(**axes: Any) -> Room:
    rows = [*["..OX."] * 6, "OOOXX", "XXXOO", ".X.O."]
    room = Room(GameTerms(Game.setup("japanese", rows, komi=0, **axes).to_json()))
    play(room, "pass", "pass")
    return room


def test_seki_is_marked_automatically_until_a_player_marks_it() -> None:
    room = sekis()
    both = room.in_seki()
    assert (room.seki, len(both), room.score().margin) == (None, 7, -6)
    do(room, {"white"}, kind="agree")
    do(room, {"black"}, kind="seki", stones=["C2"], seki=False)
    assert room.agreed == frozenset()
    assert (room.in_seki(), room.score().margin) == ({"D2", "E2", "D1"}, 7 - 12)
    do(room, {"black"}, kind="seki", stones=["A2"], seki=True)
    assert room.in_seki() == both
    do(room, {"white"}, kind="seki", stones=["D9", "E3"], seki=True)
    assert refusal(room, {"white"}, kind="seki", stones=["A1"], seki=True).code == "illegal"
    assert room.seki is not None
    do(room, {"white"}, kind="seki-auto")
    assert room.in_seki() == both
    assert vars(room)["seki"] is None


def test_a_seki_is_agreed_on_by_both_and_kept() -> None:
    room = sekis()
    do(room, {"black"}, kind="seki", stones=["C2"], seki=False)
    do(room, BOTH, kind="agree")
    assert room.phase == "over"
    assert (room.game.seki, str(room.game.outcome)) == (("D2", "E2", "D1"), "W+5")
    assert Game.from_sgf(room.game.sgf()).seki == room.game.seki


def test_dead_stones_are_in_no_seki() -> None:
    room = sekis()
    do(room, {"black"}, kind="seki", stones=["C2", "D1"], seki=True)
    do(room, {"black"}, kind="seki", stones=["C9"], seki=True)
    do(room, {"black"}, kind="dead", stones=["D2"], dead=True)
    assert room.seki is not None
    assert not {"D2", "E2", "D1"} & {*room.seki}
    assert refusal(room, {"white"}, kind="seki", stones=["D2"], seki=True).code == "illegal"
    do(room, BOTH, kind="agree")
    assert room.phase == "over"


def test_where_seki_costs_nothing_it_is_not_marked() -> None:
    room = sekis(tax="none")
    assert room.score().margin == -6
    assert refusal(room, {"black"}, kind="seki", stones=["C2"], seki=True).code == "no-seki"
    assert refusal(room, {"black"}, kind="seki-auto").code == "no-seki"


def test_counting_can_give_way_to_play_again() -> None:
    room = counting()
    assert refusal(room, {"black"}, kind="move", move="E5").code == "counting"
    do(room, {"white"}, kind="resume")
    assert room.phase == "playing"
    assert [str(request) for request in room.game.resumptions] == ["Resumption(number=7, by='white')"]
    assert len(room.game.moves) == 7, "the passes stay"
    assert room.game.to_play == "white"


def test_a_resumed_game_is_taken_back_and_ended_again() -> None:
    room = counting("japanese")
    do(room, {"black"}, kind="resume")
    assert room.game.to_play == "white", "the opponent of whoever asked"
    play(room, "E5")
    do(room, {"white"}, kind="propose", what="undo")
    do(room, {"black"}, kind="accept", what="undo")
    assert (room.phase, len(room.game.moves), len(room.game.resumptions)) == ("playing", 7, 1)
    play(room, "pass", "pass")
    assert room.phase == "counting"
    do(room, BOTH, kind="agree")
    assert refusal(room, {"white"}, kind="resume").code == "over"


def test_where_stones_are_counted_nothing_is_dead() -> None:
    room = room_of("gengo", "7")
    play(room, "D4", "pass", "pass", "pass")
    assert room.phase == "over"
