"""What is played first: moves that Tengen found by long searches, kept in a file, and looked up without any search."""

from .book import LONGEST, BookMove, book_move, on_board

__all__ = ["LONGEST", "BookMove", "book_move", "on_board"]
