"""Every string stands in languages/en: what pages, scripts and the server say exists there, whole."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import tengen.web
from tengen.web.texts import Texts, say

WEB = Path(tengen.web.__file__).parent
SAID = re.compile(r"""\b(?:say|sayCount|words)\(\s*f?["'`]([\w.]+)(["'`$\{])""")
"""A key in a call: whole, or as far as its placeholder; templates end what is completed with a dot or an underscore."""


def sources() -> list[Path]:
    return [path for kind in ("*.py", "*.js", "*.html") for path in sorted(WEB.rglob(kind)) if path.name != "texts.py"]


def strings() -> dict[str, str]:
    found: dict[str, str] = json.loads(say.json())
    return found


def test_what_is_said_exists() -> None:
    known = strings()
    said = [(path.name, *found) for path in sources() for found in SAID.findall(path.read_text("utf-8"))]
    missing = [
        (name, key)
        for name, key, end in said
        if not (any(each.startswith(key) for each in known) if end in "${" or key[-1] in "._" else key in known)
    ]
    assert len(said) > 100
    assert missing == []


def test_strings_are_filled_in_and_missing_ones_are_errors() -> None:
    texts = Texts({"a": {"b": "Play {point}", "c": "x"}})
    assert texts("a.b", point="D4") == "Play D4"
    assert texts.either("a.d", "a.c") == "x"
    with pytest.raises(KeyError):
        texts("a.b")
    with pytest.raises(KeyError):
        texts("a.d")


def test_every_string_is_a_sound_template() -> None:
    for key, text in strings().items():
        names = re.findall(r"\{(\w+)\}", text)
        assert text.format(**dict.fromkeys(names, "x")), key
        assert text == text.strip(), key
