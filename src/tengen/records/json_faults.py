"""What Python's parser of JSON says is wrong, as texts that can be translated."""

from __future__ import annotations

from json import JSONDecodeError
from typing import Final

from .text import Text

FAULTS: Final = (
    Text("Expecting property name enclosed in double quotes"),
    Text("Expecting value"),
    Text("Expecting ',' delimiter"),
    Text("Expecting ':' delimiter"),
    Text("Extra data"),
    Text("Unterminated string starting at"),
)
"""The faults that catalogues translate; others are shown in English."""


def json_fault(error: JSONDecodeError) -> Text:
    """Return what is wrong, without where.

    >>> import json
    >>> try:
    ...     json.loads("[1 2]")
    ... except JSONDecodeError as error:
    ...     json_fault(error)
    "Expecting ',' delimiter"
    """
    return Text(error.msg)
