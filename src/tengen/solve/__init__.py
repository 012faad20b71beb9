"""Proofs: what is true of these games, decided exactly."""
