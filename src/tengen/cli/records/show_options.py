"""The options of `tengen show`: a position, how it is drawn, and where that goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from ...records import TengenError
from ..options import Axes, CirclesAreTiles, FromMove, RecordBoard, Rules, ToMove, Variation, check_span


@dataclass(frozen=True)
class PositionOptions:
    """Which position of a record is meant, and by which rules it is played: after a move, at a node, or the last one.

    The root of a line is its node 0; ``variation`` is the line's address, as in `tengen.game.variations`.
    """

    move: Annotated[int | None, typer.Option(min=0, help="The position after this move.")] = None
    node: Annotated[int | None, typer.Option(min=0, help="The position at this node of the line; its root is 0.")] = (
        None
    )
    variation: Variation = ""
    rules: Rules = None
    board: RecordBoard = None
    settings: Axes = None

    @property
    def is_open(self) -> bool:
        """Whether nothing is said but the board."""
        return not self.settings and self == type(self)(board=self.board, settings=self.settings)

    @property
    def numbered(self) -> bool:
        """Whether moves are wanted, not a position."""
        return False

    def check(self) -> None:
        """Refuse what contradicts itself."""
        if (self.move is not None) + (self.node is not None) + self.numbered > 1:
            raise TengenError("--move, --node, and --from with --to are different places; name one")


@dataclass(frozen=True)
class ShowOptions(PositionOptions):
    """A position, or the moves from ``first`` to ``last``, and what is shown of it beside the stones."""

    first: FromMove = None
    last: ToMove = None
    territory: Annotated[bool, typer.Option("--territory", help="Show who owns what, and count it.")] = False
    regions: Annotated[
        bool,
        typer.Option("--regions", help="Mark whose territory each region is: an enemy stone there is an incursion."),
    ] = False
    dead: Annotated[str, typer.Option(metavar="POINTS", help="Stones to take as dead: D4,E5.")] = ""
    circles_are_tiles: CirclesAreTiles = False
    seki: Annotated[
        str | None, typer.Option(metavar="POINTS", help="Stones whose groups are in seki: D4,E5; else it is judged.")
    ] = None
    liberties: Annotated[str, typer.Option(metavar="POINTS", help="Mark the liberties of these stones: D4,E5.")] = ""

    @property
    def numbered(self) -> bool:
        """Whether moves are wanted, not a position."""
        return self.first is not None or self.last is not None

    def check(self) -> None:
        """Refuse what contradicts itself."""
        super().check()
        if self.regions and (self.territory or self.numbered):
            raise TengenError("--regions marks a position during play; leave --territory, --from and --to out")
        check_span(self.first, self.last)
