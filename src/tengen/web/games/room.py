"""A room: a game, its two seats, clocks and agreements, all of it made by replaying events."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from ...game import Game, Score
from ...records import COLOURS, Colour, FormatError, TengenError, other
from .clock import ClockReading
from .events import Event
from .game_terms import GameTerms
from .intents import (
    Agree,
    AnswerUndo,
    AskUndo,
    EndWithoutResult,
    GiveUp,
    GoOn,
    Intent,
    MakeMove,
    MarkDead,
    MarkSeki,
    MarkSekiAgain,
)
from .refusals import explained

REFUSALS: Final = {
    "not-your-seat": "You are watching this game; only the two players can do that.",
    "not-your-turn": "It is not your turn.",
    "stale": "The game has gone on since; look at the board again.",
    "over": "The game is over.",
    "counting": "Both have passed: mark the dead stones and agree, or go on playing.",
    "no-seki": "Seki costs nothing under these rules.",
    "not-counting": "Nothing is counted now: that comes when both have passed.",
    "no-moves": "There is no move of yours to take back.",
    "no-offer": "Nobody has asked you for that.",
    "asked": "Your opponent has been asked; wait for the answer.",
    "no-return": "The players may end the game without result only after the whole position has come back.",
}


class IntentRefused(TengenError):
    """An intent that cannot be carried out; ``code`` is for programs, the text for people."""

    def __init__(self, code: str, text: str | None = None, reasons: Collection[str] = ()) -> None:
        super().__init__(text or REFUSALS[code])
        self.code = code
        self.reasons = tuple(reasons)


class Room:
    """The state of one game after so many events.

    `answer` says which events an intent would cause, `apply` makes an event part of the state; nothing else does.
    """

    def __init__(self, terms: GameTerms) -> None:
        self.terms = terms
        self.game: Game = terms.game()
        self.first = len(self.game.moves)
        self.number = 0
        self.taken = {colour: terms.seats[colour].taken for colour in COLOURS}
        self.names = {colour: terms.seats[colour].name for colour in COLOURS}
        self.readings: dict[Colour, ClockReading] = {colour: terms.timing.begin() for colour in COLOURS}
        self.turn_began: float | None = None
        self.asked: tuple[Colour, int] | None = None
        self.voiding: frozenset[Colour] = frozenset()  # who wants to end the game without result
        self.rematch: tuple[Colour, str] | None = None  # who began the game that repeats this one, and its name
        self.dead: tuple[str, ...] = ()
        self.seki: tuple[str, ...] | None = None
        self.agreed: frozenset[Colour] = frozenset()
        self.marked = 0  # the number of events after which the dead stones, or the board, were last changed
        self.settled = not self._is_counted()
        self.last_event: Event | None = None

    # -- what can be seen ----------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """One of "waiting" (for a player to come), "playing", "counting" and "over"."""
        if self.game.outcome is not None:
            return "over" if self.settled else "counting"
        return "playing" if all(self.taken.values()) else "waiting"

    def _is_counted(self) -> bool:
        """Say whether the game ended by passes and dead stones are to be agreed on: not where stones are counted."""
        outcome = self.game.outcome
        return outcome is not None and outcome.how == "score" and self.game.rules.scoring != "stones"

    @property
    def may_undo_end(self) -> bool:
        """Whether a move may be taken back also after the end: where nobody is asked, and time has not run out."""
        outcome = self.game.outcome
        alone = self.terms.one_device or self.terms.computer is not None
        return alone and (outcome is None or outcome.how != "time")

    @property
    def runs(self) -> bool:
        """Whether somebody's clock is running."""
        return self.turn_began is not None

    def reading(self, colour: Colour, now: float) -> ClockReading:
        """Return what is left on a player's clock at a time."""
        if self.turn_began is None or colour != self.game.to_play:
            return self.readings[colour]
        return self.terms.timing.after(self.readings[colour], max(0.0, now - self.turn_began))

    @property
    def deadline(self) -> float | None:
        """When the running clock falls, in seconds since 1970; None while none runs."""
        if self.turn_began is None:
            return None
        return self.turn_began + self.terms.timing.left(self.readings[self.game.to_play])

    def may_agree(self, computer: Colour) -> bool:
        """Say whether it is for the computer to mark dead stones: at first, and when its opponent has agreed."""
        if self.phase != "counting" or computer in self.agreed or self.last_event is None:
            return False
        return self.last_event.kind not in ("dead", "seki") or self.last_event.by == computer

    @property
    def computer_is_due(self) -> bool:
        """Whether the game waits for the computer: for its move, or for its word on the dead stones."""
        computer = self.terms.computer
        if computer is None:
            return False
        return self.may_agree(computer) or (self.phase == "playing" and self.game.to_play == computer)

    # -- what happens --------------------------------------------------------------------------------------------------

    def after(self, happened: Iterable[Event]) -> Room:
        """Return the room as it would be after further events; this one stays as it is."""
        made = copy.copy(self)
        made.game = self.game.copy()
        made.taken, made.names, made.readings = dict(self.taken), dict(self.names), dict(self.readings)
        for event in happened:
            made.apply(event)
        return made

    def apply(self, event: Event) -> None:
        """Make an event part of the state; it was judged by `answer`, here or in another process."""
        getattr(self, f"_on_{event.kind}")(event)
        self.number += 1
        self.last_event = event

    def _on_join(self, event: Event) -> None:
        assert event.by is not None
        self.taken[event.by] = True
        self.names[event.by] = event.name or self.names[event.by]
        self._start_turn(event.at)

    def _on_move(self, event: Event) -> None:
        mover = self.game.to_play
        if self.turn_began is not None:
            took = max(0.0, event.at - self.turn_began)
            self.readings[mover] = self.terms.timing.moved(self.readings[mover], took)
        if event.move == "resign" and event.by is not None and event.by != mover:
            self.game.finish("resignation", other(event.by))
        else:
            self.game.push(event.move or "")
        self.asked = None
        self._settle_anew()
        self._start_turn(event.at)

    def _on_ask(self, event: Event) -> None:
        assert event.by is not None
        assert event.count is not None
        self.asked = event.by, event.count

    def _on_refuse(self, event: Event) -> None:
        self.asked = None

    def _on_undo(self, event: Event) -> None:
        self.game = self.game.at(event.count or 0)
        self.asked = None
        self._settle_anew()
        self._start_turn(event.at)

    def _on_resume(self, event: Event) -> None:
        if event.count is not None:  # stored by a Tengen that took the passes back: such a game stays what it was
            self._on_undo(event)
            return
        assert event.by is not None
        self.game.resume(event.by)
        self.asked = None
        self._settle_anew()
        self._start_turn(event.at)

    def _on_void(self, event: Event) -> None:
        assert event.by is not None
        self.voiding |= {event.by}
        if len(self.voiding) == 2:
            self.game.agree_no_result()
            self.asked, self.turn_began = None, None

    def _on_rematch(self, event: Event) -> None:
        assert event.by is not None
        assert event.game is not None
        self.rematch = event.by, event.game

    def _settle_anew(self) -> None:
        self.dead, self.seki, self.agreed, self.marked = (), None, frozenset(), self.number + 1
        self.voiding = frozenset()
        self.settled = not self._is_counted()

    def _on_dead(self, event: Event) -> None:
        self.dead, self.agreed, self.marked = event.stones or (), frozenset(), self.number + 1
        if self.seki is not None:
            self.seki = tuple(label for label in self.seki if label not in self.dead)

    def _on_seki(self, event: Event) -> None:
        self.seki, self.agreed, self.marked = event.stones, frozenset(), self.number + 1

    def _on_agree(self, event: Event) -> None:
        assert event.by is not None
        self.agreed |= {event.by}
        if len(self.agreed) == 2:
            self.game.settle(self.dead, self.seki)
            self.settled = True

    def _on_flag(self, event: Event) -> None:
        assert event.by is not None
        self.readings[event.by] = ClockReading(0.0)
        self.game.finish("time", other(event.by))
        self.asked, self.turn_began = None, None

    def _on_away(self, event: Event) -> None:
        if self.turn_began is not None:
            self.turn_began += event.seconds or 0.0

    def _start_turn(self, at: float) -> None:
        """Start the clock of the side to move: from the second move on, with both players there."""
        runs = self.terms.timing.kind != "none" and self.phase == "playing" and len(self.game.moves) > 0
        self.turn_began = at if runs else None

    # -- what somebody wants -------------------------------------------------------------------------------------------

    def answer(self, seats: Collection[Colour], intent: Intent, number: int, now: float) -> list[Event]:
        """Return the events that an intent of somebody in these seats causes; nothing has changed yet.

        ``number`` is how many events they had seen. An estimate is not answered here: it takes an engine.

        Raises:
            IntentRefused: it cannot be done, and why.
        """
        if not seats:
            raise IntentRefused("not-your-seat")
        if isinstance(intent, MakeMove):
            return self._move(seats, intent, number, now)
        if isinstance(intent, GiveUp):
            return self._resign(seats, now)
        if isinstance(intent, AskUndo):
            return self._ask_undo(seats, number, now)
        if isinstance(intent, AnswerUndo):
            return self._answer_undo(seats, intent, now)
        if isinstance(intent, EndWithoutResult):
            return self._void(seats, now)
        return self._count(seats, intent, number, now)

    def _seat(self, seats: Collection[Colour]) -> Colour:
        """Return the colours that somebody acts for: the side to move where they have both seats."""
        return self.game.to_play if self.game.to_play in seats else next(iter(seats))

    def _move(self, seats: Collection[Colour], intent: MakeMove, number: int, now: float) -> list[Event]:
        self._refuse_when_over()
        if self.phase == "counting":
            raise IntentRefused("counting")
        if self.game.to_play not in seats:
            raise IntentRefused("not-your-turn")
        if number != self.number and not self._is_only_talk_since(number):
            raise IntentRefused("stale")
        if self.deadline is not None and now >= self.deadline:
            return [Event("flag", now, self.game.to_play)]
        try:
            move = self.game.read_move(intent.move)
        except FormatError as error:
            raise IntentRefused("illegal", str(error)) from None
        reasons = self.game.why_not(move)
        if reasons:
            raise IntentRefused("illegal", explained(self.game, move, reasons), [str(reason) for reason in reasons])
        return [Event("move", now, self.game.to_play, move=self.game.write_move(move))]

    def _is_only_talk_since(self, number: int) -> bool:
        """Say whether nothing on the board has changed since the viewer's last look: the last event was mere talk."""
        talk = self.last_event is not None and self.last_event.kind in ("join", "ask", "refuse", "void", "away")
        return number == self.number - 1 and talk

    def _refuse_when_over(self) -> None:
        if self.phase == "over":
            raise IntentRefused("over")

    def _resign(self, seats: Collection[Colour], now: float) -> list[Event]:
        self._refuse_when_over()
        if self.phase == "counting":
            raise IntentRefused("counting")
        return [Event("move", now, self._seat(seats), move="resign")]

    def _ask_undo(self, seats: Collection[Colour], number: int, now: float) -> list[Event]:
        alone = self.terms.one_device or self.terms.computer is not None
        if not self.may_undo_end:
            self._refuse_when_over()
        if number != self.number and not self._is_only_talk_since(number):
            raise IntentRefused("stale")
        count = self._undone(seats)
        colour = self._seat(seats)
        if alone:
            return [Event("undo", now, colour, count=count)]
        if self.asked is not None:
            if self.asked[0] in seats:
                raise IntentRefused("asked")
            return [Event("undo", now, colour, count=self.asked[1])]
        return [Event("ask", now, colour, count=count)]

    def _undone(self, seats: Collection[Colour]) -> int:
        """Return how many moves are left when the last one of these seats has been taken back."""
        for place in range(len(self.game.moves) - 1, self.first - 1, -1):
            if self.game.movers[place] in seats:
                return place
        raise IntentRefused("no-moves")

    def _answer_undo(self, seats: Collection[Colour], intent: AnswerUndo, now: float) -> list[Event]:
        if self.asked is None or self.asked[0] in seats:
            raise IntentRefused("no-offer")
        colour = other(self.asked[0])
        if intent.granted:
            return [Event("undo", now, colour, count=self.asked[1])]
        return [Event("refuse", now, colour)]

    def _void(self, seats: Collection[Colour], now: float) -> list[Event]:
        """Both sides together end the game without result (spec 1.6); the computer always agrees."""
        self._refuse_when_over()
        if not self.game.may_end_without_result:
            raise IntentRefused("no-return")
        willing = {*seats, self.terms.computer} - self.voiding
        events = [Event("void", now, colour) for colour in COLOURS if colour in willing]
        if not events or not any(event.by in seats for event in events):
            raise IntentRefused("asked")
        return events

    def _count(self, seats: Collection[Colour], intent: Intent, number: int, now: float) -> list[Event]:
        if self.phase != "counting":
            raise IntentRefused("over" if self.phase == "over" else "not-counting")
        colour = self._seat(seats)
        if isinstance(intent, MarkDead):
            return self._mark(intent.stones, intent.dead, colour, now)
        if isinstance(intent, MarkSeki | MarkSekiAgain):
            return self._mark_seki(intent, colour, now)
        if isinstance(intent, GoOn):
            return [Event("resume", now, colour)]
        assert isinstance(intent, Agree)
        if number < self.marked:
            raise IntentRefused("stale", "Other stones have been marked since; look at the board again.")
        return [Event("agree", now, each) for each in COLOURS if each in seats and each not in self.agreed]

    def _mark(self, stones: Collection[str], dead: bool, colour: Colour, now: float) -> list[Event]:
        on_board = self.game.stones
        marked = set(self.dead)
        for label in stones:
            if on_board.get(label) not in COLOURS:
                raise IntentRefused("illegal", f"There is no stone on {label}.")
            same = {*self.game.board.names(self.game.chain(label))}
            marked = marked | same if dead else marked - same
        if marked == set(self.dead):
            return []
        return [self.mark(marked, colour, now)]

    def mark(self, stones: Collection[str], by: Colour, now: float) -> Event:
        """Return the event that these stones, and no others, are marked as dead."""
        return Event("dead", now, by, stones=self._in_order(stones))

    def _in_order(self, labels: Collection[str]) -> tuple[str, ...]:
        return tuple(label for label in self.game.board.labels if label in labels)

    def score(self) -> Score:
        """Return the score with what is marked as dead and in seki."""
        return self.game.score(dead=self.dead, seki=self.seki)

    def in_seki(self) -> set[str]:
        """Return the stones in seki, as the players or the automatic mark have them."""
        return {label for holding in self.score().seki for label in holding.stones}

    def _mark_seki(self, intent: MarkSeki | MarkSekiAgain, colour: Colour, now: float) -> list[Event]:
        if self.game.rules.tax != "seki":
            raise IntentRefused("no-seki")
        if isinstance(intent, MarkSekiAgain):
            return [] if self.seki is None else [Event("seki", now, colour)]
        marked = before = self.in_seki()
        for label in intent.stones:
            if self.game.stones.get(label) not in COLOURS or label in self.dead:
                raise IntentRefused("illegal", f"There is no living stone on {label}.")
            same = {*self.game.score(dead=self.dead, seki=[label]).seki[0].stones}
            marked = marked | same if intent.seki else marked - same
        return [] if marked == before else [Event("seki", now, colour, stones=self._in_order(marked))]

    def rematch_terms(self) -> GameTerms:
        """Return the terms of the game that repeats this one, the players' colours changed where they should be."""
        sources: dict[Colour, Colour] = {
            colour: other(colour) if self.game.changes_colours else colour for colour in COLOURS
        }
        seats = {
            colour: replace(self.terms.seats[source], name=self.names[source], taken=self.taken[source])
            for colour, source in sources.items()
        }
        return replace(self.terms, start=self.game.rematch().to_json(), seats=seats)

    def overdue(self, now: float) -> Event | None:
        """Return the event that the side to move is out of time, if it is."""
        if self.deadline is None or now < self.deadline:
            return None
        return Event("flag", now, self.game.to_play)
