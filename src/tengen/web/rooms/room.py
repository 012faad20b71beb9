"""A room: a game, its two seats, clocks and agreements, built by replaying events."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

from ...game import Game, Score
from ...game.fairness import SIDES, Side, read_bid
from ...records import COLOURS, Colour, other
from .events import (
    CountAgreed,
    DeadMarked,
    Declined,
    Event,
    FlagFell,
    Forfeited,
    FoundLost,
    Joined,
    Moved,
    Proposed,
    Renamed,
    Resumed,
    SekiMarked,
    SidesSettled,
    TakenBack,
    TimeGiven,
    TimeReturned,
    ToldLost,
    What,
    Withdrawn,
)
from .game_terms import ClockReading, GameTerms

_TALK: Final = (Joined, Renamed, Proposed, Declined, Withdrawn, TimeReturned, TimeGiven, ToldLost, FoundLost)
"""Events that change nothing on the board."""

_OF_THE_POSITION: Final[tuple[What, ...]] = ("undo", "no-result")
"""Proposals that lapse when the position changes."""


@dataclass(frozen=True)
class Answered:
    """The answer to the last proposal, until the game goes on.

    "granted" and "declined": the answer of ``by``; "withdrawn": by the proposer ``by``; "lapsed": the game went on
    before ``by`` got an answer.
    """

    what: What
    how: Literal["granted", "declined", "withdrawn", "lapsed"]
    by: Colour


class Room:
    """The state of one game after the events so far.

    `answer` returns the events that an intent would cause; only `Room.apply` changes the state.
    """

    def __init__(self, terms: GameTerms, game: Game | None = None) -> None:
        """Begin, with the ``game`` at its beginning if it has already been read from the terms."""
        self.terms: GameTerms = terms
        self.game: Game = terms.game() if game is None else game
        self.first: Final = len(self.game.moves)
        self.sides: dict[Colour, Side] = self.game.seats
        self.sealed: dict[Colour, float | None] = {}  # bids not shown yet
        self.number: int = 0
        self.changed: int = 0  # the number of events at the last one other than talk
        self.taken: dict[Colour, bool] = {colour: terms.seats[colour].taken for colour in COLOURS}
        self.names: dict[Colour, str | None] = {colour: terms.seats[colour].name for colour in COLOURS}
        self.readings: dict[Colour, ClockReading] = {colour: terms.timing.begin() for colour in COLOURS}
        self.turn_began: float | None = None
        self.paused: float | None = None  # the time since which the clock is stopped
        self.proposals: dict[What, Proposed] = {}  # open proposals
        self.answered: Answered | None = None
        self.hints: bool = False  # whether both have agreed to hints
        # lost players with their deficits; 0: no living group, None: without points
        self.doomed: tuple[Colour, int | None] | None = None
        self.lost: Colour | None = None  # the side found lost by the computer's last check
        self.dead: tuple[str, ...] = ()
        self.seki: tuple[str, ...] | None = None
        self.agreed: frozenset[Colour] = frozenset()
        self.judged: bool = False  # whether dead stones were marked or proposed since the board changed
        self.marked: int = 0  # the number of events at the last change of dead stones or board
        self.settled: bool = not self._is_counted()
        self.last_event: Event | None = None
        self.last_change: Event | None = None  # the last event other than talk

    # -- state ---------------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """One of "waiting" (for a player to come), "playing", "counting" and "over"."""
        if self.game.outcome is not None:
            return "over" if self.settled else "counting"
        return "playing" if self.taken["black"] and self.taken["white"] else "waiting"

    def _is_counted(self) -> bool:
        """Whether the game ended by passes and needs agreement on dead stones: not if stones count, or stay."""
        outcome, rules = self.game.outcome, self.game.variant
        ended = outcome is not None and outcome.how == "score"
        return ended and rules.rules.scoring != "stones" and rules.dead_stones == "agreed"

    @property
    def is_alone(self) -> bool:
        """Whether one person plays, against the computer or on one device, so that proposals need no consent."""
        return self.terms.one_device or self.terms.computer is not None

    @property
    def may_undo_end(self) -> bool:
        """Whether a move may be taken back even after the end: with one person, and time has not run out."""
        outcome = self.game.outcome
        alone = self.is_alone and not self.terms.rated
        return alone and (outcome is None or outcome.how != "time")

    def reading(self, colour: Colour, now: float) -> ClockReading:
        """Return a player's clock at a time."""
        if self.turn_began is None or colour != self.game.to_play:
            return self.readings[colour]
        return self.terms.timing.after(self.readings[colour], self._taken_by(now))

    def _taken_by(self, now: float) -> float:
        """Return the seconds that the side to move has thought until now."""
        assert self.turn_began is not None
        return max(0.0, (now if self.paused is None else self.paused) - self.turn_began)

    @property
    def deadline(self) -> float | None:
        """When the running clock's flag falls, in seconds since 1970; None if no clock runs."""
        if self.turn_began is None or self.paused is not None:
            return None
        return self.turn_began + self.terms.timing.left(self.readings[self.game.to_play])

    @property
    def computer_is_due(self) -> bool:
        """Whether the game waits for the computer's move, or its opinion on dead stones.

        The opinion is due at first, as a proposal between people, and when its opponent has agreed.
        """
        computer, last = self.terms.computer, self.last_event
        if computer is None:
            return self.phase == "counting" and not self.judged
        if self.phase == "playing":
            return computer in self.due and self.paused is None
        if self.phase != "counting" or computer in self.agreed or last is None:
            return False
        return not isinstance(last, DeadMarked | SekiMarked) or last.by == computer

    @property
    def due(self) -> frozenset[Colour]:
        """The colours that are to move, or to bid (spec 6.6a)."""
        bidder = self.game.bidder
        if bidder is None:
            return frozenset([self.game.to_play])
        sealed = self.game.rules.fairness == "bid"
        return frozenset({*COLOURS} - {*self.sealed} if sealed else [COLOURS[SIDES.index(bidder)]])

    @property
    def awaited(self) -> frozenset[Colour]:
        """The colours of the people for whom the game waits, to move or to agree to the count."""
        if self.phase == "over":
            return frozenset()
        due = {colour for colour in COLOURS if colour not in self.agreed}
        due = due if self.phase == "counting" else {*self.due}
        return frozenset(colour for colour in due if self.terms.seats[colour].kind == "person")

    # -- events --------------------------------------------------------------------------------------------------------

    def after(self, happened: Iterable[Event]) -> Room:
        """Return a copy of the room after further events."""
        made = Room.__new__(Room)
        made.__dict__ |= self.__dict__  # `copy.copy` takes ten times as long
        made.game = self.game.copy()
        made.taken, made.names, made.readings = dict(self.taken), dict(self.names), dict(self.readings)
        made.proposals, made.sealed = dict(self.proposals), dict(self.sealed)
        for event in happened:
            made.apply(event)
        return made

    def apply(self, event: Event) -> None:
        """Apply an event, which `answer` has accepted, here or in another process."""
        if isinstance(event, _TALK) or self._ends_pause(event):
            self._note(event)
            self.number += 1
        else:
            self._change(event)
            self._change_sides()
            self.number += 1
            self.changed, self.last_change = self.number, event
        self.last_event = event

    def _note(self, event: Event) -> None:
        """Apply an event that does not change the board."""
        match event:
            case Joined():
                self.taken[event.by] = True
                self.names[event.by] = event.name or self.names[event.by]
                self._start_turn(event.at)
            case Renamed():
                self.names[event.by] = event.name
            case Proposed():
                self._propose(event)
            case Declined() | Withdrawn():
                if event.what != "rematch":
                    self.proposals.pop(event.what, None)
                how: Literal["declined", "withdrawn"] = "declined" if isinstance(event, Declined) else "withdrawn"
                self.answered = Answered(event.what, how, event.by)
            case TimeReturned():
                if self.turn_began is not None:
                    self.turn_began += event.seconds
            case TimeGiven():
                given = self.readings[other(event.by)]
                self.readings[other(event.by)] = replace(given, main=given.main + event.seconds)
                self.answered = Answered("time", "granted", event.by)
            case Resumed():
                if self.turn_began is not None and self.paused is not None:
                    self.turn_began += event.at - self.paused
                self.paused, self.answered = None, Answered("pause", "lapsed", event.by)
            case ToldLost():
                self.doomed = event.by, event.count
            case FoundLost():
                self.lost = event.by

    def _change(self, event: Event) -> None:
        """Apply an event that changes the board, its marks or the result."""
        match event:
            case Moved():
                self._move(event)
            case SidesSettled():
                self._settle_sides(event)
            case TakenBack():
                granted = "undo" in self.proposals
                self.game = self.game.at(event.count)
                self.lost = None
                self._settle_anew()
                self._start_turn(event.at)
                if granted:
                    self.answered = Answered("undo", "granted", event.by)
            case Resumed():
                self.game.resume(event.by)
                self._settle_anew()
                self._start_turn(event.at)
            case DeadMarked():
                self._count_as_before()
                self.judged = True
                if event.stones == self.dead:
                    return
                self.dead, self.agreed, self.marked = event.stones, frozenset(), self.number + 1
                if self.seki is not None:
                    self.seki = tuple(label for label in self.seki if label not in self.dead)
            case SekiMarked():
                self._count_as_before()
                self.seki, self.agreed, self.marked = event.stones, frozenset(), self.number + 1
            case CountAgreed():
                self._count_as_before()
                self.agreed |= {event.by}
                if len(self.agreed) == 2 and not self.settled:
                    self.game.settle(self.dead, self.seki)
                    self.settled = True
            case FlagFell():
                self.readings[event.by] = ClockReading(0.0)
                self.game.finish("time", other(event.by))
                self._stop()
            case Forfeited():
                self.game.finish("forfeit", other(event.by))
                self._stop()

    def _move(self, event: Moved) -> None:
        mover = self.game.to_play
        if self.turn_began is not None:
            self.readings[mover] = self.terms.timing.moved(self.readings[mover], self._taken_by(event.at))
        if event.move == "resign" and event.by != mover:
            self.game.finish("resignation", other(event.by))
        else:
            self.game.push(event.move)
        self._settle_anew()
        self._start_turn(event.at)

    def _settle_sides(self, event: SidesSettled) -> None:
        """Swap sides, or make a bid; sealed bids take effect together."""
        if self.turn_began is not None:
            self.readings[event.by] = self.terms.timing.moved(self.readings[event.by], self._taken_by(event.at))
        if event.said == "swap":
            self.game.swap()
        else:
            self.sealed[event.by] = read_bid(event.said)
            if self.game.rules.fairness == "auction" or len(self.sealed) == len(COLOURS):
                for colour in COLOURS:
                    if colour in self.sealed:
                        self.game.bid(self.sealed.pop(colour))
        self._settle_anew()
        self._start_turn(event.at)

    def _change_sides(self) -> None:
        """Give the players, with their clocks and names, their new colours (spec 6.6a)."""
        if self.game.seats == self.sides:
            return
        self.sides = self.game.seats
        self.terms = replace(self.terms, seats={colour: self.terms.seats[other(colour)] for colour in COLOURS})
        self.taken = {colour: self.taken[other(colour)] for colour in COLOURS}
        self.names = {colour: self.names[other(colour)] for colour in COLOURS}
        self.readings = {colour: self.readings[other(colour)] for colour in COLOURS}
        self.proposals = {what: replace(asked, by=other(asked.by)) for what, asked in self.proposals.items()}
        self.answered = self.doomed = None

    def _propose(self, event: Proposed) -> None:
        """Record a proposal, or accept the other side's."""
        before = self.proposals.get(event.what)
        self.answered = None
        if before is None or before.by == event.by or event.what in ("undo", "rematch"):
            self.proposals[event.what] = event
        elif event.what == "no-result":
            self.game.agree_no_result()
            self._stop()
        else:
            del self.proposals[event.what]
            self.answered = Answered(event.what, "granted", event.by)
            if event.what == "hints":
                self.hints = True
            else:
                self.paused = event.at

    def _ends_pause(self, event: Event) -> bool:
        return isinstance(event, Resumed) and self.paused is not None

    def _stop(self) -> None:
        """Stop the clock and drop proposals at the end of the game."""
        self.turn_began = self.paused = None
        self.proposals.clear()

    def _settle_anew(self) -> None:
        """Drop marks and proposals from before the board changed."""
        lapsed = [self.proposals.pop(what) for what in _OF_THE_POSITION if what in self.proposals]
        self.answered = Answered(lapsed[0].what, "lapsed", lapsed[0].by) if lapsed else None
        self.dead, self.seki, self.agreed, self.marked = (), None, frozenset(), self.number + 1
        self.judged = False
        self.settled = not self._is_counted()

    def _count_as_before(self) -> None:
        """Let the players agree on dead stones if the log has such events, whatever the preset's current rules.

        Games under ``formal`` and ``tromp-taylor`` ended by agreement in earlier versions; now they are over at once,
        without such events.
        """
        if self.game.outcome is not None and self.game.variant.dead_stones == "stay":
            self.game.variant = replace(self.game.variant, dead_stones="agreed")
            self.settled = not self._is_counted()

    def _start_turn(self, at: float) -> None:
        """Start the clock of the side to move, from the second move on and with both players present."""
        runs = self.terms.timing.kind != "none" and self.phase == "playing" and len(self.game.moves) > 0
        self.turn_began, self.paused = at if runs else None, None
        if not runs:
            self.proposals.pop("pause", None)

    def without_names(self, colours: Collection[Colour]) -> Room:
        made = self.after(())
        seats = {
            colour: replace(seat, name=None) if colour in colours else seat for colour, seat in self.terms.seats.items()
        }
        made.terms = replace(self.terms, seats=seats)
        made.names |= dict.fromkeys(colours)
        return made

    # -- queries -------------------------------------------------------------------------------------------------------

    def acting(self, seats: Collection[Colour]) -> Colour:
        """Return the colour that these seats act for: with both seats, the side to move."""
        return self.game.to_play if self.game.to_play in seats else next(iter(seats))

    def undone(self, seats: Collection[Colour]) -> int | None:
        """Return the number of moves that remain if these seats take back their last one; None if they have none."""
        players, mine = self.game.players, {self.sides[colour] for colour in seats}
        return next((place for place in range(len(players) - 1, self.first - 1, -1) if players[place] in mine), None)

    def is_up_to_date(self, number: int) -> bool:
        """Return whether only talk has happened since the viewer's last state."""
        return self.changed <= number <= self.number

    def is_declined(self, what: What) -> bool:
        """Return whether the last proposal was this one, and was declined."""
        return self.answered is not None and (self.answered.what, self.answered.how) == (what, "declined")

    def proposal(self, what: What) -> Proposed | None:
        closed = self.is_declined("rematch") if what == "rematch" else self.phase == "over"
        return None if closed else self.proposals.get(what)

    @property
    def rematch(self) -> Proposed | None:
        """The rematch, and who started it."""
        return self.proposals.get("rematch")

    def mark(self, stones: Collection[str], by: Colour, now: float) -> Event:
        """Return the event that marks exactly these stones as dead."""
        return DeadMarked(now, by, self.in_order(stones))

    def in_order(self, labels: Collection[str]) -> tuple[str, ...]:
        return tuple(label for label in self.game.board.labels if label in labels)

    def score(self) -> Score:
        """Return the score with the marked dead stones and seki."""
        return self.game.score(dead=self.dead, seki=self.seki)

    def in_seki(self) -> set[str]:
        """Return the stones in seki, as marked by the players or automatically."""
        return {label for holding in self.score().seki for label in holding.stones}

    def rematch_terms(self) -> GameTerms:
        """Return the terms of a rematch, with colours changed if they should be."""
        sources: dict[Colour, Colour] = {
            colour: other(colour) if self.game.changes_colours else colour for colour in COLOURS
        }
        seats = {
            colour: replace(self.terms.seats[source], name=self.names[source], taken=self.taken[source])
            for colour, source in sources.items()
        }
        return replace(self.terms, start=self.terms.game().rematch().to_json(), seats=seats, tournament=None)

    def overdue(self, now: float) -> list[Event]:
        """Return the event that the side to move is out of time, if it is."""
        if self.deadline is None or now < self.deadline:
            return []
        return [FlagFell(now, self.game.to_play)]
