"""Exact numbers of games on a board (docs/lab/counting.md)."""
