"""Text of records and diagrams: SGF, JSON, the formal notation, Sensei's diagrams, Wikipedia's template, plain rows.

The first three read to a `Record` and write one, the others read to a `Diagram` and write one. `read_any` takes
whatever it is.
"""

from . import json, sgf
from .detect import read_all, read_any, read_file
from .diagrams import goban, rows, sensei
from .formal import clicks

__all__ = ["clicks", "goban", "json", "read_all", "read_any", "read_file", "rows", "sensei", "sgf"]
