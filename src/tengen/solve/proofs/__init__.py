"""Proofs that a side gets at least some points, by depth-first search under plain ko (docs/why/solving.md)."""
