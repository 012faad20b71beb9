"""How the engine thinks: what the options of ``tengen gtp`` say of it, and what commands change of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..records.errors import TengenError
from ..records.levels import LEVELS
from ..records.text import listed

if TYPE_CHECKING:
    from ..game import Game
    from ..opening import BookMove
    from ..players import Budget, Player

LEVEL: Final = 5
"""The level where nothing is said of strength or time."""
_MOST_THREADS: Final = 256
MOST_VISITS: Final = 1 << 30
"""As many visits as no search makes: no limit at all."""
PLAYERS: Final = ("mcts", "katago")


@dataclass(frozen=True)
class Thinking:
    """Who plays, and the most that a move may cost, whatever the clocks say.

    ``player`` is Tengen's own search ("mcts"), or the KataGo of this machine ("katago"), with Tengen's own engine for
    games that KataGo does not support. ``level`` and ``visits`` both count simulations, and ``visits`` has precedence;
    ``seconds`` limits them besides. Without any of these a player has its own budget. With ``ponders``, the player
    ponders. With ``book``, the player mcts begins with moves of the opening book.

    Raises:
        TengenError: a setting that cannot be.

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
            raise TengenError("seconds {seconds:g}: it must be more than 0", seconds=self.seconds)
        if self.player == "katago" and self.level is not None:
            raise TengenError("level {level}: KataGo has no levels; give it visits or seconds", level=self.level)
        for name, least, most in (("level", 1, len(LEVELS)), ("visits", 1, MOST_VISITS), ("threads", 1, _MOST_THREADS)):
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise TengenError(
                    "{name} {value}: it must be from {least} to {most}", name=name, value=value, least=least, most=most
                )

    def check_katago(self) -> None:
        """Look for KataGo, if it plays.

        Raises:
            TengenError: there is no KataGo.
        """
        if self.player == "katago":
            from ..engines import adviser

            adviser("katago").close()

    @property
    def most_visits(self) -> int | None:
        """The most simulations that a move may take; None: only time limits them, or the player's own budget."""
        if self.visits is not None or self.level is None:
            return self.visits
        return LEVELS[self.level - 1]

    def budget(self) -> Budget | None:
        """Return the most that a move may cost; None: the player has its own budget, or the clock's."""
        from ..players import Budget

        most = self.most_visits
        return None if most is None and self.seconds is None else Budget(most, self.seconds)

    def make(self, cleaning: bool = False) -> Player:
        """Make who plays; with ``cleaning``, one who captures all dead stones before passing, and never resigns."""
        tidy, resigns = True if cleaning else None, self.resigns and not cleaning
        if self.player == "katago":
            from ..engines import Consulted, adviser

            engine = adviser("katago", threads=self.threads, tell=_complain)
            return Consulted(engine, budget=self.budget(), resigns=resigns)
        from ..players import MCTS

        return MCTS(
            self.level or LEVEL, budget=self.budget(), threads=self.threads, seed=self.seed, tidy=tidy, resigns=resigns
        )

    def known(self, game: Game, timed: bool) -> BookMove | None:
        """Return the opening book's move, and say on standard error that it is one; None where a search chooses.

        The book is asked where its search was as large as the player's, whose move may be ``timed`` by a clock.
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
        """All of it that a move depends on, in words."""
        if self.visits is not None:
            said = [f"{self.visits} visits a move"]
        elif self.player == "katago":
            said = []
        else:
            said = [f"level {self.level or LEVEL}"] if self.seconds is None or self.level is not None else []
        said += [] if self.seconds is None else [f"{self.seconds:g} s a move"]
        said += ["KataGo"] if self.player == "katago" else []
        said += ["no opening book"] if self.player == "mcts" and not self.book else []
        return ", ".join([*said, f"{self.threads} thread{'s' if self.threads > 1 else ''}", f"seed {self.seed}"])


def _complain(why: str) -> None:
    """Say on standard error, which programs show in a log, why Tengen's own engine thinks."""
    print(f"{why}. Tengen's own engine takes over.", file=sys.stderr, flush=True)
