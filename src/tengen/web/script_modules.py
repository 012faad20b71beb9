"""Which modules a page's script needs, so that a browser fetches all of them at once and not one after the other."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent / "static" / "js"
_IMPORT: Final = re.compile(r'^(?:import|export)\b[^"\n;]*"\./([\w-]+\.js)";', re.MULTILINE)


@cache
def script_modules(name: str) -> tuple[str, ...]:
    """Return the files that a script imports, and those that they import, each once.

    >>> script_modules("home.js")[:2]
    ('begin.js', 'api.js')
    """
    found: dict[str, None] = {}

    def add(script: str) -> None:
        for each in _IMPORT.findall((_FOLDER / script).read_text("utf-8")):
            if each != name and each not in found:
                found[each] = None
                add(each)

    add(name)
    return tuple(found)
