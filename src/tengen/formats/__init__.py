"""Text of records: SGF, JSON and the formal notation; each reads to a Record and writes one."""

from . import clicks, json, sgf
from .detect import read_any, read_file

__all__ = ["clicks", "json", "read_any", "read_file", "sgf"]
