"""Deciding whether a side gets the whole board, with many processes and a file: the method that solved 5x5."""
