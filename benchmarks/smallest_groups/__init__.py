"""The smallest unconditionally living groups, found and proved by a SAT solver (docs/why/life.md)."""
