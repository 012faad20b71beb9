"""One game of a match: who sits where, who judges, and what becomes of it whatever the players do."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from ..boards import Board
from ..engines import Consulted
from ..engines.dead import estimate_dead
from ..game import Game, Outcome
from ..players import MCTS, Booked, Budget, External, Player
from ..players.player import within
from ..players.process import ProgramError
from ..players.sides import chosen, settle
from ..records import COLOURS, Colour, IllegalMove, Record, TengenError, other
from ..records.time_control import SideClock, control_of
from ..rules import Variant
from .entrants import Entrant
from .openings import opening, seed_of, seeded

Side = Literal["first", "second"]
Contestant: TypeAlias = "Entrant | Player"
"""Who plays in a match: an entrant is made anew for every game, a player sits through all of them."""

SIDES: Final[tuple[Side, Side]] = ("first", "second")
_ANSWER: Final = 60.0
"""Seconds a program may take beyond what it was given for thinking, where no limit is set."""


@dataclass(frozen=True)
class Conditions:
    """Under what a match is played: all that decides its games.

    ``openings`` is the number of random moves that begin a game, the same for both games of a pair; ``seconds`` the
    most a player may think about a move, ``simulations`` the budget of an engine that names none. ``limit`` is the
    time in seconds after which a move loses the game. Games are cut after ``longest`` moves. ``dead`` says whether
    the referee takes dead stones off after a game that ended by passes, ``resign`` whether engines made here give up
    (`players.resigning`). Each side has a ``clock`` for the whole game, as `control_of` reads it, and loses when its
    time is up. With ``comments`` the engines say of every move what they thought, which decides nothing.
    """

    variant: Variant
    board: Board
    openings: int = 2
    seconds: float | None = None
    simulations: int | None = None
    threads: int = 1
    clock: str | None = None
    limit: float | None = None
    longest: int | None = None
    dead: Literal["estimate", "none"] = "estimate"
    seed: int = 0
    resign: Literal["never", "hopeless"] = "hopeless"
    comments: bool = False

    def __post_init__(self) -> None:
        for name, lowest in (("openings", 0), ("threads", 1), ("longest", 1), ("simulations", 1)):
            value = getattr(self, name)
            if value is not None and value < lowest:
                raise TengenError(f"{name} must be at least {lowest}, not {value}")
        for name in ("seconds", "limit"):
            value = getattr(self, name)
            if value is not None and not 0 < value < float("inf"):
                raise TengenError(f"{name} must be more than 0, not {value:g}")
        if self.clock is not None:
            control_of(self.clock)
        if self.dead not in ("estimate", "none"):
            raise TengenError(f"dead is estimate or none, not {self.dead!r}")
        if self.resign not in ("never", "hopeless"):
            raise TengenError(f"resign is never or hopeless, not {self.resign!r}")

    @property
    def moves(self) -> int:
        """After how many moves a game is cut."""
        return self.longest or 4 * len(self.board) + 100

    def start(self, number: int = 1) -> Game:
        """Return the game that game ``number`` begins with: both of a pair have the same random stones."""
        return seeded(self.variant, self.board, self.seed, (number + 1) // 2)


@dataclass(frozen=True)
class GameResult:
    """What became of one game.

    Games 1 and 2, 3 and 4, and so on have the same opening; the ``first`` player begins with Black in odd ones, and
    ``black`` says who has it at the end. ``result`` is SGF's RE; ``how`` the word of `Outcome`, or "cut" for a game
    that was cut and counted as it stood, or "void" where neither player could play. ``moves`` includes the opening's;
    ``seconds`` were used by the first and the second player. ``reason`` tells what a forfeit or the like was about;
    ``comments`` what the mover thought, a text for each move, where that was asked for. ``bids`` are the komi bid, and
    after ``swaps`` moves the sides were swapped. ``untold`` are the rules that the first and the second player could
    not be told, where either goes by its own.
    """

    number: int
    black: Side
    winner: Side | None
    result: str
    how: str
    moves: tuple[str, ...]
    names: tuple[str, str]
    opening: int = 0
    seconds: tuple[float, float] = (0.0, 0.0)
    reason: str = ""
    dead: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    bids: tuple[float | None, ...] = ()
    swaps: tuple[int, ...] = ()

    @property
    def score(self) -> float | None:
        """The first player's: 1, 0.5 or 0; None for a void game. A game without result counts as a draw."""
        if self.how == "void":
            return None
        return 0.5 if self.winner is None else float(self.winner == "first")

    def colour_of(self, side: Side) -> Colour:
        """Return whose stones a player had."""
        return "black" if side == self.black else "white"


def play_game(
    first: Contestant,
    second: Contestant,
    conditions: Conditions,
    number: int,
    clock: Callable[[], float] = time.perf_counter,
) -> GameResult:
    """Play one game of a match; nothing that the players do, or fail to do, ends anything but this game.

    Raises:
        TengenError: a program is missing on this machine, which costs neither player the game.
    """
    for each in (first, second):
        if isinstance(each, Entrant):
            each.look_for()
    game = conditions.start(number)
    for move in opening(game, conditions.openings, conditions.seed, (number + 1) // 2):
        game.play(move)
    black: Side = "first" if number % 2 else "second"
    table = _RefereedGame(game, conditions, clock, opened=len(game.moves))
    contestants = dict(zip(SIDES, (first, second)))
    sides: dict[Colour, Side] = {"black": black, "white": "second" if black == "first" else "first"}
    try:
        table.seat({colour: contestants[side] for colour, side in sides.items()}, number)
        table.play()
    finally:
        table.clear()
    return table.result(number, sides)


@dataclass
class _RefereedGame:
    """A game in progress and those who play it."""

    game: Game
    conditions: Conditions
    clock: Callable[[], float]
    opened: int
    players: dict[Colour, Player] = field(default_factory=dict)
    names: dict[Colour, str] = field(default_factory=dict)
    hired: list[Player] = field(default_factory=list)
    budgets: dict[Colour, Budget] = field(default_factory=dict)
    clocks: dict[Colour, SideClock] = field(default_factory=dict)
    seconds: dict[Colour, float] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0.0))
    reasons: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seats = self.game.seats

    def seat(self, contestants: Mapping[Colour, Contestant], number: int) -> None:
        """Make both players; one that cannot be made has lost, and where neither can there is no game."""
        for colour, contestant in contestants.items():
            self.names[colour] = contestant.name if isinstance(contestant, Entrant) else ""
            try:
                player = self._player(contestant, seed_of(self.conditions.seed, f"{number} {colour}"))
                if not isinstance(contestant, Entrant) or contestant.kind == "program":
                    self.names[colour] = player.name
                    if self.conditions.seconds is not None:  # engines made here know it already
                        self.budgets[colour] = Budget(seconds=self.conditions.seconds)
                self._start_clock(colour, player)
                self.players[colour] = player
            except Exception as error:
                self.reasons.append(f"{self.names[colour] or colour} did not start: {_told(error)}")
        if len(self.players) == 1 and self.game.outcome is None:
            self.game.finish("forfeit", *self.players)

    def _start_clock(self, colour: Colour, player: Player) -> None:
        """Give a side its clock, once what a move needs is loaded; a program hears what is on it."""
        if self.conditions.clock is None:
            return
        self.clocks[colour] = SideClock(control_of(self.conditions.clock))
        if isinstance(player, External):
            player.keep_time(self.clocks[colour])
        elif self.game.outcome is None:
            player.choose(self.game, Budget(simulations=1))

    def _budget(self, mover: Colour) -> Budget | None:
        """Return what a player hears of how long it may think."""
        player, clock = self.players[mover], self.clocks.get(mover)
        given = None if clock is None else clock.allowance(len(self.game.board), len(self.game.moves))
        if given is None or isinstance(player, External):
            return self.budgets.get(mover)
        return within(self.budgets.get(mover) or getattr(player, "budget", None), given)

    def _player(self, contestant: Contestant, seed: int) -> Player:
        if not isinstance(contestant, Entrant):
            return contestant
        given = self.conditions
        seconds = given.seconds
        if not seconds and given.clock is not None and given.simulations is None and contestant.needs_budget:
            seconds = SideClock(control_of(given.clock)).available  # with no other budget it may think all of its clock
        player = contestant.player(
            seed=seed, seconds=seconds, simulations=given.simulations, threads=given.threads,
            patience=given.limit or _ANSWER, resigns=given.resign != "never",
        )  # fmt: skip
        self.hired.append(player)
        return player

    def play(self) -> None:
        """Let the players move until the game has ended or is too long."""
        while len(self.players) == 2 and self.game.outcome is None and len(self.game.moves) < self.conditions.moves:
            bidder = self.game.bidder
            self._turn(self.game.to_play if bidder is None else COLOURS[SIDES.index(bidder)])
        if self.game.outcome is not None and self.game.outcome.how == "score" and self.conditions.dead == "estimate":
            self.game.settle(estimate_dead(self.game, seed=self.conditions.seed))

    def _turn(self, mover: Colour) -> None:
        player, name = self.players[mover], self.names[mover]
        began = self.clock()
        try:
            budget = self._budget(mover)
            settled = settle(self.game, player, budget)
            move: Any = None if settled else chosen(self.game, player, budget)
        except Exception as error:
            hung = isinstance(error, ProgramError) and error.what == "timeout"
            self._lose(mover, f"{name} failed: {_told(error)}", late=hung)
            return
        finally:
            took = self.clock() - began
            self.seconds[mover] += took
        clock = self.clocks.get(mover)
        if clock is not None:
            left = clock.available
            if took > left:
                self._lose(mover, f"{name} took {took:.1f} s over a move with {left:.1f} s left", late=True)
                return
            clock.spend(took)
        limit = self.conditions.limit
        if limit is not None and took > limit:
            self._lose(mover, f"{name} took {took:.1f} s over a move; the limit is {limit:g} s", late=True)
            return
        if settled:
            self._change_seats()
            return
        said = thought(player, self.game) if self.conditions.comments else ""
        try:
            self.game.play(move)
            self.comments.append(said)
        except IllegalMove as error:
            self._lose(mover, f"{name} made an illegal move: {error}")
        except Exception as error:
            self._lose(mover, f"{name} answered with no move: {_told(error)}")

    def _change_seats(self) -> None:
        """Give the players the colours that they have now (spec 6.6a), with all that is theirs."""
        if self.game.seats == self.seats:
            return
        self.seats = self.game.seats
        tables: tuple[dict[Colour, Any], ...] = (self.players, self.names, self.budgets, self.clocks, self.seconds)
        for held in tables:
            turned = {other(colour): value for colour, value in held.items()}
            held.clear()
            held.update(turned)

    def _lose(self, loser: Colour, reason: str, late: bool = False) -> None:
        self.reasons.append(reason)
        self.game.finish("time" if late else "forfeit", other(loser))

    def clear(self) -> None:
        """Send the players away that came for this game."""
        for player in self.hired:
            close = getattr(player, "close", None)
            if close is not None:
                with suppress(TengenError, OSError):
                    close()

    def result(self, number: int, sides: Mapping[Colour, Side]) -> GameResult:
        """Return what became of the game."""
        game, outcome = self.game, self.game.outcome
        if self.seats["black"] == "second":
            sides = {other(colour): side for colour, side in sides.items()}
        first, second = COLOURS if sides["black"] == "first" else reversed(COLOURS)
        untold = tuple(str(getattr(self.players.get(colour), "untold", "")) for colour in (first, second))
        how: str = "void" if outcome is None else outcome.how
        reason = "; ".join(self.reasons)
        if outcome is None and len(self.players) == 2:
            score, how = game.score(), "cut"
            outcome = Outcome(score.winner, score.margin, "score")
            reason = f"cut after {len(game.moves)} moves and counted as it stood"
        return GameResult(
            number=number,
            black=sides["black"],
            winner=sides[outcome.winner] if outcome is not None and outcome.winner else None,
            result="Void" if outcome is None else str(outcome),
            how=how,
            moves=tuple(map(game.write_move, game.moves)),
            names=(self.names[first], self.names[second]),
            opening=self.opened,
            seconds=(round(self.seconds[first], 3), round(self.seconds[second], 3)),
            reason=reason,
            dead=game.dead,
            bids=tuple(bid.komi for bid in game.bids),
            swaps=tuple(swap.number for swap in game.swaps),
            untold=untold if any(untold) else (),
            comments=("",) * self.opened + tuple(self.comments) if self.conditions.comments else (),
        )


def record_of(result: GameResult, conditions: Conditions) -> Record:
    """Return a finished game as a record: players, result, and how it ended beside its last move."""
    game = conditions.start(result.number)
    for komi in result.bids:
        game.bid(komi)
    for number, move in enumerate(result.moves, 1):
        game.play(move)
        if number in result.swaps:
            game.swap()
    if result.how in ("time", "forfeit") and result.winner is not None:
        game.finish(result.how, result.colour_of(result.winner))  # type: ignore[arg-type]
    elif result.dead:
        game.settle(result.dead)
    record = game.record
    black, white = result.names if result.black == "first" else reversed(result.names)
    record.info.update(PB=black, PW=white, RE=result.result, RO=str(result.number))
    _, *nodes = record.main_line()
    for node, comment in zip(nodes, result.comments):  # a node after them ends the game
        node.comment = comment
    *_, last = record.main_line()
    last.comment = "\n".join(filter(None, (last.comment, result.reason)))
    return record


def _told(error: Exception) -> str:
    """Say what went wrong, in one line, with the kind of error where it is none of ours."""
    said = " ".join(str(error).split())[:300]
    if isinstance(error, TengenError):
        return said
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


_LONGEST = 8


def thought(player: Player, game: Game) -> str:
    """Return what an engine thinks of the position in which it has just chosen a move; "" for other players.

    >>> from tengen.players import Budget
    >>> game, player = Game("chinese", board="3x3"), MCTS(budget=Budget(simulations=200), seed=1)
    >>> _ = player.choose(game)
    >>> "simulations: Black's chance is" in thought(player, game)
    True
    """
    if isinstance(player, Booked):
        return thought(player.player, game) if player.known is None else player.known.words
    if not isinstance(player, MCTS | Consulted):
        return ""
    found = player.found(game)
    if found is None or not found.candidates:
        return ""
    unit = "simulations" if isinstance(player, MCTS) else "visits"
    black = found.win_rate if game.to_play == "black" else 1 - found.win_rate
    said = [f"{found.visits:,} {unit}: Black's chance is {black:.0%}"]
    if game.rules.ends_by_passes:
        lead = round(found.lead, 1)
        said.append(f"{'Black' if lead > 0 else 'White'} leads by {abs(lead):.1f}" if lead else "nobody leads")
    best = found.candidates[0]
    return ", ".join(said) + f"; expected: {' '.join(best.variation[:_LONGEST])}"
