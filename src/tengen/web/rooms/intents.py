"""Players' intents: the events that they cause, or the reason for refusal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, ClassVar, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ...game import Game
from ...game.fairness import bid_of, read_bid
from ...game.refusal import refusals
from ...records import COLOURS, Colour, FormatError, Move, Place, Reason, TengenError, Text, joined, other
from .events import (
    CountAgreed,
    Declined,
    Event,
    Moved,
    Proposed,
    Resumed,
    SekiMarked,
    SidesSettled,
    TakenBack,
    TimeGiven,
    What,
    Withdrawn,
)
from .room import Room

RATED_WITHOUT_HINTS: Final = Text("Rated games have no hints.")
_LABEL = Annotated[str, Field(min_length=1, max_length=64)]


class _Wish(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", frozen=True)


class MakeMove(_Wish):
    """Make a move, as text: D4, tao D4, pass, return."""

    kind: Literal["move"]
    move: Annotated[str, Field(min_length=1, max_length=80)]


class SettleSides(_Wish):
    """Swap sides instead of moving ("swap"), or bid a komi before the first move: 6.5, or "none" for no more."""

    kind: Literal["sides"]
    said: Annotated[str, Field(min_length=1, max_length=20)]


class Propose(_Wish):
    """Propose something to the opponent, or do it at once without one.

    "undo": take back your last move; "no-result": end the game without result; "hints": allow hints for both; "pause":
    stop the clocks until either player goes on or a move is made; "time": give the opponent 15 seconds, or a day in a
    correspondence game, which needs no consent.
    """

    kind: Literal["propose"]
    what: Literal["undo", "no-result", "hints", "pause", "time"]


class AnswerProposal(_Wish):
    """Accept or decline the opponent's proposal, or withdraw your own.

    A rematch is proposed by starting it, and accepted by going there.
    """

    kind: Literal["accept", "decline", "withdraw"]
    what: What


class MarkDead(_Wish):
    """Mark chains as dead or alive, each by one of its stones."""

    kind: Literal["dead"]
    stones: Annotated[list[_LABEL], Field(max_length=1000)]
    dead: bool


class MarkSeki(_Wish):
    """Mark holdings as in seki or not, each by one of its stones."""

    kind: Literal["seki"]
    stones: Annotated[list[_LABEL], Field(max_length=1000)]
    seki: bool


class PlainIntent(_Wish):
    """Do something without parameters.

    "agree": agree to the marks of dead stones and seki; "resume": return from counting, or from a pause, to play;
    "seki-auto": mark seki automatically again; "estimate": let the computer mark dead stones.
    """

    kind: Literal["resign", "agree", "resume", "seki-auto", "estimate"]


CountIntent = MarkDead | MarkSeki | PlainIntent
Intent = MakeMove | SettleSides | Propose | AnswerProposal | CountIntent
_ADAPTER: TypeAdapter[Intent] = TypeAdapter(Annotated[Intent, Field(discriminator="kind")])


def read_intent(given: object) -> Intent:
    """Return the intent in plain data; raises pydantic's ValidationError."""
    return _ADAPTER.validate_python(given)


REFUSALS: Final[Mapping[str, Text]] = {
    "not-your-seat": Text("You are watching this game; only the two players can do that."),
    "not-your-turn": Text("It is not your turn."),
    "stale": Text("The game has moved on; look at the board again."),
    "over": Text("The game is over."),
    "counting": Text("Both have passed: mark the dead stones and agree, or go on playing."),
    "no-seki": Text("Seki costs nothing under these rules."),
    "not-counting": Text("Counting starts when both players have passed."),
    "no-moves": Text("You have no move to take back."),
    "no-offer": Text("You were not asked for that."),
    "nothing-asked": Text("You have asked for nothing that waits for an answer."),
    "asked": Text("Your opponent has been asked; wait for the answer."),
    "rated": Text("This game is rated: no move is taken back."),
    "no-clock": Text("No clock is running now."),
    "no-return": Text("The players may end the game without result only after the whole position has come back."),
}


class IntentRefused(TengenError):
    """An intent that cannot be carried out; ``code`` is for programs, the text for people."""

    def __init__(self, code: str, text: Text | None = None, reasons: Collection[str] = ()) -> None:
        super().__init__(REFUSALS[code] if text is None else text)
        self.code = code
        self.reasons: Final = tuple(reasons)


def explained(game: Game, move: Move, reasons: Iterable[Reason]) -> Text:
    """Explain why a move of the side to move is illegal: a sentence for every reason.

    A move that superko forbids is called ko if it would retake the ko that the last turn took.
    """
    retakes = isinstance(move, Place) and bool(game.moves) and game.turns[-1].ko == move.point
    named = (Reason.KO if reason is Reason.REPETITION and retakes else reason for reason in reasons)
    return joined(refusals(game, move, named))


# -- answers -----------------------------------------------------------------------------------------------------------


def answer(room: Room, seats: Collection[Colour], intent: Intent, number: int, now: float) -> list[Event]:
    """Return the events that an intent of these seats causes, without applying them, or raise IntentRefused.

    ``number`` is the number of events the players had seen. Estimates need an engine and are not answered here.
    """
    assert intent.kind != "estimate"
    if not seats:
        raise IntentRefused("not-your-seat")
    match intent:
        case MakeMove():
            return _move(room, seats, intent, number, now)
        case SettleSides():
            return _settle_sides(room, seats, intent, number, now)
        case PlainIntent(kind="resign"):
            _refuse_unless_playing(room)
            return [Moved(now, room.acting(seats), "resign")]
        case PlainIntent(kind="resume") if room.paused is not None:
            return [Resumed(now, room.acting(seats))]
        case Propose(what="undo"):
            return _propose_undo(room, seats, number, now)
        case Propose(what="time"):
            return _give_time(room, seats, now)
        case Propose(what=what):
            return _propose(room, seats, what, now)
        case AnswerProposal():
            return _answer_proposal(room, seats, intent, now)
    return _answer_count(room, seats, intent, number, now)


def _refuse_unless_playing(room: Room) -> None:
    if room.phase in ("over", "counting"):
        raise IntentRefused(room.phase)


def _move(room: Room, seats: Collection[Colour], intent: MakeMove, number: int, now: float) -> list[Event]:
    _refuse_unless_playing(room)
    if room.game.to_play not in seats:
        raise IntentRefused("not-your-turn")
    if not room.is_up_to_date(number):
        raise IntentRefused("stale")
    if late := room.overdue(now):
        return late
    move = legal_move(room.game, intent.move)
    return [Moved(now, room.game.to_play, room.game.write_move(move))]


def _settle_sides(room: Room, seats: Collection[Colour], intent: SettleSides, number: int, now: float) -> list[Event]:
    _refuse_unless_playing(room)
    mine = [colour for colour in COLOURS if colour in seats and colour in room.due]
    if not mine:
        raise IntentRefused("not-your-turn")
    if not room.is_up_to_date(number):
        raise IntentRefused("stale")
    game = room.game
    try:
        if intent.said != "swap":
            bid_of(game.rules, game.bids, read_bid(intent.said))
        elif why := game.why_no_swap():
            raise IntentRefused("illegal", why)
    except TengenError as error:
        raise IntentRefused("illegal", error.text) from None
    return room.overdue(now) or [SidesSettled(now, mine[0], intent.said)]


def legal_move(game: Game, text: str) -> Move:
    """Return the move of a text; IntentRefused, with every reason, if it is illegal."""
    try:
        move = game.read_move(text)
    except FormatError as error:
        raise IntentRefused("illegal", error.text) from None
    reasons = game.why_not(move)
    if reasons:
        raise IntentRefused("illegal", explained(game, move, reasons), [str(reason) for reason in reasons])
    return move


# -- proposals ---------------------------------------------------------------------------------------------------------


def _propose_undo(room: Room, seats: Collection[Colour], number: int, now: float) -> list[Event]:
    if room.phase == "over" and not room.may_undo_end:
        raise IntentRefused("over")
    if room.terms.rated:
        raise IntentRefused("rated")
    if not room.is_up_to_date(number):
        raise IntentRefused("stale")
    count, colour, standing = room.undone(seats), room.acting(seats), room.proposal("undo")
    if count is None:
        raise IntentRefused("no-moves")
    if room.is_alone:
        return [TakenBack(now, colour, count)]
    if standing is None:
        return [Proposed(now, colour, "undo", count=count)]
    if standing.by in seats:
        raise IntentRefused("asked")
    return [_granted_undo(standing, now)]


def _granted_undo(proposal: Proposed, now: float) -> TakenBack:
    assert proposal.count is not None
    return TakenBack(now, other(proposal.by), proposal.count)


def _propose(room: Room, seats: Collection[Colour], what: What, now: float) -> list[Event]:
    """Propose something that needs both sides: an end without result (spec 1.6), a pause, or hints.

    The computer always agrees to the first two; the third exists only between people.
    """
    if room.phase == "over":
        raise IntentRefused("over")
    if what == "pause" and (why := why_no_pause(room)):
        raise why
    if what == "pause" and (late := room.overdue(now)):
        return late
    if what == "no-result" and not room.game.may_end_without_result:
        raise IntentRefused("no-return")
    if what == "hints" and room.terms.rated:
        raise IntentRefused("rated", RATED_WITHOUT_HINTS)
    if what == "hints" and (room.is_alone or room.hints):
        raise IntentRefused("asked")
    standing = room.proposal(what)
    willing = {*seats, room.terms.computer} - {standing.by if standing is not None else None}
    if not willing.intersection(seats):
        raise IntentRefused("asked")
    return [Proposed(now, colour, what) for colour in COLOURS if colour in willing]


def why_no_pause(room: Room) -> IntentRefused | None:
    """Return why the clocks cannot be stopped now; None if they can.

    Rated games against the computer have no pauses, as no opponent could decline the extra time.
    """
    if room.terms.rated and room.terms.computer is not None:
        return IntentRefused("rated", Text("Rated games against the computer have no pauses."))
    if room.turn_began is None:
        return IntentRefused("no-clock")
    return None if room.paused is None else IntentRefused("no-clock", Text("The clocks are already stopped."))


def _give_time(room: Room, seats: Collection[Colour], now: float) -> list[Event]:
    _refuse_unless_playing(room)
    if room.terms.timing.kind == "none" or room.is_alone:
        raise IntentRefused("no-clock")
    return room.overdue(now) or [TimeGiven(now, room.acting(seats), room.terms.timing.gift)]


def _answer_proposal(room: Room, seats: Collection[Colour], intent: AnswerProposal, now: float) -> list[Event]:
    what, standing = intent.what, room.proposal(intent.what)
    if intent.kind == "withdraw":
        if standing is None or standing.by not in seats or what == "rematch":
            raise IntentRefused("nothing-asked")
        return [Withdrawn(now, standing.by, what)]
    if standing is None or standing.by in seats:
        raise IntentRefused("no-offer")
    if intent.kind == "decline":
        return [Declined(now, other(standing.by), what)]
    if what == "rematch":  # accepted by going there
        raise IntentRefused("no-offer")
    return [_granted_undo(standing, now)] if what == "undo" else _propose(room, seats, what, now)


# -- the count ---------------------------------------------------------------------------------------------------------


def _answer_count(room: Room, seats: Collection[Colour], intent: CountIntent, number: int, now: float) -> list[Event]:
    if room.phase != "counting":
        raise IntentRefused("over" if room.phase == "over" else "not-counting")
    colour = room.acting(seats)
    match intent:
        case MarkDead():
            return _mark_dead(room, intent, colour, now)
        case MarkSeki() | PlainIntent(kind="seki-auto"):
            return _mark_seki(room, intent, colour, now)
        case PlainIntent(kind="resume"):
            return [Resumed(now, colour)]
    if number < room.marked:
        raise IntentRefused("stale", Text("Other stones have been marked since; look at the board again."))
    return [CountAgreed(now, each) for each in COLOURS if each in seats and each not in room.agreed]


def agreed_by_computer(room: Room, stones: Iterable[str], computer: Colour, now: float) -> list[Event]:
    """Return the events by which the computer marks exactly these stones as dead, and agrees."""
    marks: list[Event] = [] if set(room.dead) == {*stones} else [room.mark({*stones}, computer, now)]
    if room.seki is not None:  # it does not accept players' marks of seki
        marks.append(SekiMarked(now, computer))
    return [*marks, CountAgreed(now, computer)]


def _mark_dead(room: Room, intent: MarkDead, colour: Colour, now: float) -> list[Event]:
    marked, on_board = set(room.dead), room.game.stones
    for label in intent.stones:
        if on_board.get(label) not in COLOURS:
            raise IntentRefused("illegal", Text("{label} has no stone.", label=label))
        same = {*room.game.board.names(room.game.chain(label))}
        marked = marked | same if intent.dead else marked - same
    return [] if marked == set(room.dead) else [room.mark(marked, colour, now)]


def _mark_seki(room: Room, intent: MarkSeki | PlainIntent, colour: Colour, now: float) -> list[Event]:
    if room.game.rules.tax != "seki":
        raise IntentRefused("no-seki")
    if isinstance(intent, PlainIntent):  # the automatic mark again
        return [] if room.seki is None else [SekiMarked(now, colour)]
    marked = before = room.in_seki()
    on_board = room.game.stones
    for label in intent.stones:
        if on_board.get(label) not in COLOURS or label in room.dead:
            raise IntentRefused("illegal", Text("{label} has no living stone.", label=label))
        same = {*room.game.score(dead=room.dead, seki=[label]).seki[0].stones}
        marked = marked | same if intent.seki else marked - same
    return [] if marked == before else [SekiMarked(now, colour, room.in_order(marked))]
