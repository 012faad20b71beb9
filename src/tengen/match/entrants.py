"""Who plays: a level of the engine, a budget, a network, random moves, or any program that speaks GTP."""

from __future__ import annotations

import platform
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, cast

from ..engines import Consulted, KataGo
from ..engines.registry import NONE_KNOWN, installations
from ..network.weights import load
from ..players import LEVELS, MCTS, Best, Booked, Budget, Guided, Player, Playouts, Random
from ..players.guided import NO_PLAYOUTS
from ..players.opinions import judge_of
from ..records import TengenError
from ..systems.processes import split_command
from ..systems.programs import where

Kind = Literal["random", "level", "mcts", "net", "mcts+net", "best", "katago", "program"]

_BOOK: Final = "book+"
_BY_PLAYOUTS: Final[tuple[Kind, ...]] = ("level", "mcts", "mcts+net", "best")
_LEVEL: Final = re.compile(r"(?:level[ :]?)?(\d{1,3})")
_TOLD: Final = re.compile(r"(mcts|best|katago)(?::(-?\d{1,18})|:(-?\d{1,9}(?:\.\d{1,3})?) ?s)?")
_NET: Final = re.compile(
    r"(?P<kind>net|mcts\+net)(?::(?P<visits>-?\d{1,18})(?=[:+]|$)|:(?P<seconds>-?\d{1,9}(?:\.\d{1,3})?) ?s(?=[:+]|$))?"
    r"(?:\+(?P<count>\d{1,3})(?:x(?P<share>0\.\d{1,3}|1))?(?=:|$))?(?::(?P<weights>.+))?",
    re.IGNORECASE,
)
"""Visits or seconds, playouts from a leaf and their share of the say, a file."""
_KNOWN: Final = (
    f"random, a level from 1 to {len(LEVELS)}, mcts:5000 (simulations a move), mcts:2s (seconds a move), net:400 (the "
    "network with 400 visits a move), net:2s, mcts+net:2s (playouts advised by the network), all with :FILE of weights "
    "behind them, best:5000 (the best of these three in the game, in the time of 5,000 playouts), best:2s, katago:40 "
    "(visits a move of the KataGo that `tengen engines` knows), or the command line of a program that speaks GTP; "
    "book+ before a level, mcts or best begins with moves of the opening book"
)


_NAMES: Final[dict[Kind, str]] = {
    "mcts": "Tengen",
    "net": "Tengen, network",
    "mcts+net": "Tengen, advised by the network",
    "best": "Tengen, its best player",
    "katago": "KataGo",
}
"""What players are called that a budget is given to; KataGo has one of its own."""


@dataclass(frozen=True)
class Entrant:
    """A player as it was asked for: plain data that makes a new player for every game.

    ``level`` is that of kind "level"; ``budget`` what kinds "mcts", "net", "mcts+net" and "best" were given beside
    their names, if anything; ``weights`` the file of the network, None: those that come with the package, and
    ``playouts`` what the network of kind "net" shares its say with; ``command`` the words of kind "program". With
    ``book``, a player by playouts begins with moves of the opening book.
    """

    text: str
    kind: Kind
    level: int | None = None
    budget: Budget | None = None
    command: tuple[str, ...] = ()
    weights: Path | None = None
    playouts: Playouts = NO_PLAYOUTS
    book: bool = False

    @property
    def name(self) -> str:
        """What it is called before it has played.

        >>> entrant("3").name, entrant("mcts:2s").name, entrant("net:400").name
        ('Tengen, level 3', 'Tengen, 2 s', 'Tengen, network, 400 visits')
        >>> entrant("book+3").name
        'Tengen, level 3, opening book'
        """
        return f"{self._plain_name}, opening book" if self.book else self._plain_name

    @property
    def _plain_name(self) -> str:
        if self.kind == "level":
            return f"Tengen, level {self.level}"
        if self.kind == "program":
            return " ".join(self.command)
        if self.kind == "random":
            return "Random"
        name, unit = _NAMES[self.kind], "visits" if self.kind in ("net", "katago") else "simulations"
        if self.weights is not None:
            name += f" {self.weights.stem}"
        if self.playouts.count:
            name += f" with {self.playouts.count} x {self.playouts.share:g} playouts"
        if self.budget is None:
            return name
        if self.budget.seconds is not None:
            return f"{name}, {self.budget.seconds:g} s"
        return f"{name}, {self.budget.simulations:,} {unit}"

    def needs_budget(self) -> bool:
        """Say whether it leaves open how long it thinks."""
        return self.kind in _NAMES and self.kind != "katago" and self.budget is None

    def without_budget(self) -> TengenError:
        """Return the refusal of a player that leaves open how long it thinks, where nobody else says it."""
        ways = "net:400 (visits), net:2s" if self.kind == "net" else f"{self.kind}:5000 (simulations), {self.kind}:2s"
        return TengenError(f"{self.kind} needs a budget: {ways}, or one for all players")

    @property
    def uses_network(self) -> bool:
        """Whether it needs weights."""
        return self.kind in ("net", "mcts+net")

    def look_for(self) -> None:
        """Look whether its program, or its file of weights, is on this machine.

        Raises:
            TengenError: it is not, or no good file.
        """
        if self.command and where(self.command[0]) is None:
            raise TengenError(f"{self.text}: there is no program {self.command[0]} on {platform.node() or 'here'}")
        if self.uses_network:
            load(self.weights)
        if self.kind == "katago":
            _katago().installation.check()

    def player(
        self,
        *,
        seed: int = 0,
        seconds: float | None = None,
        simulations: int | None = None,
        threads: int = 1,
        patience: float = 60.0,
        resigns: bool = True,
    ) -> Player:
        """Make a player for one game.

        ``seconds`` are the most it may think about a move, a level or a program as well; ``simulations`` are for
        players of Tengen's own without a number of their own; ``patience`` is how many seconds a program may take to
        answer; without ``resigns`` those of Tengen's own play to the end.

        Raises:
            TengenError: one of Tengen's own with no budget at all, no weights, or a program that does not start.
        """
        if self.kind == "random":
            return Random(seed)
        if self.kind == "program":
            return _program(self.command, patience)
        if self.kind == "katago":
            own = self.budget or (None if seconds is None else Budget(seconds=seconds))
            return Consulted(_katago(), budget=own, name=self.name, resigns=resigns)
        if self.kind == "net":
            budget = self._budget(seconds, simulations)
            return Guided(self.weights, budget=budget, seed=seed, playouts=self.playouts, resigns=resigns)
        player = self._by_playouts(self._budget(seconds, simulations), threads=threads, seed=seed, resigns=resigns)
        return Booked(player, always=True) if self.book else player

    def _by_playouts(self, budget: Budget, **settings: Any) -> MCTS | Best:
        level = self.level or len(LEVELS)
        if self.kind == "best":
            return Best(MCTS(level, budget=budget, **settings))
        adviser = judge_of(self.weights) if self.uses_network else None
        return MCTS(level, budget=budget, adviser=adviser, **settings)

    def _budget(self, seconds: float | None, simulations: int | None) -> Budget:
        if self.level is not None:
            return Budget(LEVELS[self.level - 1], seconds)
        if self.budget is not None:
            return self.budget
        if seconds is None and simulations is None:
            raise self.without_budget()
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
    if plain.startswith(_BOOK):
        return _with_book(words, entrant(words[len(_BOOK) :]))
    if plain == "random":
        return Entrant(words, "random")
    if found := _LEVEL.fullmatch(plain):
        if not 1 <= int(found[1]) <= len(LEVELS):
            raise TengenError(f"there is no level {found[1]}; levels are from 1 to {len(LEVELS)}")
        return Entrant(words, "level", level=int(found[1]))
    if found := _TOLD.fullmatch(plain):
        return Entrant(words, cast("Kind", found[1]), budget=_budget_of(found[2], found[3]))
    if found := _NET.fullmatch(words):
        kind: Literal["net", "mcts+net"] = "net" if found["kind"].lower() == "net" else "mcts+net"
        if found["count"] and kind != "net":
            raise TengenError(f"{words}: mcts+net plays games out anyway; +{found['count']} is for net")
        weights = Path(found["weights"]) if found["weights"] else None
        playouts = Playouts(int(found["count"] or 0), float(found["share"] or 0.5))
        budget = _budget_of(found["visits"], found["seconds"])
        return Entrant(words, kind, budget=budget, weights=weights, playouts=playouts)
    return Entrant(text.strip(), "program", command=_command(text))


def _with_book(text: str, played: Entrant) -> Entrant:
    if played.kind not in _BY_PLAYOUTS:
        raise TengenError(f"{text}: the opening book is for players by playouts, a level, mcts or best")
    return replace(played, text=text, book=True)


def _budget_of(simulations: str | None, seconds: str | None) -> Budget | None:
    """Return the budget behind a name, None where there is none."""
    if not simulations and not seconds:
        return None
    return Budget(int(simulations) if simulations else None, float(seconds) if seconds else None)


def _command(text: str) -> tuple[str, ...]:
    try:
        words = tuple(split_command(text))
    except ValueError as error:
        raise TengenError(f"{text}: as a command line this is not complete ({error})") from None
    if not words:
        raise TengenError(f"a player is missing: it is {_KNOWN}")
    if where(words[0]) is None:
        raise TengenError(f"{text}: this is no player, and there is no program {words[0]}; a player is {_KNOWN}")
    return words


def _katago() -> KataGo:
    """Return the KataGo of this machine by itself: in a match nobody plays in its name."""
    known = installations()
    if not known:
        raise TengenError(NONE_KNOWN)
    return KataGo(known[0])


def _program(command: tuple[str, ...], patience: float) -> Player:
    from ..players.external import External

    return External((where(command[0]) or command[0], *command[1:]), timeout=patience)
