"""Takes out of a language's files what English does not say any more."""

from __future__ import annotations

import tomllib
from collections.abc import Container
from pathlib import Path

from .catalogue import ENGLISH, flat, strings
from .harvest import english_sentences


def prune(language: str) -> int:
    """Take out every line with a key or a sentence that English does not have; return how many."""
    here = Path(__file__).parent / language
    keys = strings(ENGLISH).keys()
    told = {each for part in english_sentences().values() for each in part}
    return sum(_pruned(path, keys) for path in here.glob("*.toml")) + sum(
        _pruned(path, told, whole=True) for path in (here / "sentences").glob("*.toml")
    )


def _pruned(path: Path, known: Container[str], whole: bool = False) -> int:
    lines = path.read_text("utf-8").splitlines(keepends=True)
    kept = [line for line in lines if _is_said(line, known, whole)]
    path.write_text("".join(kept), "utf-8")
    return len(lines) - len(kept)


def _is_said(line: str, known: Container[str], whole: bool) -> bool:
    """Say whether a line stays: comments and blank lines do, as does whatever is no whole entry."""
    try:
        entry = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return True
    keys = entry if whole else dict(flat(entry))
    return all(key in known for key in keys)
