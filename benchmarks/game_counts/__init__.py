"""How many games are there on a board? Counted exactly (docs/counting.md)."""
