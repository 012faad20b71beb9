"""Who plays: a level of the engine, a budget, random moves, or any program that speaks GTP, from a few words."""

from __future__ import annotations

import platform
import re
import shlex
import shutil
from dataclasses import dataclass
from typing import Final, Literal

from ..players import LEVELS, MCTS, Budget, Player, Random
from ..records import TengenError

Kind = Literal["random", "level", "mcts", "program"]

_LEVEL: Final = re.compile(r"(?:level[ :]?)?(\d{1,3})")
_MCTS: Final = re.compile(r"mcts(?::(\d{1,9})|:(\d{1,6}(?:\.\d{1,3})?) ?s)?")
_KNOWN: Final = (
    f"random, a level from 1 to {len(LEVELS)}, mcts:5000 (simulations a move), mcts:2s (seconds a move), "
    "or the command line of a program that speaks GTP"
)


@dataclass(frozen=True)
class Entrant:
    """A player as it was asked for: plain data that makes a new player for every game.

    ``level`` is that of kind "level"; ``budget`` what kind "mcts" was given beside its name, if anything; ``command``
    the words of kind "program".
    """

    text: str
    kind: Kind
    level: int | None = None
    budget: Budget | None = None
    command: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called before it has played.

        >>> entrant("3").name, entrant("mcts:2s").name
        ('Tengen, level 3', 'Tengen, 2 s')
        """
        if self.kind == "level":
            return f"Tengen, level {self.level}"
        if self.kind == "program":
            return " ".join(self.command)
        if self.budget is None:
            return "Random" if self.kind == "random" else "Tengen"
        if self.budget.seconds is not None:
            return f"Tengen, {self.budget.seconds:g} s"
        return f"Tengen, {self.budget.simulations:,} simulations"

    def needs_budget(self) -> bool:
        """Say whether it leaves open how long it thinks."""
        return self.kind == "mcts" and self.budget is None

    def look_for(self) -> None:
        """Look whether its program is on this machine.

        Raises:
            TengenError: it is not.
        """
        if self.command and shutil.which(self.command[0]) is None:
            raise TengenError(f"{self.text}: there is no program {self.command[0]} on {platform.node() or 'here'}")

    def player(
        self,
        *,
        seed: int = 0,
        seconds: float | None = None,
        simulations: int | None = None,
        threads: int = 1,
        patience: float = 60.0,
    ) -> Player:
        """Make a player for one game.

        ``seconds`` are the most it may think about a move, a level or a program as well; ``simulations`` are for
        ``mcts`` without a number of its own; ``patience`` is how many seconds a program may take to answer.

        Raises:
            TengenError: ``mcts`` with no budget at all, or a program that does not start.
        """
        if self.kind == "random":
            return Random(seed)
        if self.kind == "program":
            return _program(self.command, patience)
        return MCTS(self.level or len(LEVELS), budget=self._budget(seconds, simulations), threads=threads, seed=seed)

    def _budget(self, seconds: float | None, simulations: int | None) -> Budget:
        if self.level is not None:
            return Budget(LEVELS[self.level - 1], seconds)
        if self.budget is not None:
            return self.budget
        if seconds is None and simulations is None:
            raise TengenError("mcts needs a budget: mcts:5000 (simulations), mcts:2s, or one for all players")
        return Budget(simulations, seconds)


def entrant(text: str) -> Entrant:
    """Read who is to play.

    Raises:
        TengenError: the text names no kind of player, and there is no program of that name.

    >>> entrant("level 3").level, entrant("mcts:5000").budget, entrant("random").kind
    (3, Budget(simulations=5000, seconds=None), 'random')
    """
    words = " ".join(text.split())
    plain = words.lower()
    if plain == "random":
        return Entrant(words, "random")
    if found := _LEVEL.fullmatch(plain):
        if not 1 <= int(found[1]) <= len(LEVELS):
            raise TengenError(f"there is no level {found[1]}; levels are from 1 to {len(LEVELS)}")
        return Entrant(words, "level", level=int(found[1]))
    if found := _MCTS.fullmatch(plain):
        simulations, seconds = found.groups()
        if simulations or seconds:
            return Entrant(words, "mcts", budget=Budget(int(simulations) if simulations else None,
                                                        float(seconds) if seconds else None))  # fmt: skip
        return Entrant(words, "mcts")
    return Entrant(text.strip(), "program", command=_command(text))


def _command(text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise TengenError(f"{text}: as a command line this is not complete ({error})") from None
    if not words:
        raise TengenError(f"a player is missing: it is {_KNOWN}")
    if shutil.which(words[0]) is None:
        raise TengenError(f"{text}: this is no player, and there is no program {words[0]}; a player is {_KNOWN}")
    return words


def _program(command: tuple[str, ...], patience: float) -> Player:
    from ..players.external import External

    return External(command, timeout=patience)
