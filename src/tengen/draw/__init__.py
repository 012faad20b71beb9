"""Pictures of plain data: ``draw.svg(board, position)``, ``draw.diagram_svg(diagram)``, ``draw.board_text``."""

from .svg import diagram_svg, svg
from .text import board_text

__all__ = ["board_text", "diagram_svg", "svg"]
