"""Opening moves that Tengen found by long searches, in a file, looked up without any search."""

from .book import LONGEST, BookMove, book_move, on_board

__all__ = ["LONGEST", "BookMove", "book_move", "on_board"]
