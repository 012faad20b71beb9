"""A recorded game as Go books print it: numbered figures, notes on what they cannot show, comments below."""

from .figure import BookFigure, Comment
from .output import Book, Plate, make_book
from .splitting import MOVES, cut

__all__ = ["MOVES", "Book", "BookFigure", "Comment", "Plate", "cut", "make_book"]
