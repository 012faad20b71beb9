"""How many games are there on a board? Counted exactly (docs/lab/counting.md)."""
