"""Scripts show texts that Babel can extract: literals, and tables of literals marked with ``msg``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tengen import web

STATIC = Path(web.__file__).parent / "static" / "js"
SCRIPTS = [*STATIC.glob("*.js"), *(STATIC.parents[2] / "notebook").glob("*.js")]

CALL = re.compile(r"(?<![\w.])(say|sayCount|msg)\(\s*")
LITERAL = r'"(?:[^"\\]|\\.)*"'
FROM_TABLE = r"[\w.]+(?:\[[^\]]+\])?(?: \?\? [\w.]+)?"
ARGUMENTS = {
    "msg": re.compile(rf"{LITERAL}\)|text\)"),
    "say": re.compile(rf"(?:{LITERAL}|{FROM_TABLE})\s*[,)]"),
    "sayCount": re.compile(rf"(?:{LITERAL},\s*{LITERAL}|one, other),"),
}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_texts_can_be_extracted(script: Path) -> None:
    text = script.read_text("utf-8")
    for call in CALL.finditer(text):
        assert ARGUMENTS[call[1]].match(text, call.end()), text[call.start() : call.end() + 80]
    assert not re.findall(r'\b(?:say|msg)\("[a-z_]+(?:\.[a-z_]+)+"', text), "a key instead of an English text"
