"""What the pages say: every string in one place, ``texts.toml``, for templates and scripts alike."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Final


class Texts:
    """The strings by dotted key; calling it fills in a string's placeholders.

    >>> Texts({"game": {"play": "Play {point}"}})("game.play", point="D4")
    'Play D4'
    """

    def __init__(self, sections: Mapping[str, object]) -> None:
        self._strings = dict(_flat("", sections))

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the string of a key, filled in; KeyError where there is no such key or a value is missing."""
        return self._strings[key].format(**values)

    def __contains__(self, key: str) -> bool:
        return key in self._strings

    def either(self, key: str, otherwise: str) -> str:
        """Return the string of a key or, where there is none, of another."""
        return self._strings.get(key, self._strings[otherwise])

    def json(self) -> str:
        """Return all strings as one JSON object, unfilled, as scripts read them."""
        return json.dumps(self._strings, ensure_ascii=False)


def _flat(prefix: str, section: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield every string of a table and of the tables in it, by dotted key."""
    for name, value in section.items():
        if isinstance(value, Mapping):
            yield from _flat(f"{prefix}{name}.", value)
        else:
            yield f"{prefix}{name}", str(value)


say: Final = Texts(tomllib.loads((files(__package__) / "texts.toml").read_text("utf-8")))
"""The package's own strings."""
