"""All states of a small game: one search that lists them, and what follows for values, cycles and written proofs."""
