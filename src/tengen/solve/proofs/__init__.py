"""Does a side get at least a given number of points? Proofs by depth-first search under plain ko (docs/solving.md)."""
