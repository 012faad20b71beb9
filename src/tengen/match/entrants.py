"""The players of a match: a level, a budget, random moves, KataGo, or any GTP program."""

from __future__ import annotations

import platform
import re
from dataclasses import dataclass, replace
from typing import Final, Literal, cast

from ..engines import Consulted, KataGo
from ..engines.registry import NONE_KNOWN, installations
from ..players import LEVELS, MCTS, Booked, Budget, External, Player, Random
from ..records import TengenError
from ..systems.processes import split_command, where

Kind = Literal["random", "level", "mcts", "katago", "program"]

_BOOK: Final = "book+"
_LEVEL: Final = re.compile(r"(?:level[ :]?)?(\d{1,3})")
_TOLD: Final = re.compile(r"(mcts|katago)(?::(-?\d{1,18})|:(-?\d{1,9}(?:\.\d{1,3})?) ?s)?")
_KNOWN: Final = (
    f"random, a level from 1 to {len(LEVELS)}, mcts:5000 (playouts per move), mcts:2s (seconds per move), katago:40 "
    "(visits per move of the KataGo in `tengen engines`), or the command line of a GTP program; book+ before "
    "a level or mcts adds the opening book"
)
WITHOUT_BUDGET: Final = "mcts needs a budget: mcts:5000 (playouts), mcts:2s, or one for all players"


@dataclass(frozen=True)
class Entrant:
    """A player by its description: plain data that makes a new player for every game.

    ``level`` is for the kind "level"; ``budget`` is the one after "mcts" or "katago", if any; ``command`` is the
    command line of the kind "program". With ``book``, the kinds "level" and "mcts" start with moves of the opening
    book.
    """

    text: str
    kind: Kind
    level: int | None = None
    budget: Budget | None = None
    command: tuple[str, ...] = ()
    book: bool = False

    @property
    def name(self) -> str:
        """Its name before it has played.

        >>> entrant("3").name, entrant("mcts:2s").name, entrant("katago:40").name
        ('Tengen, level 3', 'Tengen, 2 s', 'KataGo, 40 visits')
        >>> entrant("book+3").name
        'Tengen, level 3, opening book'
        """
        if self.kind == "program":
            return " ".join(self.command)
        name = {"random": "Random", "katago": "KataGo"}.get(self.kind, "Tengen")
        if self.level is not None:
            name += f", level {self.level}"
        elif self.budget is not None and self.budget.seconds is not None:
            name += f", {self.budget.seconds:g} s"
        elif self.budget is not None:
            name += f", {self.budget.simulations:,} {'visits' if self.kind == 'katago' else 'simulations'}"
        return f"{name}, opening book" if self.book else name

    @property
    def needs_budget(self) -> bool:
        """Whether it lacks a budget."""
        return self.kind == "mcts" and self.budget is None

    def look_for(self) -> None:
        """Refuse a program that is not on this machine."""
        if self.command and where(self.command[0]) is None:
            raise TengenError(f"{self.text}: no program {self.command[0]} on {platform.node() or 'here'}")
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
        at_once: bool = False,
    ) -> Player:
        """Make a player for one game.

        ``seconds`` limit every player's moves; ``simulations`` are for Tengen's own players without a number of their
        own; ``patience`` is a program's timeout in seconds; without ``resigns`` Tengen's own play to the end, and
        ``at_once`` they do not wait for the compiler.

        Raises:
            TengenError: a player of Tengen's own without any budget, or a program that does not start.
        """
        if self.kind == "random":
            return Random(seed)
        if self.kind == "program":
            return External((where(self.command[0]) or self.command[0], *self.command[1:]), timeout=patience)
        if self.kind == "katago":
            own = self.budget or (None if seconds is None else Budget(seconds=seconds))
            return Consulted(_katago(), budget=own, name=self.name, resigns=resigns)
        if self.needs_budget and seconds is None and simulations is None:
            raise TengenError(WITHOUT_BUDGET)
        budget = self.budget or Budget(simulations if self.level is None else LEVELS[self.level - 1], seconds)
        player = MCTS(
            self.level or len(LEVELS), budget=budget, threads=threads, seed=seed, resigns=resigns, at_once=at_once
        )
        return Booked(player, always=True) if self.book else player


def entrant(text: str) -> Entrant:
    """Read the description of a player.

    Raises:
        TengenError: the text is neither a kind of player nor the name of a program.

    >>> entrant("level 3").level, entrant("mcts:5000").budget, entrant("random").kind
    (3, Budget(simulations=5000, seconds=None), 'random')
    """
    words = " ".join(text.split())
    plain = words.lower()
    if plain.startswith(_BOOK):
        played = entrant(words[len(_BOOK) :])
        if played.kind not in ("level", "mcts"):
            raise TengenError(f"{words}: the opening book is for a level or mcts")
        return replace(played, text=words, book=True)
    if plain == "random":
        return Entrant(words, "random")
    if found := _LEVEL.fullmatch(plain):
        if not 1 <= int(found[1]) <= len(LEVELS):
            raise TengenError(f"unknown level {found[1]}; levels are 1 to {len(LEVELS)}")
        return Entrant(words, "level", level=int(found[1]))
    if found := _TOLD.fullmatch(plain):
        kind, simulations, seconds = found.groups()
        budget = None
        if simulations or seconds:
            budget = Budget(int(simulations) if simulations else None, float(seconds) if seconds else None)
        return Entrant(words, cast("Kind", kind), budget=budget)
    return Entrant(text.strip(), "program", command=_command(text))


def _command(text: str) -> tuple[str, ...]:
    try:
        words = tuple(split_command(text))
    except ValueError as error:
        raise TengenError(f"{text}: incomplete command line ({error})") from None
    if not words:
        raise TengenError(f"a player is missing: write {_KNOWN}")
    if where(words[0]) is None:
        raise TengenError(f"{text}: neither a player, such as 3 or mcts:2s, nor a program; see `tengen match --help`")
    return words


def _katago() -> KataGo:
    """Return this machine's KataGo without a fallback, since no other engine may play in its name."""
    known = installations()
    if not known:
        raise TengenError(NONE_KNOWN)
    return KataGo(known[0])
