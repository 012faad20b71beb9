"""Lost games: the computer resigns, against a beginner once none of its stones live; its opponent is notified once."""

from typing import Any

import pytest
from test_advice import found

from tengen import Game
from tengen.records import Colour
from tengen.web.engine.engine_jobs import EngineJobs
from tengen.web.games import game_view
from tengen.web.games.live_game import LiveGame
from tengen.web.games.lost_games import WATCHING, consequences, is_look_due
from tengen.web.gate.sockets import cost
from tengen.web.rooms import Event, GameTerms, Room, Seat
from tengen.web.rooms.events import FoundLost, Moved, TakenBack, ToldLost

ALIVE = "A3 A2 B3 B2 C3 B1 D3 C2 E2 D2 E1 D1 E4 pass C5 pass F5 pass F3 pass B6 pass D6"
"""White lives in a corner of 7x7 with two eyes, and Black has the rest."""

NOTHING = "C3 pass C2 pass C4 pass C1 pass C5 pass B3 pass D3"


def room_of(board: str = "9", moves: str = "", level: int = 1, variant: str = "chinese") -> Room:
    game = Game(variant, board=board)
    for move in moves.split():
        game.play(move)
    return Room(GameTerms(game.to_json(), {"black": Seat(), "white": Seat("computer", level)}))


def look(room: Room, result: Any) -> list[Event]:
    """Apply a check of the position with this result, and its consequences."""
    events = consequences(room, room.game.moves, result, 0.0)
    for event in events:
        room.apply(Event.load(event.dump()))
    return events


@pytest.mark.parametrize(
    ("board", "moves", "level", "resigns"),
    [
        ("7", ALIVE, 5, True),
        ("7", ALIVE, 2, False),  # a beginner may finish the game
        ("5", NOTHING, 1, True),
        ("7", "D4 C3 E3 C4 D5 D3", 5, False),
    ],
)
def test_a_computer_that_is_lost_resigns(board: str, moves: str, level: int, resigns: bool) -> None:
    room = room_of(board, moves, level)
    *_, result = EngineJobs(megabytes=8).analyse(room.game.to_json(), WATCHING)
    assert [event.kind for event in look(room, result)] == (["lost"] if resigns else [])
    look(room, result)
    assert (room.game.outcome is not None and room.game.outcome.how == "resignation") == resigns


def test_one_good_look_begins_the_count_anew_and_so_does_an_undo() -> None:
    room = room_of(moves="C3 C4 D3 D4")
    for black in (0.999, 0.5, 0.999):
        look(room, found(black=black))
    assert (room.lost, room.phase) == ("white", "playing")
    room.apply(TakenBack(0.0, "black", 2))
    assert room.lost is None


def test_a_late_check_counts_until_the_computer_moves_again() -> None:
    room = room_of(moves="C3 C4 D3 D4", level=5)
    looked = room.game.moves
    room.apply(Moved(0.0, "black", "E5"))
    assert consequences(room, looked, found(black=0.999), 0.0) == [FoundLost(0.0, "white")]
    room.apply(Moved(0.0, "white", "E6"))
    assert consequences(room, looked, found(black=0.999), 0.0) == []
    assert consequences(room, [*looked[:3], looked[0]], found(black=0.999), 0.0) == []


def test_checks_follow_some_moves_but_not_in_a_new_game() -> None:
    room, due = room_of(), []
    while len(room.game.moves) < 32:
        room.game.play(next(iter(room.game.legal_moves())))
        if len(room.game.moves) % 2 == 0 and is_look_due(room):
            due.append(len(room.game.moves))
    assert due == [24, 30]
    alone = Room(GameTerms(room.game.to_json()))
    assert not is_look_due(alone)


def test_a_stand_in_costs_as_much_as_the_stronger_engine() -> None:
    def of(seat: Seat) -> int:
        return cost(Room(GameTerms(Game("chinese", board="5").to_json(), {"black": Seat(), "white": seat})), "move")

    guests = [Seat("computer", None, "KataGo", visits=visits) for visits in (1, 8, 64, 1_000)]
    assert [seat.plays_at for seat in guests] == [5, 7, 10, 10]
    assert [of(seat) for seat in guests] == [of(Seat("computer", level)) for level in (5, 7, 10, 10)]


def test_a_lost_player_is_notified_once_even_after_a_restart() -> None:
    room, nothing_lives = room_of(moves="C3 C4 D3 D4"), found(black=0.001, lead=-9.0, A1=-1.0)
    before = cost(room, "move")
    happened = look(room, nothing_lives)
    again = room_of(moves="C3 C4 D3 D4")  # another server, from the events alone
    for event in happened:
        again.apply(event)
    assert look(again, nothing_lives)[1:] == [ToldLost(0.0, "black", count=0)]
    assert (look(again, nothing_lives), cost(again, "move")) == ([], before)
    assert told(again) == "You have no living group. Resign?"
    assert told(again, "white") is None


def told(room: Room, colour: Colour = "black") -> object:
    return game_view.state(LiveGame("game", room), {colour}, game_view.BoardStyle(), 0.0)["doomed"]


@pytest.mark.parametrize(
    ("variant", "lead", "text"),
    [
        ("chinese", -9.0, "You are about 9 points behind, and can hardly win any more. Resign?"),
        ("chinese", -1.0, "You are about a point behind, and can hardly win any more. Resign?"),
        ("chinese", 0.0, "You can hardly win any more. Resign?"),
        ("tile", -9.0, None),  # nothing is counted there
    ],
)
def test_a_lost_player_sees_points_only_if_points_decide(variant: str, lead: float, text: str | None) -> None:
    room = room_of(moves="C3 C4 D3 D4", variant=variant)
    for _ in range(3):
        look(room, found(black=0.001, lead=lead, C3=1.0))
    assert told(room) == text
