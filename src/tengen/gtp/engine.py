"""The engine behind the protocol: a game, a player and the clocks, independent of the protocol's text."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from ..boards import Board, parse
from ..records import Colour, Position
from ..records.errors import BoardError, IllegalMove, PositionError, TengenError
from ..records.time_control import Control, SideClock
from ..rules import Variant
from ..rules import variant as make_variant
from ..rules.axes import Scoring
from .analysis_lines import analyst_of, best_of, first_allowed, in_words, interim
from .game_course import GtpGame, Opening, open_game
from .parameters import Refusal
from .thinking import SLICE, FollowedGames, Thinking, first_part, is_long, last_part

if TYPE_CHECKING:
    from ..engines import Engine as Adviser
    from ..engines.dead import ExpectedEnd
    from ..game import Game, Outcome
    from ..opening import BookMove
    from ..players import Analysis, Analyst, Budget, Player
    from ..players.scope import Scope

_ENDLESS: Final = 1 << 30
_LAST_LOOK: Final = 200
"""Playouts after a search: the expected score and owners come from new playouts only."""


_THINKING: Final = Thinking()


class Choice(NamedTuple):
    """The last generated move, the game before it, and its opening book entry, if any."""

    game: Game
    move: str
    known: BookMove | None


class Engine:
    """The state that the commands act on.

    ``thinking`` makes the players when they are first needed, and limits every move, whatever the clocks say.
    ``opening`` makes games. Unless ``strict``, a move that only ko or superko forbids is made with a warning on stderr,
    as the controller has accepted it. ``now`` and ``cpu`` measure seconds. ``opinion_by`` is the source of the
    last opinion, "" for the rules. A player's level may be ``followed`` from game to game.
    """

    def __init__(
        self,
        variant: Variant,
        board: Board,
        thinking: Thinking = _THINKING,
        *,
        opening: Opening = open_game,
        strict: bool = False,
        now: Callable[[], float] = time.monotonic,
        cpu: Callable[[], float] = time.process_time,
    ) -> None:
        self.variant: Variant = variant
        self.board: Board = board
        self._opening, self._strict = opening, strict
        self.course: GtpGame = self._course(variant)
        self.interrupted: Callable[[], bool] = lambda: False
        self.is_called: Callable[[], bool] = lambda: False
        self.cpu_time: float = 0.0
        self.last_choice: Choice | None = None
        self.opinion_by: str = ""
        self.refused: TengenError | None = None
        self.followed: FollowedGames | None = None
        self._now, self._cpu = now, cpu
        self.think_as(thinking)
        self.set_clocks(Control())

    @property
    def game(self) -> Game:
        """The current game; only the engine may change it."""
        return self.course.game

    def player(self, cleaning: bool = False) -> Player:
        """Return the player; with ``cleaning``, one that captures all dead stones before passing."""
        if cleaning not in self._players:
            self._players[cleaning] = self.thinking.make(cleaning)
        return self._players[cleaning]

    # -- the game ------------------------------------------------------------------------------------------------------

    def begin(self, variant: Variant | None = None, board: Board | None = None) -> None:
        """Start a new game, with another variant or board if given."""
        if variant is not None:
            self.variant = variant
        self.board = board or self.board
        self._go_on(self._course(self.variant))
        self.set_clocks(self.control)

    def resize(self, width: int, height: int) -> None:
        """Start a new game on a board of this size: the present one if it fits, else a similar one."""
        rows = self.board.rows
        if rows and (len(rows[0]), len(rows)) == (width, height):
            self.begin()
            return
        surface = self.board.surface if self.board.surface != "plane" else ""
        try:
            board = parse(f"{width}x{height} {surface}", footprint=self.variant.footprint)
        except BoardError:
            raise Refusal("unacceptable size") from None
        self.begin(board=board)

    def set_up(self, position: Position | None, variant: Variant | None = None) -> None:
        """Start a new game from a position, or from the variant's start; PositionError if that is impossible."""
        course = self._course(variant or self.variant, position)
        course.game  # noqa: B018 (refuses what cannot be)
        self._go_on(course)

    def _course(self, variant: Variant, position: Position | None = None) -> GtpGame:
        return GtpGame(variant, self.board, position, opening=self._opening, strict=self._strict)

    def _go_on(self, course: GtpGame) -> None:
        if self.followed is not None:
            choice = self.last_choice
            resigned = choice is not None and choice.move == "resign" and choice.game.moves == self.game.moves
            self.followed.leave(self.course.steps, resigned, self.game.outcome, self.margin)
            self.set_level(self.followed.standing.level)
        self.course, self.last_choice = course, None

    def load(self, games: list[Game]) -> None:
        """Replace the game by other games, each continuing the previous one, with their rules."""
        played = games[0].variant
        self.board, self.variant = games[0].board.without_overlap(), make_variant(played, handicap=0)
        course = self._course(played, games[0].start)
        course.go_on(games)
        self._go_on(course)

    def think_as(self, thinking: Thinking) -> None:
        """Use these settings from now on, with new players."""
        self.thinking = thinking
        self._players: dict[bool, Player] = {}

    def set_level(self, level: int) -> None:
        """Set the level, with new players if it changes; TengenError if the player has no levels."""
        thinking = replace(self.thinking, level=level, visits=None)
        if thinking != self.thinking:
            self.think_as(thinking)

    def forget(self) -> None:
        """Clear the players' search trees."""
        self._players.clear()

    def change(self, change: Callable[[Variant], Variant]) -> None:
        """Change the rules, even during a game; Refusal if the moves so far are impossible under them."""
        try:
            self.course.change(change(self.course.variant))
        except (IllegalMove, PositionError):
            raise Refusal("the rules cannot be changed: the moves so far would be impossible") from None
        self.variant = change(self.variant)

    def play(self, colour: Colour, move: str) -> None:
        """Make a move of either side; IllegalMove or FormatError as for `Game.play`."""
        against = self.course.play(colour, move)
        if against:
            from ..game.refusal import refusals

            why = " ".join(refusals(self.game, move, against, colour))
            print(f"warning: played {move}, although it is illegal: {why}", file=sys.stderr, flush=True)

    # -- thinking ------------------------------------------------------------------------------------------------------

    def set_clocks(self, control: Control) -> None:
        self.control = control
        self.clocks: dict[Colour, SideClock] = {"black": SideClock(control), "white": SideClock(control)}

    def get_ready(self) -> None:
        """Compile everything a move needs, before a clock runs."""
        game = self.course.turned(self.game.to_play)
        if game.outcome is None:
            from ..players import MCTS, Budget

            player = self.player()
            player = MCTS(megabytes=8) if isinstance(player, MCTS) else player  # the player waits for the compiler
            player.choose(game, Budget(simulations=1))

    def generate(self, colour: Colour, *, cleaning: bool = False) -> str:
        """Choose a move for a side, and make it unless it resigns; return it as text."""
        game = self._to_think_about(colour)
        if game is None:
            return "resign"
        with self.charged() as began:
            known = None if cleaning else self.thinking.known(game, self._allowance(colour, game) is not None)
            if known is None:
                move = self._chosen(game, self._budget_for(colour, game), self.player(cleaning))
            else:
                move = game.write_move(known.move)
        self._make(colour, game, move, self._now() - began, known)
        return move

    def suggest(self, colour: Colour, *, by_clock: bool = False, resigns: bool = True) -> str:
        """Choose a move without making it; ``by_clock`` uses its share of the clock, ``resigns`` allows resigning."""
        game = self._to_think_about(colour)
        if game is None:
            return "resign"
        player, budget = self.player(), self._budget_for(colour, game) if by_clock else self.thinking.budget()
        with self.charged():
            move = self._chosen(game, budget, player)
            return move if resigns or move != "resign" else best_of(game, player)

    def _chosen(self, game: Game, budget: Budget | None, player: Player) -> str:
        """Return a player's choice as text; `interrupted` ends a long search."""
        from ..players.sides import chosen, is_offer

        analyst = analyst_of(player)
        if analyst is not None and is_long(budget) and not is_offer(game):
            for _ in self._looks(analyst, game, budget, SLICE):
                if self.interrupted():
                    break
            budget = last_part(budget)
        return game.write_move(chosen(game, player, budget))

    def _looks(
        self, analyst: Analyst, game: Game, budget: Budget | None, interval: float, scope: Scope | None = None
    ) -> Iterator[Analysis]:
        """Yield checks of the search for a move, leaving time for the choice and ending once it is decided."""
        from ..players.player import until_decided
        from ..players.scope import WHOLE

        looks = analyst.analyse(game, first_part(budget), interval, scope or WHOLE)
        return until_decided(looks, budget, self._now)

    def think_aloud(
        self,
        colour: Colour,
        told: Callable[[Analysis], str],
        interval: float,
        scope: Scope | None = None,
        *,
        plays: bool = True,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Generator[str, None, None]:
        """Choose a move, and make it with ``plays``; yield ``told`` of interim results, then the move.

        ``cancelled`` ends the search without a move. If ``scope`` bars moves, choose the best of the others.
        """
        from ..players.sides import chosen, is_offer

        game = self._to_think_about(colour)
        move = "resign"
        if game is not None:
            with self.charged() as began:
                player, budget = self.player(), self._budget_for(colour, game)
                analyst, allowed = analyst_of(player), first_allowed(game, player, scope)
                if analyst is not None and (allowed or not is_offer(game)):
                    slices = max(1, round(interval / SLICE))
                    looks = self._looks(analyst, game, budget, interval / slices, scope)
                    found = yield from interim(looks, told, slices, cancelled)
                    if cancelled():
                        yield "play cancelled"
                        return
                    budget = last_part(budget, found)
                    allowed = allowed and (found.candidates[0].move if found and found.candidates else allowed)
                move = allowed or game.write_move(chosen(game, player, budget))
            if plays:
                self._make(colour, game, move, self._now() - began)
        yield f"play {move}"

    def analyse(
        self,
        colour: Colour | None,
        told: Callable[[Analysis], str],
        interval: float,
        scope: Scope | None = None,
    ) -> Generator[str, None, None]:
        """Yield ``told`` of interim results of an endless search within a scope, and "" in between."""
        colour = colour or self.game.to_play
        game = self._to_think_about(colour)
        analyst = analyst_of(self.player())
        if game is None or analyst is None:
            raise Refusal("the game is over; there is nothing to analyse")
        from ..players import Budget
        from ..players.scope import WHOLE

        first_allowed(game, analyst, scope)
        slices, endless = max(1, round(interval / SLICE)), Budget(simulations=_ENDLESS)
        with self.charged():
            for number, analysis in enumerate(analyst.analyse(game, endless, interval / slices, scope or WHOLE)):
                self.opinion_by = analysis.by
                yield told(analysis) if number % slices == 0 else ""

    def ponder(self) -> Generator[None, None, None]:
        """Ponder in slices, if enabled and this engine made the last move."""
        if not self.thinking.ponders:
            return
        choice, moves = self.last_choice, self.game.moves
        if choice is None or choice.move == "resign" or not moves[:-1] == choice.game.moves != moves:
            return
        from ..players.pondering import ponder, ponders

        player = self.player()
        if ponders(player):
            with self.charged():
                yield from ponder(player, self.game)

    @contextmanager
    def charged(self) -> Iterator[float]:
        """Count the processor time of a search as the engine's; yield the time at which it began."""
        used = self._cpu()
        try:
            yield self._now()
        finally:
            self.cpu_time += self._cpu() - used

    def _to_think_about(self, colour: Colour) -> Game | None:
        """Return the game with this side to move, or None if it is over and lost for that side."""
        game = self.course.turned(colour)
        if game.outcome is None:
            return game
        if game.outcome.winner == colour:
            raise Refusal("the game is over")
        return None

    def _budget_for(self, colour: Colour, game: Game) -> Budget | None:
        """Return the limit for a move: the engine's budget, within its share of the clock."""
        from ..players.player import within

        given, own = self._allowance(colour, game), self.thinking.budget()
        return own if given is None else within(own, given)

    def _allowance(self, colour: Colour, game: Game) -> float | None:
        """Return the seconds of the clock for a move, or None without a clock."""
        return self.clocks[colour].allowance(len(game.board), len(game.moves))

    def _make(self, colour: Colour, game: Game, move: str, seconds: float, known: BookMove | None = None) -> None:
        """Make a chosen move, and charge the clock for it."""
        self.clocks[colour].spend(seconds)
        if self.followed is not None:
            self.followed.note(colour)
        self.last_choice = Choice(game.copy(), move, known)
        if move != "resign":
            self.play(colour, move)

    def explain(self) -> str:
        """Return the engine's view of its last generated move, or ""."""
        from ..players import Budget

        choice = self.last_choice
        if choice is not None and choice.known is not None:
            return f"{choice.move} {choice.known.words}"
        analyst = analyst_of(self.player())
        if choice is None or analyst is None:
            return ""
        from ..engines import Consulted

        with self.charged():
            known = analyst.found(choice.game) if isinstance(analyst, Consulted) else None
            if known is not None:
                return f"{in_words(known, choice.move)} ({known.by})"
            *_, known = analyst.analyse(choice.game, Budget(simulations=1))
            *_, found = analyst.analyse(choice.game, Budget(simulations=known.visits + _LAST_LOOK))
        return in_words(found, choice.move)

    # -- the end -------------------------------------------------------------------------------------------------------

    def dead(self) -> tuple[str, ...]:
        """Return the stones judged dead in the current position, chain by chain."""
        if self.game.variant.dead_stones == "agreed" and self.game.stones:
            return self.ending().dead
        self.opinion_by = ""
        return ()

    def ending(self) -> ExpectedEnd:
        """Return the expected end of the game, on which all estimates are based, and note whose opinion it is."""
        from ..engines.dead import expected_end

        with self.charged():
            found = expected_end(self.game, engine=self.adviser)
        self.opinion_by = found.by
        return found

    @property
    def adviser(self) -> Adviser | None:
        """The engine that the player follows, or None for Tengen's own players."""
        from ..engines import Consulted

        player = self.player()
        return player.engine if isinstance(player, Consulted) else None

    @property
    def counted(self) -> Scoring | None:
        """The scoring of the rules, or area scoring if they count no points."""
        return None if self.game.rules.ends_by_passes else "area"

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None during play; a score is that of `final_score`, without the dead stones."""
        over = self.game.outcome
        return self.game.copy().settle(self.dead()) if over is not None and over.how == "score" else over

    def margin(self) -> float:
        """Return Black's lead with komi: as scored at the end, or as estimated before."""
        over = self.game.outcome
        if over is not None and over.how != "score":
            return 0.0
        return self.game.score(self.counted, dead=self.dead()).margin

    def without_handicap(self, position: Position | None = None) -> Game:
        """Return a game of the variant from a position, or from the variant's start, without handicap."""
        return self._opening(make_variant(self.variant, handicap=0), self.board, position)
