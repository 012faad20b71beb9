"""What the engine thinks of a game at the prompt: good moves, who will own what, and which stones look dead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ...game import Game
from ...game.outcome import leader
from ...records import COLOURS, TengenError
from ..compiling import announced
from ..terminal import harmless
from .waiting import thinking

if TYPE_CHECKING:
    from ...engines import Engine
    from ...players import Analysis

_SHOWN: Final = 5
_LIKELY: Final = 0.5
SIGNS: Final = {False: {"black": "■", "white": "□"}, True: {"black": "x", "white": "o"}}
"""Whose a point will be, in Unicode and in ASCII."""


class Adviser:
    """Who gives advice at the prompt: the engine that was ``asked`` for, made when it is first needed."""

    def __init__(self, asked: str) -> None:
        self._asked = asked

    @cached_property
    def engine(self) -> Engine:
        """The engine; what has to be said of it is printed.

        Raises:
            TengenError: there is none of that name.
        """
        from ...engines import adviser

        return adviser(self._asked, tell=lambda why: print(harmless(f"{why}. Tengen's own engine takes over.")))

    def close(self) -> None:
        """End the engine, where there is one."""
        if "engine" in self.__dict__:
            self.engine.close()


def hints(game: Game, engine: Engine) -> Iterator[str]:
    """Yield lines about the moves that an engine likes best.

    Raises:
        TengenError: the game is over.
    """
    if game.outcome is not None:
        raise TengenError("the game is over; there is nothing to look for")
    found = _analysis(game, engine)
    if not found.candidates:
        yield "There is no move but to resign."
        return
    best = found.candidates[:_SHOWN]
    width = max(4, *(len(each.move) for each in best))
    yield f"  {'move':{width}}  wins  looked at  and then"
    for each in best:
        then = " ".join(each.variation[1:6])
        yield f"  {each.move:{width}}  {each.win_rate:4.0%}  {each.visits:9,}  {then}".rstrip()
    yield _whose(found.by)


def _whose(by: str) -> str:
    return f"This is the opinion of {by}."


def _analysis(game: Game, engine: Engine) -> Analysis:
    with announced(), thinking():
        return engine.judge(game)


class Estimate:
    """Who is likely to own what at the end of a game, and which stones look dead."""

    def __init__(self, game: Game, engine: Engine) -> None:
        from ...match.dead import estimate_dead, ownership
        from ...players.player import OWN

        self.game = game
        self.by: str = OWN if engine.preferred.why_not(game) else engine.name
        self.margin: float | None = None
        with announced(), thinking():
            if game.outcome is None:
                found = _analysis(game, engine)
                self.by = found.by
                self.owners: Mapping[str, float] = found.ownership
                self.margin = float(found.lead)
            else:
                self.owners = ownership(game, engine=engine)
            self.dead: Final = estimate_dead(game, engine=engine)

    def _owner(self, label: str) -> str | None:
        share = self.owners[label]
        return None if abs(share) < _LIKELY else COLOURS[share < 0]

    def marks(self, ascii: bool) -> dict[str, str]:
        """Return a sign for every point that is likely to be somebody's, but for stones that stay their owner's."""
        stones, signs = self.game.stones, SIGNS[ascii]
        owners = {label: self._owner(label) for label in self.game.board.labels}
        return {label: signs[owner] for label, owner in owners.items() if owner and stones.get(label) != owner}

    def lines(self, ascii: bool) -> Iterator[str]:
        """Yield what there is to say about it."""
        owners = [self._owner(label) for label in self.game.board.labels]
        black, white = (owners.count(colour) for colour in COLOURS)
        signs = SIGNS[ascii]
        yield (
            f"Likely to be Black's ({signs['black']}): {_points(black)}; White's ({signs['white']}): {_points(white)}; "
            f"open: {len(owners) - black - white}."
        )
        if self.margin is not None and self.game.rules.ends_by_passes:
            lead = round(abs(self.margin))
            ahead = leader(self.margin) if lead else None
            yield f"{ahead.capitalize()} leads by about {_points(lead)}." if ahead else "It is close."
        if self.dead:
            named = " ".join(self._one_of_each())
            outcome = self.game.outcome
            ended = outcome is not None and outcome.how == "score"
            yield f"These chains look dead: {named}." + (f" `dead {named}` takes them off." if ended else "")
        else:
            yield "No stone looks dead."
        yield _whose(self.by)

    def _one_of_each(self) -> Iterator[str]:
        """Yield a stone of each chain that looks dead."""
        left = set(self.dead)
        for label in self.dead:
            if label in left:
                yield label
                left.difference_update(self.game.board.names(self.game.chain(label)))


def _points(count: int) -> str:
    return f"{count} point{'' if count == 1 else 's'}"
