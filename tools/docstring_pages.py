"""Docstrings as Markdown, for the Python reference: examples in code blocks, spec clauses as links.

mkdocs.yml names this as an extension of Griffe, which reads the docstrings for mkdocstrings.
"""

import re
from typing import Any, Final

import griffe

_EXAMPLE: Final = re.compile(r"^([ \t]*)>>> .*(?:\n[ \t]*\S.*)*", re.MULTILINE)
_CLAUSE: Final = re.compile(r"\b[Ss]pec (\d(?:\.\d{1,2})?[a-z]?)(?![\w.]*\d)")
_DIRECTIVE: Final = re.compile(r" +# doctest: .*")


def as_markdown(text: str, spec: str = "../spec.md") -> str:
    """Return a docstring with fenced examples and linked clauses; ``spec`` is the address of the specification."""
    parts, done = [], 0
    for found in _EXAMPLE.finditer(text):
        parts += [_linked(text[done : found.start()], spec), _fenced(found[0], found[1])]
        done = found.end()
    return "".join([*parts, _linked(text[done:], spec)])


def _fenced(example: str, indent: str) -> str:
    return f"{indent}```pycon\n{_DIRECTIVE.sub('', example)}\n{indent}```"


def _linked(text: str, spec: str) -> str:
    return _CLAUSE.sub(lambda found: f"[{found[0]}]({spec}#spec-{found[1].replace('.', '-')})", text)


class DocstringPages(griffe.Extension):  # type: ignore[misc, unused-ignore]
    """Rewrites every docstring once, when it has been read."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Rewrite the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
