"""The one picture of a board, as SVG: for notebooks, files, the documentation and the web.

Every point is a group with the class ``point``, a stable id and its label in ``data-point``, so that pages can make
the picture interactive. It is painted by presentation attributes alone; classes let a page restyle it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any, Final

from ..boards import Board
from ..boards import parse as parse_board
from ..records import Colour, Diagram, Markup, Position
from .ground import Look, Scene
from .painting import Painter

_LOOK: Final = [each.name for each in fields(Look)]


def svg(
    board: Board,
    position: Position,
    *,
    markup: Markup | None = None,
    numbers: Mapping[str, int] | None = None,
    last: str | None = None,
    ko: Iterable[str] = (),
    dead: Iterable[str] = (),
    owners: Mapping[str, Colour | None] | None = None,
    liberties: Mapping[str, int] | Iterable[str] = (),
    shaded: Iterable[str] = (),
    weights: Mapping[str, int] | None = None,
    walls: bool = False,
    coordinates: bool | None = None,
    view: Iterable[str] | None = None,
    theme: str = "light",
    size: int | None = None,
    title: str = "",
    prefix: str = "tengen",
    paper: bool = False,
) -> str:
    """Return the picture of a position; points are named by their labels.

    ``markup`` is drawn over it, ``numbers`` are on stones or vacant points, ``last`` is ringed, ``ko`` points have a
    small square. ``owners`` shows territory (None: unmarked), ``dead`` stones are faint, ``liberties`` are dotted, or
    numbered by a mapping. ``shaded`` points have coloured ground. ``weights`` are small numbers next to vacant points,
    and ``walls`` draws tiles as walls. ``coordinates`` names rows and columns (None: on boards with them), and on rings
    and graphs every point. ``view`` replaces the markup's view, the points whose rectangle is shown. ``theme`` is
    "light", "dark" or "print", ``size`` the longer side in pixels, ``prefix`` begins every id, and ``paper`` paints the
    margin, so that names are legible on any background.

    Raises:
        BoardError: a label that is not on the board. TengenError: an unknown theme, or a size out of range.

    >>> from tengen import boards
    >>> svg(boards.parse("2"), Position({"A1": "black"})).count('class="point')
    4
    """
    return "\n".join(svg_lines(**locals()))  # the parameters alone


def svg_lines(board: Board, position: Position, **options: Any) -> list[str]:
    """Return the picture of a position as lines, with the options of `svg`; None stands for the default."""
    given = {name: value for name, value in options.items() if value is not None}
    look = Look(**{name: given.pop(name) for name in _LOOK if name in given})
    return Painter(Scene(board, position, **given), look).lines()


def diagram_svg(
    diagram: Diagram,
    *,
    theme: str = "light",
    size: int | None = None,
    coordinates: bool | None = None,
    prefix: str = "tengen",
    title: str | None = None,
) -> str:
    r"""Return the picture of a printed diagram: its stones, numbers and marks, without the notes.

    >>> from tengen import draw, formats
    >>> diagram = next(formats.read_all("$$B\n$$ | . 1 X |\n$$ | 2 O . |", format="sensei"))
    >>> draw.diagram_svg(diagram)[:4]
    '<svg'
    """
    position = replace(diagram.position, stones=diagram.stones())
    return svg(
        parse_board(diagram.board),
        position,
        markup=diagram.markup,
        numbers=diagram.numbers(),
        coordinates=diagram.coordinates if coordinates is None else coordinates,
        theme=theme,
        size=size,
        title=diagram.title if title is None else title,
        prefix=prefix,
    )
