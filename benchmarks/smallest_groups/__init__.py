"""How small is a group that lives unconditionally? Found, and proved smallest, by a SAT solver (docs/why/life.md)."""
