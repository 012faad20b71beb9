"""For translators (docs/translating.md): ``python -m tengen.web.languages missing de``, ``check`` and ``prune``."""

from __future__ import annotations

import sys

from .catalogue import LANGUAGES
from .harvest import missing, wrong
from .prune import prune

_USE = "python -m tengen.web.languages missing LANGUAGE [FILE], check [LANGUAGE ...], or prune LANGUAGE"


def main(words: list[str]) -> int:
    """Print what a language lacks, or what is wrong in languages; return the exit code."""
    if len(words) >= 2 and words[0] == "missing" and words[1] in LANGUAGES:
        for name, lines in missing(words[1]).items():
            if name in words[2:] or not words[2:]:
                print(f"# ---- {name}\n{lines}\n")
        return 0
    if len(words) == 2 and words[0] == "prune" and words[1] in LANGUAGES[1:]:
        print(f"{prune(words[1])} lines taken out")
        return 0
    if words[:1] == ["check"] and set(words[1:]) <= set(LANGUAGES):
        return max(map(_checked, words[1:] or LANGUAGES[1:]))
    print(_USE, file=sys.stderr)
    return 2


def _checked(language: str) -> int:
    """Print what is wrong in a language and how much it lacks; return whether anything is."""
    problems = wrong(language)
    for problem in problems:
        print(f"{language}: {problem}")
    for name, lines in missing(language).items():
        print(f"{language}: {name} lacks {len(lines.splitlines())}")
    return int(bool(problems or missing(language)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
