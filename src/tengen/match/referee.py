"""One game of a match: players, clocks, judging, and the result, whatever the players do."""

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
"""A player of a match: an entrant is made anew for every game, a player object plays all of them."""

SIDES: Final[tuple[Side, Side]] = ("first", "second")
_ANSWER: Final = 60.0
"""Seconds that a program may take beyond its thinking time if there is no limit."""


@dataclass(frozen=True)
class Conditions:
    """The conditions of a match: everything that decides its games.

    ``openings`` is the number of random moves before a game, the same for both games of a pair; ``seconds`` is the time
    limit per move, ``simulations`` the budget of an engine without one. ``limit`` is the time in seconds after which a
    move forfeits the game. Games are cut after ``longest`` moves. ``dead`` sets whether the referee removes dead stones
    after passes, ``resign`` whether engines made here resign (`players.resigning`). Each side has a ``clock`` for the
    whole game, as `control_of` reads it, and loses on time. With ``comments`` the engines comment on every move.
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
            raise TengenError(f"dead must be estimate or none, not {self.dead!r}")
        if self.resign not in ("never", "hopeless"):
            raise TengenError(f"resign must be never or hopeless, not {self.resign!r}")

    @property
    def moves(self) -> int:
        """The number of moves after which a game is cut."""
        return self.longest or 4 * len(self.board) + 100

    def start(self, number: int = 1) -> Game:
        """Return the start of game ``number``; both games of a pair have the same random stones."""
        return seeded(self.variant, self.board, self.seed, (number + 1) // 2)


@dataclass(frozen=True)
class GameResult:
    """The result of a game.

    Games 1 and 2, 3 and 4, and so on share an opening; the ``first`` player starts as Black in odd ones, and ``black``
    is the player who has Black at the end. ``result`` is SGF's RE; ``how`` is the word of `Outcome`, "cut" for a game
    that was cut and counted, or "void" if neither player could play. ``moves`` includes the opening; ``seconds`` were
    used by the first and the second player. ``reason`` explains a forfeit or the like; ``comments`` are the mover's
    comments for each move, if requested. ``bids`` are komi bids; sides were swapped after ``swaps`` moves. ``untold``
    are the rules that each player did not support, and replaced by its own.
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
        """The first player's score: 1, 0.5 or 0; None for a void game. A game without result counts as a draw."""
        if self.how == "void":
            return None
        return 0.5 if self.winner is None else float(self.winner == "first")

    def colour_of(self, side: Side) -> Colour:
        """Return the colour of a player."""
        return "black" if side == self.black else "white"


def play_game(
    first: Contestant,
    second: Contestant,
    conditions: Conditions,
    number: int,
    clock: Callable[[], float] = time.perf_counter,
) -> GameResult:
    """Play one game of a match; a player's failure ends only this game.

    Raises:
        TengenError: a program is missing on this machine; neither player loses.
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
    """A game in progress and its players."""

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
        """Make both players; one that cannot be made loses, and if neither can, the game is void."""
        for colour, contestant in contestants.items():
            self.names[colour] = contestant.name if isinstance(contestant, Entrant) else ""
            try:
                player = self._player(contestant, seed_of(self.conditions.seed, f"{number} {colour}"))
                if not isinstance(contestant, Entrant) or contestant.kind == "program":
                    self.names[colour] = player.name
                    if self.conditions.seconds is not None:  # engines made here have it already
                        self.budgets[colour] = Budget(seconds=self.conditions.seconds)
                self._start_clock(colour, player)
                self.players[colour] = player
            except Exception as error:
                self.reasons.append(f"{self.names[colour] or colour} did not start: {_told(error)}")
        if len(self.players) == 1 and self.game.outcome is None:
            self.game.finish("forfeit", *self.players)

    def _start_clock(self, colour: Colour, player: Player) -> None:
        """Start a side's clock once its move is compiled; a program is given its settings."""
        if self.conditions.clock is None:
            return
        self.clocks[colour] = SideClock(control_of(self.conditions.clock))
        if isinstance(player, External):
            player.keep_time(self.clocks[colour])
        elif self.game.outcome is None:
            player.choose(self.game, Budget(simulations=1))

    def _budget(self, mover: Colour) -> Budget | None:
        """Return the budget that a player is given."""
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
            seconds = SideClock(control_of(given.clock)).available  # without another budget it may use its whole clock
        player = contestant.player(
            seed=seed, seconds=seconds, simulations=given.simulations, threads=given.threads,
            patience=given.limit or _ANSWER, resigns=given.resign != "never",
        )  # fmt: skip
        self.hired.append(player)
        return player

    def play(self) -> None:
        """Play until the game ends or is too long."""
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
            self._lose(mover, f"{name} returned an unreadable move: {_told(error)}")

    def _change_seats(self) -> None:
        """Give the players their current colours (spec 6.6a), with everything they own."""
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
        """Close the players that were made for this game."""
        for player in self.hired:
            close = getattr(player, "close", None)
            if close is not None:
                with suppress(TengenError, OSError):
                    close()

    def result(self, number: int, sides: Mapping[Colour, Side]) -> GameResult:
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
    """Return a finished game as a record: players, result, and its end at the last move."""
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
    """Return an error in one line, with its type unless it is Tengen's own."""
    said = " ".join(str(error).split())[:300]
    if isinstance(error, TengenError):
        return said
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


_LONGEST = 8


def thought(player: Player, game: Game) -> str:
    """Return an engine's comment on the position in which it has just chosen a move; "" for other players.

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
        said.append(f"{'Black' if lead > 0 else 'White'} leads by {abs(lead):.1f}" if lead else "the score is even")
    best = found.candidates[0]
    return ", ".join(said) + f"; expected: {' '.join(best.variation[:_LONGEST])}"
