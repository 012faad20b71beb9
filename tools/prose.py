"""Check the clearest rules of style in everything people read: ``python tools/prose.py`` lists what breaks them.

`make style` runs this. A rule is a pattern and its replacement; CONTRIBUTING.md has the rest of the style.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
READ: Final = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs",
    "examples",
    "src",
    "tools",
    "benchmarks",
    "training",
)
KINDS: Final = {".md", ".py", ".html", ".js", ".css", ".toml"}
RULES: Final = {
    r"\bwhom?ever\b(?! moves)": "if you ..., a player who ...",
    r"\bsomebody\b": "someone, a player, or the passive voice",
    r"(?-i:\bSay whether\b)": "return whether, check whether",
    r"\bmeanwhile\b": "while, or nothing",
    r"\ball the same\b": "anyway, still",
    r"\bof before\b(?![.])": "the previous ...",
    r"\b(is|are|had) to be\b": "must be, will be, or the present tense",
    r"\bsays? so\b": "shows, reports, or the message's words",
    r"\bby (Chinese|Japanese|Korean|AGA|area|territory) rules\b": "under ... rules",
}
_RULES: Final = {re.compile(pattern, re.IGNORECASE): better for pattern, better in RULES.items()}


def faults(path: Path) -> Iterator[str]:
    """Yield what breaks a rule in a file, with its line and what to write."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        for pattern, better in _RULES.items():
            for found in pattern.finditer(line):
                yield f'{path.relative_to(ROOT)}:{number}: "{found[0]}": write {better}'


def main() -> int:
    """Print every fault; 1 if there are any."""
    texts = (path for name in READ for path in [ROOT / name, *(ROOT / name).rglob("*")] if path.suffix in KINDS)
    found = [fault for path in sorted(texts) if path != Path(__file__) for fault in faults(path)]
    print("\n".join(found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
