"""Searches that list all states of a small game, and the resulting values, cycles and written proofs."""
