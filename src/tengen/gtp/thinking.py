"""How the engine thinks: what the options of ``tengen gtp`` say of it, and what commands change of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

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
_ABOUT: Final = {
    "mcts+net": ["advised by the network"], "net": ["network"], "best": ["the best player"], "katago": ["KataGo"],
}  # fmt: skip
PLAYERS: Final = ("mcts", "mcts+net", "net", "best", "katago")


@dataclass(frozen=True)
class Thinking:
    """Who plays, and the most that a move may cost, whatever the clocks say.

    ``player`` searches by playouts ("mcts"), advised by the network in the file ``weights`` ("mcts+net"; None: those of
    the package) or under its guidance ("net"), is whichever of these plays the game best ("best"), or asks the KataGo
    of this machine ("katago"), with Tengen's own engine where that cannot answer. ``level`` and ``visits`` both count
    simulations, and ``visits`` has precedence; ``seconds`` limits them besides. Without any of these a player has its
    own budget. One that ``ponders`` thinks on while the other side moves. With ``book``, the players mcts and best
    begin with moves of the opening book.

    Raises:
        TengenError: a setting that cannot be.

    >>> Thinking(level=3, seconds=2).budget()
    Budget(simulations=120, seconds=2)
    """

    player: str = "mcts"
    weights: Path | None = None
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
            raise TengenError("player {player}: it is {known}", player=self.player, known=listed(PLAYERS, "or"))
        if self.seconds is not None and not self.seconds > 0:
            raise TengenError("seconds {seconds:g}: it must be more than 0", seconds=self.seconds)
        if self.player == "katago" and self.level is not None:
            raise TengenError("level {level}: KataGo has no levels; give it visits or seconds", level=self.level)
        if self.player == "net" and self.threads > 1:
            raise TengenError("threads {threads}: a network's search has one thread", threads=self.threads)
        for name, least, most in (("level", 1, len(LEVELS)), ("visits", 1, MOST_VISITS), ("threads", 1, _MOST_THREADS)):
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise TengenError(
                    "{name} {value}: it must be from {least} to {most}", name=name, value=value, least=least, most=most
                )

    def check_weights(self) -> None:
        """Look for KataGo, or read the network's weights once, where one of them plays.

        Raises:
            TengenError: there is no KataGo. WeightsError: there are no good weights.
        """
        if self.player == "katago":
            from ..engines import adviser

            adviser("katago").close()
        if self.player in ("net", "mcts+net"):
            from ..network.weights import load

            load(self.weights)

    @property
    def most_visits(self) -> int | None:
        """The most simulations that a move may take; None: only time limits them, or the player's own budget."""
        if self.visits is not None or self.level is None:
            return self.visits
        if self.player != "net":
            return LEVELS[self.level - 1]
        from ..players import VISITS

        return VISITS[self.level - 1]

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
        return self._make_own(budget=self.budget(), seed=self.seed, tidy=tidy, resigns=resigns)

    def _make_own(self, **settings: Any) -> Player:
        from ..players import MCTS, Best, Guided
        from ..players.opinions import judge_of

        if self.player == "net":
            return Guided(self.weights, **settings)
        level = self.level or LEVEL
        if self.player == "best":
            return Best(MCTS(level, threads=self.threads, **settings))
        judge = judge_of(self.weights) if self.player == "mcts+net" else None
        return MCTS(level, threads=self.threads, adviser=judge, **settings)

    def known(self, game: Game, timed: bool) -> BookMove | None:
        """Return the opening book's move, and say on standard error that it is one; None where a search chooses.

        The book is asked where its search was as large as the player's, whose move may be ``timed`` by a clock.
        """
        if not self.book or self.player not in ("mcts", "best"):
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
        said += _ABOUT.get(self.player, [])
        said += ["no opening book"] if self.player in ("mcts", "best") and not self.book else []
        return ", ".join([*said, f"{self.threads} thread{'s' if self.threads > 1 else ''}", f"seed {self.seed}"])


def _complain(why: str) -> None:
    """Say on standard error, which programs show in a log, why Tengen's own engine thinks."""
    print(f"{why}. Tengen's own engine takes over.", file=sys.stderr, flush=True)
