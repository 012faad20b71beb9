"""A recorded game as Go books print it: numbered figures, what they cannot show in notes, comments below."""

from .cutting import MOVES, cut
from .sheets import Comment, Figure

__all__ = ["MOVES", "Comment", "Figure", "cut"]
