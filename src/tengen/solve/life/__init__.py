"""Unconditionally living chains, and moves that take the others (docs/why/life.md)."""

from .unconditional import Life, life, life_of

__all__ = ["Life", "life", "life_of"]
