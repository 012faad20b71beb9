"""How the engine thinks: the options of ``tengen gtp``, and changes by commands."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ..records import Colour
from ..records.errors import TengenError
from ..records.levels import LEVELS
from ..records.position import other
from ..records.text import listed

if TYPE_CHECKING:
    from ..game import Game, Outcome
    from ..opening import BookMove
    from ..players import Analysis, Budget, Player
    from ..players.evening import Following

LEVEL: Final = 5
"""The level without options for strength or time."""
_MOST_THREADS: Final = 256
MOST_VISITS: Final = 1 << 30
"""More visits than any search makes: no limit."""
PLAYERS: Final = ("mcts", "katago")


@dataclass(frozen=True)
class Thinking:
    """The player, and its limit for every move, whatever the clocks say.

    ``player`` is Tengen's own search ("mcts") or the KataGo of this machine ("katago"), with Tengen's own engine for
    games that KataGo does not support. ``level`` and ``visits`` both set the number of playouts, and ``visits`` has
    precedence; ``seconds`` is a further limit. Without any of these a player has its own budget. With ``ponders``, the
    player ponders. With ``book``, the player mcts starts with moves of the opening book.

    Raises:
        TengenError: an invalid setting.

    >>> Thinking(level=3, seconds=2).budget()
    Budget(simulations=120, seconds=2)
    """

    player: str = "mcts"
    level: int | None = None
    visits: int | None = None
    seconds: float | None = None
    threads: int = 1
    seed: int = 0
    resigns: bool = True
    ponders: bool = False
    book: bool = True

    def __post_init__(self) -> None:
        if self.player not in PLAYERS:
            raise TengenError("player {player}: expected {known}", player=self.player, known=listed(PLAYERS, "or"))
        if self.seconds is not None and not self.seconds > 0:
            raise TengenError("seconds {seconds:g}: must be more than 0", seconds=self.seconds)
        if self.player == "katago" and self.level is not None:
            raise TengenError("level {level}: KataGo has no levels; use visits or seconds", level=self.level)
        for name, least, most in (("level", 1, len(LEVELS)), ("visits", 1, MOST_VISITS), ("threads", 1, _MOST_THREADS)):
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise TengenError(
                    "{name} {value}: must be from {least} to {most}", name=name, value=value, least=least, most=most
                )

    def check_katago(self) -> None:
        """Find KataGo if it is the player; TengenError if it is missing."""
        if self.player == "katago":
            from ..engines import adviser

            adviser("katago").close()

    @property
    def most_visits(self) -> int | None:
        """The maximum number of playouts for a move; None: limited only by time or by the player's own budget."""
        if self.visits is not None or self.level is None:
            return self.visits
        return LEVELS[self.level - 1]

    def budget(self) -> Budget | None:
        """Return the limit for a move; None: the player's own budget, or the clock's."""
        from ..players import Budget

        most = self.most_visits
        return None if most is None and self.seconds is None else Budget(most, self.seconds)

    def make(self, cleaning: bool = False) -> Player:
        """Make the player; with ``cleaning``, one that captures all dead stones before passing and never resigns."""
        tidy, resigns = True if cleaning else None, self.resigns and not cleaning
        if self.player == "katago":
            from ..engines import Consulted, adviser

            engine = adviser("katago", threads=self.threads, tell=_complain)
            return Consulted(engine, budget=self.budget(), resigns=resigns)
        from ..players import MCTS

        return MCTS(
            self.level or LEVEL, budget=self.budget(), threads=self.threads, seed=self.seed, tidy=tidy, resigns=resigns,
            at_once=True,
        )  # fmt: skip

    def known(self, game: Game, timed: bool) -> BookMove | None:
        """Return the opening book's move, and report it on standard error; None if a search must choose.

        The book is used if its search was as large as the player's, whose move may be ``timed`` by a clock.
        """
        if not self.book or self.player != "mcts":
            return None
        from ..opening import book_move

        by_time = timed or self.seconds is not None
        most = self.most_visits or (None if by_time else LEVELS[LEVEL - 1])
        found = book_move(game, self.seed, most)
        if found is not None:
            print(f"{game.write_move(found.move)} is {found.words}.", file=sys.stderr, flush=True)
        return found

    @property
    def about(self) -> str:
        """All settings that affect a move, in words."""
        if self.visits is not None:
            said = [f"{self.visits} visits per move"]
        elif self.player == "katago":
            said = []
        else:
            said = [f"level {self.level or LEVEL}"] if self.seconds is None or self.level is not None else []
        said += [] if self.seconds is None else [f"{self.seconds:g} s per move"]
        said += ["KataGo"] if self.player == "katago" else []
        said += ["no opening book"] if self.player == "mcts" and not self.book else []
        return ", ".join([*said, f"{self.threads} thread{'s' if self.threads > 1 else ''}", f"seed {self.seed}"])


def _complain(why: str) -> None:
    """Report on standard error, which programs show in a log, why Tengen's own engine takes over."""
    print(f"{why}. Tengen's own engine takes over.", file=sys.stderr, flush=True)


SLICE: Final = 0.1
"""Seconds between two checks of a search and of the input."""


def is_long(budget: Budget | None) -> bool:
    """Return whether the search for a move may take so long that it must be interruptible."""
    return budget is not None and budget.simulations is None and (budget.seconds or 0) > 10 * SLICE


def first_part(budget: Budget | None) -> Budget | None:
    """Return a budget without the time for `last_part`."""
    if budget is None or budget.seconds is None:
        return budget
    return replace(budget, seconds=max(budget.seconds / 2, budget.seconds - SLICE))


def last_part(budget: Budget | None, found: Analysis | None = None) -> Budget:
    """Return the budget for choosing a move after an analysis: nothing more if playouts are counted."""
    from ..players import Budget

    if budget is None or budget.seconds is None or budget.simulations is not None:
        return Budget(simulations=1 if found is None else max(1, found.visits))
    return Budget(seconds=min(SLICE, budget.seconds / 2))


class FollowedGames:
    """The computer's level, its opponent's results, and the colour of its moves in this game.

    A game counts when another one starts, if it is over, has at least six moves, and the computer moved for only one
    colour.
    """

    def __init__(self, level: int) -> None:
        from ..players.evening import Following

        self.standing: Following = Following(level)
        self._made: set[Colour] = set()

    def note(self, colour: Colour) -> None:
        """Note a generated move of this colour."""
        self._made.add(colour)

    def leave(self, steps: int, resigned: bool, over: Outcome | None, margin: Callable[[], float]) -> None:
        """Count the finished game, if it counts.

        ``steps`` is its length, ``resigned`` whether the computer resigned, ``over`` its outcome or None; ``margin``
        returns Black's lead.
        """
        from ..players.evening import FEWEST

        made, self._made = self._made, set()
        if len(made) == 1 and steps >= FEWEST:
            score = 1.0 if resigned else _score(over, margin, *made)
            if score is not None:
                self.standing = self.standing.after(score)


def _score(over: Outcome | None, margin: Callable[[], float], computer: Colour) -> float | None:
    """Return the opponent's points for a game: 1, 0.5 or 0; None during play or without a result."""
    if over is None or over.how == "no_result":
        return None
    winner = over.winner
    if over.how == "score":
        lead = margin()
        winner = None if not lead else "black" if lead > 0 else "white"
    return 0.5 if winner is None else float(winner == other(computer))
