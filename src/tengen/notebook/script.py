"""What a notebook's browser is given: the page's own scripts, styles and strings, put together as one module.

anywidget takes one text for a widget. So the modules of the page that the board needs are put one after the other, each
in a function that returns what it exports.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Final

from ..web.languages.catalogue import catalogue
from ..web.languages.reader_language import language
from ..web.texts import script_words

_HERE: Final = Path(__file__).parent
_PAGE: Final = _HERE.parent / "web" / "static" / "css"
_SHEETS: Final = (_PAGE / "base.css", _PAGE / "panel.css", _PAGE / "game.css", _HERE / "goban.css")

_IMPORT: Final = re.compile(r'^import \{([^{}]*)\} from "([^"\n]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:class|function|const) (\w+))", re.MULTILINE)
_ABOUT: Final = re.compile(r"^ */\*\*.*?\*/\n", re.MULTILINE | re.DOTALL)
_LEFT: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@cache
def script() -> str:
    """Return the module that shows a board, by anywidget's protocol."""
    parts: dict[Path, str] = {}
    _add(_HERE / "goban.js", parts)
    return "\n".join(
        [*parts.values(), f"export default {_name(_HERE / 'goban.js')}.widget({json.dumps(sheets())});", ""]
    )


def sheets() -> str:
    """Return the page's styles for a board, whose root is not the document's but its own."""
    text = "\n".join(sheet.read_text("utf-8") for sheet in _SHEETS)
    text = re.sub(r":root((?::\w+\([^():]*\)|\[[^][]*\])+)", r":host(\1)", text)
    return re.sub(r"(?<![-\w])(:root|html)(?![-\w])", ":host", text)


def board_words() -> dict[str, object]:
    """Return what the board's scripts need to show the reader's language: the tag, and translations of their texts."""
    chosen = language()
    words = json.loads(script_words(chosen)[0] or '{"texts": {}}')
    words["texts"] = {english: text for english, text in words["texts"].items() if english in script()}
    return {"language": catalogue(chosen).tag, **words}


def _add(module: Path, parts: dict[Path, str]) -> None:
    """Add a module, after those that it imports."""
    text = module.read_text("utf-8")
    for _, other in _IMPORT.findall(text):
        if (needed := (module.parent / other).resolve()) not in parts:
            _add(needed, parts)
    exported = _EXPORT.findall(text)
    text = _IMPORT.sub(lambda found: f"const {{{found[1]}}} = {_name((module.parent / found[2]).resolve())};\n", text)
    text = _ABOUT.sub("", _EXPORT.sub("", text))
    if left := _LEFT.search(text):
        raise ValueError(f"{module.name}: {left[0]!r} is no import or export that can be put together")
    parts[module] = f"const {_name(module)} = (() => {{\n{text}\nreturn {{ {', '.join(exported)} }};\n}})();"


def _name(module: Path) -> str:
    return f"${module.stem}"
