"""What the engine thinks of a game at the prompt: good moves, who will own what, and which stones look dead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...engines import Engine, estimate
from ...engines.hints.hint import hint_of
from ...engines.reports.mistakes import mistakes_of, report
from ...game import Game
from ...game.outcome import leader
from ...records import COLOURS, TengenError
from ..terminal import announced, counted, gauge, thinking

_SHOWN: Final = 5
SIGNS: Final = {False: {"black": "■", "white": "□"}, True: {"black": "x", "white": "o"}}
"""Whose a point will be, in Unicode and in ASCII."""


def hints(game: Game, engine: Engine) -> Iterator[str]:
    """Yield lines about the move that an engine likes best, why, and about those that it likes next."""
    if game.outcome is not None:
        raise TengenError("the game is over; there is nothing to look for")
    with announced(), thinking():
        found = engine.judge(game)
        yield str(hint_of(game, found))
    best = found.candidates[:_SHOWN]
    if not best:
        return
    width = max(4, *(len(each.move) for each in best))
    yield f"  {'move':{width}}  wins  looked at  and then"
    for each in best:
        then = " ".join(each.variation[1:6])
        yield f"  {each.move:{width}}  {each.win_rate:4.0%}  {each.visits:9,}  {then}".rstrip()
    yield _whose(found.by)


def mistakes(game: Game, engine: Engine) -> Iterator[str]:
    """Yield a line for each of the largest mistakes of a game so far, and whose opinion that is."""
    if not game.moves:
        raise TengenError("no move has been made")
    with announced(), gauge(remaining=True) as show:
        found = report(game, engine, step=lambda done, of: show(done / of, f"{done} of {counted(of, 'position')}"))
    yield from map(str, made := mistakes_of(found))
    if not made:
        yield "No move cost a tenth of the chance or more."
    yield _whose(" and ".join(found.engines))


def _whose(by: str) -> str:
    return f"This is the opinion of {by}."


class PromptEstimate:
    """Who is likely to own what at the end of a game, and which stones look dead, as it is shown at the prompt."""

    def __init__(self, game: Game, engine: Engine) -> None:
        self.game = game
        with announced(), thinking():
            self.found: Final = estimate(game, engine)

    def marks(self, ascii: bool) -> dict[str, str]:
        """Return a sign for every point that is likely to be somebody's, but for stones that stay their owner's."""
        stones, signs = self.game.stones, SIGNS[ascii]
        owners = {label: self.found.owner(label) for label in self.game.board.labels}
        return {label: signs[owner] for label, owner in owners.items() if owner and stones.get(label) != owner}

    def lines(self, ascii: bool) -> Iterator[str]:
        """Yield what there is to say about it."""
        found, signs = self.found, SIGNS[ascii]
        black, white = (found.points(colour) for colour in COLOURS)
        yield (
            f"Likely to be Black's ({signs['black']}): {_points(black)}; White's ({signs['white']}): {_points(white)}; "
            f"open: {len(found.owners) - black - white}."
        )
        if found.margin is not None:
            lead = round(abs(found.margin))
            ahead = leader(found.margin) if lead else None
            yield f"{ahead.capitalize()} leads by about {_points(lead)}." if ahead else "It is close."
        if found.dead:
            named = self._one_of_each(found.dead)
            outcome = self.game.outcome
            ended = outcome is not None and outcome.how == "score"
            yield f"These chains look dead: {named}." + (f" `dead {named}` takes them off." if ended else "")
        else:
            yield "No stone looks dead."
        if found.endangered:
            named = self._one_of_each(found.endangered)
            yield f"These chains are counted as lost, though they are not surely dead: {named}."
        if self.game.outcome is not None and found.dead_by:
            yield "The count stands; this is how play would be likely to go on."
        if found.by:
            yield _whose(found.by)
        if found.dead_by not in ("", found.by):
            yield f"Of the dead stones it is that of {found.dead_by}."

    def _one_of_each(self, stones: Sequence[str]) -> str:
        """Return a stone of each of these stones' chains."""
        named, left = list[str](), set(stones)
        for label in stones:
            if label in left:
                named.append(label)
                left.difference_update(self.game.board.names(self.game.chain(label)))
        return " ".join(named)


def _points(count: int) -> str:
    return f"{count} point{'' if count == 1 else 's'}"
