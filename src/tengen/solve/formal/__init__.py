"""Records and configurations under the formal rules (docs/why/formal.md)."""

from .findings import FormalFindings, FormalInput, FormalQuestion, find, read_formal, read_start

__all__ = ["FormalFindings", "FormalInput", "FormalQuestion", "find", "read_formal", "read_start"]
