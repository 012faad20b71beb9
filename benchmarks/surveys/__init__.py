"""Proved values of small boards: rows for every graph and grid, in files that can be continued."""
