"""A room's events and intents, without a server: permissions and consequences."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from web_rooms import BOTH, do, play, refusal, room_of

from tengen import Game
from tengen.records import Colour, Place, Reason, other
from tengen.web.games import game_actions
from tengen.web.rooms import ClockReading, Event, GameTerms, IntentRefused, Room, Seat, Timing, answer, read_intent
from tengen.web.rooms.conditional_moves import kept, reply
from tengen.web.rooms.events import (
    FlagFell,
    Joined,
    Moved,
    Proposed,
    Renamed,
    TimeReturned,
)
from tengen.web.rooms.intents import explained


def offer(room: Room) -> tuple[Colour, int | None] | None:
    found = room.proposal("undo")
    return None if found is None else (found.by, found.count)


def ending(room: Room) -> Colour | None:
    found = room.proposal("no-result")
    return None if found is None else found.by


def told(room: Room) -> tuple[str, float | None, str | None]:
    return room.phase, room.deadline, room.names["white"]


def test_only_the_side_to_move_can_move() -> None:
    room = room_of()
    assert refusal(room, {"white"}, kind="move", move="C3").code == "not-your-turn"
    assert refusal(room, set(), kind="move", move="C3").code == "not-your-seat"
    assert refusal(room, set(), kind="resign").code == "not-your-seat"
    play(room, "C3")
    assert room.game.to_play == "white"


def test_only_a_ko_is_called_a_ko() -> None:
    """Black takes one stone and has another liberty: White's stone there may be forbidden, but retakes no ko."""
    for rows, is_ko in (([".XO.", "XO..", ".XO.", "...."], False), ([".XO.", "XO.O", ".XO.", "...."], True)):
        game = Game.setup("chinese", rows, repetition="positional")
        game.play("C3")
        told = explained(game, Place(game.board.point("B3")), [Reason.REPETITION])
        assert told.endswith("(ko).") == is_ko


def test_an_illegal_move_is_explained_and_changes_nothing() -> None:
    room = room_of()
    play(room, "C3")
    error = refusal(room, {"white"}, kind="move", move="C3")
    assert (error.code, error.reasons, str(error)) == ("illegal", ("occupied",), "A stone already stands there.")
    assert refusal(room, {"white"}, kind="move", move="Z99").reasons == ("off_board",)
    assert refusal(room, {"white"}, kind="move", move="now what").code == "illegal"


def test_a_move_is_not_stale_however_much_was_said() -> None:
    room = room_of(seats={"black": Seat(), "white": Seat(taken=False)})
    for event in (Joined(0.0, "white"), Renamed(0.0, "white", name="Ben")):
        room.apply(event)
    do(room, {"black"}, number=0, kind="move", move="C3")
    seen = room.number
    do(room, {"black"}, kind="propose", what="undo")
    do(room, {"black"}, kind="withdraw", what="undo")
    do(room, {"white"}, number=seen, kind="move", move="D3")
    assert refusal(room, {"black"}, number=seen, kind="move", move="B2").code == "stale"
    assert refusal(room, {"black"}, number=room.number + 1, kind="move", move="B2").code == "stale"


def said(room: Room) -> tuple[object, ...] | None:
    """Return the description of the last proposal: its kind, its answer, and the player who answered."""
    found = game_actions.answered(room)
    return None if found is None else (found["what"], found["how"], found["by"])


def test_every_answer_to_an_undo_is_told_until_the_game_goes_on() -> None:
    room = room_of()
    play(room, "C3", "D3")
    do(room, {"black"}, kind="propose", what="undo")
    assert (offer(room), said(room)) == (("black", 0), None)
    assert refusal(room, {"black"}, kind="propose", what="undo").code == "asked"
    assert refusal(room, {"black"}, kind="accept", what="undo").code == "no-offer"
    do(room, {"white"}, kind="decline", what="undo")
    assert (offer(room), said(room), len(room.game.moves)) == (None, ("undo", "declined", "white"), 2)
    do(room, {"black"}, kind="propose", what="undo")
    assert said(room) is None
    assert refusal(room, {"white"}, kind="withdraw", what="undo").code == "nothing-asked"
    do(room, {"black"}, kind="withdraw", what="undo")
    assert said(room) == ("undo", "withdrawn", "black")
    do(room, {"black"}, kind="propose", what="undo")
    play(room, "B2")
    assert (offer(room), said(room)) == (None, ("undo", "lapsed", "black"))
    play(room, "B3")
    assert said(room) is None
    do(room, {"black"}, kind="propose", what="undo")
    do(room, {"white"}, kind="accept", what="undo")
    assert (said(room), len(room.game.moves)) == (("undo", "granted", "white"), 2)
    do(room, {"white"}, kind="propose", what="undo")
    do(room, {"black"}, kind="accept", what="undo")
    assert len(room.game.moves) == 1, "White's own last move alone"
    do(room, {"black"}, kind="propose", what="undo")
    do(room, {"white"}, kind="resign")
    assert said(room) is None, "the game has not gone on; it is over"


def test_an_undo_against_the_computer_takes_back_two_moves() -> None:
    room = room_of(seats={"black": Seat(), "white": Seat("computer", 3)})
    assert refusal(room, {"black"}, kind="propose", what="undo").code == "no-moves"
    play(room, "C3", "D3")
    do(room, {"black"}, kind="propose", what="undo")
    assert room.game.moves == ()


def test_two_tabs_that_take_back_at_once_take_back_once() -> None:
    room = room_of(one_device=True)
    play(room, "C3", "D3", "B2")
    do(room, BOTH, number=3, kind="propose", what="undo")
    assert refusal(room, BOTH, number=3, kind="propose", what="undo").code == "stale"
    assert len(room.game.moves) == 2


def test_a_game_lost_on_time_is_not_taken_back() -> None:
    room = room_of(timing=Timing("absolute", main=10), one_device=True)
    do(room, {"black"}, at=1, kind="move", move="C3")
    room.apply(FlagFell(11, "white"))
    assert refusal(room, BOTH, kind="propose", what="undo").code == "over"


@pytest.mark.parametrize("resigning", ["black", "white"])
def test_one_may_resign_out_of_turn(resigning: Colour) -> None:
    room = room_of()
    play(room, "C3")
    do(room, {resigning}, kind="resign")
    assert room.phase == "over"
    assert room.game.outcome is not None
    assert (room.game.outcome.winner, room.game.outcome.how) == (other(resigning), "resignation")
    assert refusal(room, {"black"}, kind="move", move="A1").code == "over"


RETURNING = ["B3", "C3", "A2", "D2", "B1", "C1", "E5", "B2", "C2", "pass", "pass", "B2"]
"""On 5x5, three passes ending the game: White's last move brings the whole state back."""


def returned(**terms: Any) -> Room:
    game = Game("japanese", board="5x5", cycle="agreement", passes=3)
    room = Room(GameTerms(game.to_json(), **terms))
    play(room, *RETURNING[:-1])
    assert refusal(room, {"black"}, kind="propose", what="no-result").code == "no-return"
    assert "no-result" not in game_actions.actions(room, {"black"})
    play(room, RETURNING[-1])
    assert game_actions.actions(room, {"black"})["no-result"] == {"ok": True}
    return room


def test_issue_13_both_have_to_ask_for_no_result() -> None:
    room = returned()
    do(room, {"black"}, kind="propose", what="no-result")
    assert (room.phase, ending(room)) == ("playing", "black")
    assert refusal(room, {"black"}, kind="propose", what="no-result").code == "asked"
    do(room, {"white"}, kind="propose", what="no-result")
    assert (room.phase, str(room.game.outcome), room.deadline) == ("over", "Void", None)
    assert refusal(room, {"white"}, kind="propose", what="no-result").code == "over"


def test_an_end_without_result_is_declined_or_granted_in_words() -> None:
    room = returned()
    assert refusal(room, {"white"}, kind="accept", what="no-result").code == "no-offer"
    do(room, {"black"}, kind="propose", what="no-result")
    assert refusal(room, {"black"}, kind="accept", what="no-result").code == "no-offer"
    do(room, {"white"}, kind="decline", what="no-result")
    assert (ending(room), said(room)) == (None, ("no-result", "declined", "white"))
    do(room, {"black"}, kind="propose", what="no-result")
    do(room, {"black"}, kind="withdraw", what="no-result")
    assert said(room) == ("no-result", "withdrawn", "black")
    do(room, {"black"}, kind="propose", what="no-result")
    do(room, {"white"}, kind="accept", what="no-result")
    assert (room.phase, str(room.game.outcome)) == ("over", "Void")


def test_a_move_withdraws_the_wish_for_no_result() -> None:
    room = returned()
    do(room, {"white"}, kind="propose", what="no-result")
    play(room, "D5")
    assert (ending(room), room.game.outcome) == (None, None)
    do(room, {"black"}, kind="propose", what="no-result")
    assert room.phase == "playing"


def test_the_computer_and_one_device_need_one_wish() -> None:
    room = returned(seats={"black": Seat(), "white": Seat("computer", 3)})
    do(room, {"black"}, kind="propose", what="no-result")
    assert str(room.game.outcome) == "Void"
    room = returned(one_device=True)
    do(room, BOTH, kind="propose", what="no-result")
    assert str(room.game.outcome) == "Void"


def test_a_rematch_has_the_same_terms_and_changes_colours() -> None:
    seats: dict[Colour, Seat] = {"black": Seat(name="Ann"), "white": Seat("computer", 3)}
    room = room_of("cushion", "7", Timing("absolute", main=60), seats=seats)
    play(room, "C3", "resign")
    terms = room.rematch_terms()
    assert terms.seats == {"black": Seat("computer", 3), "white": Seat(name="Ann")}
    assert (terms.timing, terms.game().moves, terms.game().variant.name) == (room.terms.timing, (), "cushion")
    room.apply(Event.load(Proposed(9.0, "black", "rematch", game="next").dump()))
    assert room.rematch == Proposed(9.0, "black", "rematch", game="next")
    assert refusal(room, {"black"}, kind="decline", what="rematch").code == "no-offer"
    do(room, {"white"}, kind="decline", what="rematch")
    assert said(room) == ("rematch", "declined", "white")
    assert refusal(room, {"white"}, kind="decline", what="rematch").code == "no-offer"


def test_a_game_without_passes_ends_when_nobody_can_move() -> None:
    room = room_of("tile", "1")
    while room.phase == "playing":
        play(room, next(room.game.write_move(move) for move in room.game.legal_moves()))
    assert room.game.outcome is not None
    assert room.game.outcome.how == "no_moves"


def test_clocks_run_from_the_second_move_on_and_fall() -> None:
    room = room_of(timing=Timing("absolute", main=100))
    do(room, {"black"}, at=50, kind="move", move="C3")
    assert room.deadline == 150
    do(room, {"white"}, at=80, kind="move", move="D3")
    assert (room.readings["white"].main, room.deadline) == (70, 180)
    do(room, {"black"}, at=181, kind="move", move="B2")  # too late: the flag falls instead
    assert room.phase == "over"
    assert room.game.outcome is not None
    assert (room.game.outcome.winner, room.game.outcome.how) == ("white", "time")


def test_no_clock_runs_without_a_server_or_an_opponent() -> None:
    room = room_of(timing=Timing("absolute", main=100), seats={"black": Seat(), "white": Seat(taken=False)})
    do(room, {"black"}, at=50, kind="move", move="C3")
    assert told(room) == ("waiting", None, None)
    room.apply(Joined(70, "white", name="Ada"))
    assert told(room) == ("playing", 170, "Ada")
    room.apply(TimeReturned(80, 25))
    assert room.deadline == 195
    assert room.overdue(194.9) == []
    assert room.overdue(195) == [FlagFell(195, "white")]


def test_a_pause_both_agree_to_stops_the_clock_until_one_goes_on() -> None:
    room = room_of(timing=Timing("byoyomi", main=10, periods=2, period=30))
    assert refusal(room, {"black"}, kind="propose", what="pause").code == "no-clock"
    play(room, "C3")
    do(room, {"white"}, at=25, kind="propose", what="pause")
    assert (room.paused, room.deadline) == (None, 70)
    do(room, {"black"}, at=30, kind="decline", what="pause")
    do(room, {"black"}, at=35, kind="propose", what="pause")
    do(room, {"white"}, at=45, kind="accept", what="pause")
    assert (room.deadline, room.overdue(9_999), room.phase) == (None, [], "playing")
    assert room.reading("white", 9_999) == ClockReading(0, 1, 25), "45 s: the second period runs"
    assert str(refusal(room, {"white"}, kind="propose", what="pause")) == "The clocks are already stopped."
    seen = room.number
    do(room, {"black"}, at=1_045, kind="resume")
    assert (room.deadline, said(room)) == (1_070, ("pause", "lapsed", "black"))
    do(room, {"white"}, at=1_046, number=seen, kind="move", move="D3")  # not stale: the board is the same
    assert room.readings["white"] == ClockReading(0, 1)


def test_a_move_ends_a_pause_which_costs_the_mover_nothing() -> None:
    room = room_of(timing=Timing("absolute", main=100), seats={"black": Seat(), "white": Seat("computer", 3)})
    play(room, "C3")
    assert room.computer_is_due
    do(room, {"black"}, at=10, kind="propose", what="pause")  # the computer agrees, and waits
    assert (room.paused, room.computer_is_due) == (10, False)
    do(room, {"black"}, at=20, kind="resume")
    do(room, {"white"}, at=30, kind="move", move="D3")
    do(room, {"black"}, at=35, kind="propose", what="pause")
    do(room, {"black"}, at=500, kind="move", move="B2")
    assert (room.readings["white"].main, room.readings["black"].main, room.deadline) == (80, 95, 580)
    rated = room_of(timing=Timing("absolute", main=100), seats=room.terms.seats, rated=True)
    play(rated, "C3")
    assert "have no pauses" in str(refusal(rated, {"black"}, kind="propose", what="pause"))


def test_time_is_a_gift_to_the_opponent() -> None:
    room = room_of(timing=Timing("absolute", main=100))
    play(room, "C3")
    seen = room.number
    do(room, {"black"}, at=99, kind="propose", what="time")
    assert (room.deadline, room.readings["black"].main, said(room)) == (115, 100, ("time", "granted", "black"))
    do(room, {"black"}, at=116, kind="propose", what="time")  # too late: the flag has fallen
    assert room.phase == "over"
    days = room_of(timing=DAYS)
    play(days, "C3")
    do(days, {"white"}, kind="propose", what="time")
    do(days, {"white"}, number=seen, kind="move", move="D3")
    assert days.deadline == 4 * 86_400
    for without in (room_of(), room_of(timing=DAYS, one_device=True)):
        assert refusal(without, {"black"}, kind="propose", what="time").code == "no-clock"


def test_a_conditional_move_follows_a_move_and_nothing_else() -> None:
    room = room_of(timing=DAYS)
    play(room, "C3")
    lines = kept(room, "black", [["D3", "D4"]])
    assert reply("black", lines, room, 1.0) == []
    play(room, "D3")
    assert reply("black", lines, room, 1.0) == [Moved(1.0, "black", "D4")]
    play(room, "D4")
    do(room, {"black"}, kind="propose", what="undo")
    do(room, {"white"}, kind="accept", what="undo")
    assert (len(room.game.moves), reply("black", lines, room, 2.0)) == (2, []), "Black has just taken it back"


WISHES: list[dict[str, Any]] = [
    {"kind": "propose", "what": "undo"},
    {"kind": "accept", "what": "undo"},
    {"kind": "decline", "what": "undo"},
    {"kind": "agree"},
    {"kind": "resume"},
    {"kind": "propose", "what": "no-result"},
    {"kind": "accept", "what": "no-result"},
    {"kind": "decline", "what": "no-result"},
    {"kind": "decline", "what": "rematch"},
    {"kind": "propose", "what": "hints"},
    {"kind": "accept", "what": "hints"},
    {"kind": "propose", "what": "pause"},
    {"kind": "propose", "what": "time"},
    *({"kind": "withdraw", "what": what} for what in ("undo", "no-result", "hints", "rematch", "pause")),
    {"kind": "dead", "stones": ["B2"], "dead": True},
    {"kind": "dead", "stones": ["B2"], "dead": False},
    {"kind": "seki", "stones": ["B2"], "seki": True},
    {"kind": "seki", "stones": ["B2"], "seki": False},
    {"kind": "seki-auto"},
    *({"kind": "move", "move": move} for move in ("A1", "B2", "C3", "B1", "pass", "return", "tao C1")),
]


@given(
    st.sampled_from(["chinese", "japanese", "cushion", "tao", "gengo"]),
    st.lists(
        st.tuples(st.sampled_from(["black", "white", ""]), st.sampled_from(WISHES), st.integers(0, 3)), max_size=40
    ),
)
def test_replaying_the_events_gives_the_same_room(variant: str, asked: list[tuple[Any, dict[str, Any], int]]) -> None:
    """Any intents in any order are either refused or become events that replay to the same state."""
    room = room_of(variant, "3", Timing("fischer", main=30, increment=2))
    terms, happened = room.terms, []
    for second, (who, wish, late) in enumerate(asked):
        seats: set[Colour] = {who} if who else set()
        try:
            events = answer(room, seats, read_intent(wish), max(0, room.number - late), float(second))
        except IntentRefused:
            continue
        room = room.after(events)
        happened += events
    again = Room(GameTerms.load(terms.dump()))
    for event in happened:
        again.apply(Event.load(event.dump()))
    same = "phase number readings deadline paused dead seki agreed proposals hints answered taken names"
    for name in same.split():
        assert getattr(again, name) == getattr(room, name)
    for name in ("moves", "outcome", "resumptions", "to_play", "situations"):
        assert getattr(again.game, name) == getattr(room.game, name)


# -- clocks ------------------------------------------------------------------------------------------------------------

BYOYOMI = Timing("byoyomi", main=60, periods=3, period=30)
CANADIAN = Timing("canadian", main=60, period=100, stones=3)
DAYS = Timing("correspondence", period=3 * 86_400)


@pytest.mark.parametrize(
    ("timing", "before", "seconds", "after"),
    [
        (Timing("absolute", main=60), ClockReading(60), 25, ClockReading(35)),
        (Timing("fischer", main=60, increment=5), ClockReading(3), 2, ClockReading(6)),
        (BYOYOMI, ClockReading(60, 3), 59, ClockReading(1, 3)),
        (BYOYOMI, ClockReading(10, 3), 39, ClockReading(0, 3)),  # 29 s of the first period: it is kept
        (BYOYOMI, ClockReading(0, 3), 30, ClockReading(0, 2)),
        (BYOYOMI, ClockReading(0, 3), 89, ClockReading(0, 1)),
        (CANADIAN, ClockReading(60, 0, 100, 3), 30, ClockReading(30, 0, 100, 3)),
        (CANADIAN, ClockReading(10, 0, 100, 3), 30, ClockReading(0, 0, 80, 2)),
        (CANADIAN, ClockReading(0, 0, 80, 1), 30, ClockReading(0, 0, 100, 3)),  # the last of three: a new period
        (DAYS, DAYS.begin(), 2 * 86_400, ClockReading(3 * 86_400)),  # every move has its days anew
    ],
)
def test_a_move_leaves_what_the_time_system_says(
    timing: Timing, before: ClockReading, seconds: float, after: ClockReading
) -> None:
    assert timing.moved(before, seconds) == after


@pytest.mark.parametrize(
    ("timing", "reading", "seconds"),
    [
        (Timing("absolute", main=60), ClockReading(60), 60),
        (Timing("fischer", main=60, increment=5), ClockReading(12), 12),
        (BYOYOMI, ClockReading(10, 3), 100),
        (BYOYOMI, ClockReading(0, 1), 30),
        (CANADIAN, ClockReading(10, 0, 100, 3), 110),
        (CANADIAN, ClockReading(0, 0, 17, 2), 17),
        (Timing(), ClockReading(0), float("inf")),
        (DAYS, DAYS.begin(), 3 * 86_400),
    ],
)
def test_a_clock_falls_when_nothing_is_left(timing: Timing, reading: ClockReading, seconds: float) -> None:
    assert timing.left(reading) == seconds
