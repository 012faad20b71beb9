"""Which chains live unconditionally, what takes the others, and how small is a living group? (docs/life.md)."""

from .smallest import smallest
from .unconditional import Life, life, life_of

__all__ = ["Life", "life", "life_of", "smallest"]
