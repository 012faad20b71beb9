"""Positions as plain rows, top row first."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...boards.grids import cell_name
from ...records import Diagram, other
from ..board_texts import parsed
from .cells import Cell
from .symbols import After, Notation, PointView, SymbolGrid, board_of, draw


def write(diagram: Diagram, after: After | None = None) -> str:
    """Return the position at a diagram's end; what rows cannot say of it stands in braces below them.

    ``after`` knows what stands on the board after the diagram's moves; without it nothing is taken off.

    Raises:
        FormatError: the board has no rows.
    """
    position = diagram.position
    if diagram.moves and after is None:
        position = replace(position, stones=diagram.stones(), to_play=other(diagram.moves[-1].colour))
    elif diagram.moves and after is not None:
        position = after(len(diagram.moves))
    board = board_of(diagram, "a picture of rows")
    drawing = draw(Diagram(board.text, position), _NOTATION)
    lines = ["".join(symbol or "#" for symbol in row) for row in drawing.rows]
    lines += [f"{{{f'{word} {text}'.strip()}}}" for word, text in drawing.statements if not _shown(word, drawing)]
    return "".join(f"{line}\n" for line in lines)


def lost(diagram: Diagram) -> list[str]:
    """Return what rows do not keep of a diagram.

    >>> from tengen.records import Position
    >>> lost(Diagram("9", Position({}), title="A corner"))
    ['the title']
    """
    moves = len(diagram.moves)
    return [
        what
        for what, there in (
            (f"the numbers of {moves} move{'' if moves == 1 else 's'}", moves),
            ("marks and labels", not replace(diagram.markup, view=None).is_empty()),
            ("which part is shown", diagram.markup.view),
            ("the title", diagram.title),
            ("links", diagram.links),
        )
        if there
    ]


def _symbol(look: PointView) -> tuple[str, bool]:
    return ("." if look.stone is None else {"black": "X", "white": "O", "tao": "T"}[look.stone]), True


_NOTATION: Final = Notation("a picture of rows", _symbol, turn="black")


def _shown(word: str, drawing: SymbolGrid) -> bool:
    """Return whether the rows themselves show what a statement says."""
    if word == "TAO":
        return True
    rows = [[Cell(gap=not symbol) for symbol in row] for row in drawing.rows]
    return word == "BOARD" and drawing.board.text == cut_out(rows)


def cut_out(rows: list[list[Cell]]) -> str:
    """Return the text of a grid from which the gaps in its rows are cut out."""
    gaps = [cell_name((x, y), len(rows)) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell.gap]
    return parsed(f"{len(rows[0])}x{len(rows)}" + (f" without {' '.join(gaps)}" if gaps else "")).text
