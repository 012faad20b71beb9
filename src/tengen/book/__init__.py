"""A recorded game as Go books print it: numbered figures, what they cannot show in notes, comments below."""

from .cutting import MOVES, cut
from .making import Book, Plate, make_book
from .sheets import Comment, Figure

__all__ = ["MOVES", "Book", "Comment", "Figure", "Plate", "cut", "make_book"]
