"""Does a side get a given number of points? Proofs by depth-first search under plain ko (see docs/why/solving.md)."""
