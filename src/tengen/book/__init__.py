"""A recorded game as Go books print it: numbered figures, what they cannot show in notes, comments below."""

from .figure import BookFigure, Comment
from .output import Book, Plate, make_book
from .splitting import MOVES, cut

__all__ = ["MOVES", "Book", "BookFigure", "Comment", "Plate", "cut", "make_book"]
