"""What do the formal rules say of a record or a configuration (docs/why/formal.md)?"""

from .findings import FormalFindings, FormalInput, FormalQuestion, find, read_formal, read_start

__all__ = ["FormalFindings", "FormalInput", "FormalQuestion", "find", "read_formal", "read_start"]
