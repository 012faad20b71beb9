"""Looks at a position alone: without komi, prisoners, handicap and history, in one orientation.

The results are the same for every game that leads to the position, for its mirror images, and with the colours
exchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product, starmap
from typing import Any, Final, NamedTuple, TypeVar

from ..boards import Board
from ..game import Game
from ..game.scoring import komi_sign
from ..opening.book import Points, symmetries
from ..players import Analysis
from ..records import COLOURS, BoardError, Colour, Content, Position, other
from ..rules import Variant, variant
from ..search.search import placement_surplus

Judge = Callable[[Game], Analysis]
T = TypeVar("T")

_OWNERS: Final = {"black": 1.0, "white": -1.0, None: 0.0}


class Image(NamedTuple):
    """A symmetry of the board, with or without an exchange of colours."""

    moved: Points
    swaps: bool

    def colour(self, colour: Colour) -> Colour:
        """Return the image of a colour."""
        return other(colour) if self.swaps else colour

    def position(self, board: Board, position: Position) -> Position:
        def points(lying: Mapping[str, T]) -> list[tuple[str, T]]:
            return sorted((board.labels[self.moved[board.point(label)]], it) for label, it in lying.items())

        def sides(held: Mapping[Colour, T]) -> dict[Colour, T]:
            return {colour: held[self.colour(colour)] for colour in COLOURS}

        swapped: dict[Content, Content] = {"black": self.colour("black"), "white": self.colour("white"), "tao": "tao"}
        return replace(
            position,
            stones={label: swapped[content] for label, content in points(position.stones)},
            tiles=dict(points(position.tiles)),
            prisoners=sides(position.prisoners),
            tao_in_hand=sides(position.tao_in_hand),
            tao_bought=sides(position.tao_bought),
            tao_paid=sides(position.tao_paid),
            coupons=sides(position.coupons),
        )

    def back(self, board: Board, found: Analysis) -> Analysis:
        """Return owners and lead of a position, from those of its image."""
        sign, owners = (-1 if self.swaps else 1), found.ownership
        ownership = {p: sign * owners[board.labels[q]] for p, q in zip(board.labels, self.moved, strict=True)}
        return replace(found, ownership=ownership, lead=sign * found.lead, candidates=())


def neutral_looks(game: Game, judge: Judge, turned: bool) -> tuple[Analysis, Analysis]:
    """Return looks at a game's position with Black and with White to move; the leads are by the game's own count.

    If ``turned``, one of the position's orientations is judged, and the looks are the mean over its symmetries.
    """
    chosen, position = _neutral(game)
    images = [(each, each.position(game.board, position)) for each in _images(game, turned)]
    first = min((image for _, image in images), key=_order)
    equal = [each for each, image in images if image == first]
    is_over = game.outcome is not None and not first.stones
    found: dict[Colour, Analysis] = {}
    for colour in map(equal[0].colour, COLOURS):
        each = Game.from_position(chosen, game.board, replace(first, to_play=colour))
        found[colour] = _as_it_stands(each) if is_over or each.outcome is not None else judge(each)
    black, white = (
        _mean(game, [each.back(game.board, found[each.colour(colour)]) for each in equal]) for colour in COLOURS
    )
    return black, white


def _neutral(game: Game) -> tuple[Variant, Position]:
    """Return rules and position without the parts irrelevant to life and death."""
    held = game.position.prisoners if game.rules.may_return else dict.fromkeys(COLOURS, 0)
    position = replace(game.position, created_by=None, last_incursion=False, prisoners=held)
    if not game.rules.ends_by_passes:
        return game.variant, position
    scoring = "area" if game.rules.scoring == "territory" else game.rules.scoring
    bare: dict[str, Any] = {"tax": "none", "prisoner_value": 1, "komi": 0, "handicap": 0, "handicap_bonus": 0}
    return variant(game.variant, scoring=scoring, fairness="none", **bare), position


def _images(game: Game, turned: bool) -> Iterable[Image]:
    """Return a board's symmetries, with and without a swap of colours; only the identity if there are too many."""
    same = tuple(range(len(game.board)))
    if not turned:
        return [Image(same, False)]
    try:
        group = symmetries(game.board, game.rules)
    except BoardError:
        group = (same,)
    even = game.rules.order == "alternate" and not game.rules.pass_stones  # the colours can be exchanged
    return starmap(Image, product(group, (False, True) if even else (False,)))


def _order(position: Position) -> tuple[object, ...]:
    held = (position.prisoners, position.tao_in_hand, position.tao_bought, position.tao_paid, position.coupons)
    return (*position.stones.items(),), (*position.tiles.items(),), [(*each.values(),) for each in held]


def _as_it_stands(game: Game) -> Analysis:
    """Return the score of a position without moves left to play."""
    score = game.score(None if game.rules.ends_by_passes else "area")
    return Analysis((), 0.5, score.margin, {label: _OWNERS[owner] for label, owner in score.owner.items()}, 0, by="")


def _mean(game: Game, looks: Sequence[Analysis]) -> Analysis:
    """Return the mean of owners and leads, these with the game's komi and, under territory scoring, its prisoners."""
    owners = {label: sum(look.ownership[label] for look in looks) / len(looks) for label in game.board.labels}
    lead = sum(look.lead for look in looks) / len(looks)
    sign = komi_sign(game.rules)
    lead -= sign * game.rules.compensation if game.rules.ends_by_passes else 0
    lead -= sign * placement_surplus(game.state()) if game.rules.scoring == "territory" else 0
    return replace(looks[0], ownership=owners, lead=lead)
