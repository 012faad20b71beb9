"""Updates the catalogues from the sources with Babel: texts of Python, templates, scripts and prose.

``make messages`` runs this (docs/how/translating.md).
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import tengen

PACKAGE: Final = Path(tengen.__file__).parent
_OF_PROSE: Final = ("web/lessons", "web/pages", "rules")
_METHODS: Final = [
    ("web/static/js/**.js", "javascript"),
    ("notebook/**.js", "javascript"),
    ("web/templates/**.*", "jinja2"),
    *((f"{folder}/**.toml", "extraction:prose") for folder in _OF_PROSE),
    *((f"web/{part}.py", "python") for part in ("operating/bans", "operating/readiness", "store/trouble")),
    *(
        (f"web/{part}.py", "ignore")
        for part in (
            "operating/**",
            "store/**",
            "languages/**",
            "settings",
            "accounts/name_rules",
            "lessons/task",
            "lessons/problem_library",
        )
    ),
    *((f"{part}.py", "ignore") for part in ("rules/katago", "draw/image_files", "web/texts")),
    *((f"{folder}/**.py", "python") for folder in ("boards", "rules", "formats", "records", "game", "draw")),
    *((f"{folder}/**.py", "python") for folder in ("engines/hints", "solve/formal", "web")),
]
"""The sources of texts for readers of the pages. Errors elsewhere are for programmers and operators, in English."""

_KEYWORDS: Final[dict[str, tuple[int, ...] | None]] = {
    "Text": None,
    "__init__": None,  # errors whose own ``__init__`` makes the text
    "say": None,
    "msg": None,
    "counted": (1, 2),
    "say_count": (1, 2),
    "sayCount": (1, 2),
}
_PROSE: Final = frozenset(
    [
        *("about", "ask", "differences", "end", "hints", "otherwise", "prose"),
        *("say", "source", "summary", "text", "title", "why"),
    ]
)
"""The keys of prose in TOML files."""


def extracted() -> Catalog:
    """Return every text for readers, with its files."""
    found = Catalog(project="Tengen", charset="utf-8")
    for name, message, comments, context in uses():
        found.add(message, None, [(f"src/tengen/{name}", 0)], auto_comments=comments, context=context)
    return found


@cache
def uses() -> tuple[tuple[str, str | tuple[str, ...], list[str], str | None], ...]:
    """Return every use of a text for readers: its file, the text or the two of a count, comments and context."""
    found = extract_from_dir(
        PACKAGE, _METHODS, {}, {**_KEYWORDS, **_errors()}, ("Translators:",), strip_comment_tags=True
    )
    return tuple(
        (name, message, comments, context) for name, _, message, comments, context in found if "".join(message).strip()
    )


def _errors() -> dict[str, tuple[int, ...]]:
    """Return the errors that take a template, like `TengenError`, with the position of the template."""
    sources = (path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    classes = {
        node.name: node
        for text in sources
        if "class " in text
        for node in ast.parse(text).body
        if isinstance(node, ast.ClassDef)
    }

    def place(name: str) -> int:
        if name not in classes:
            return 0
        own = next((each for each in classes[name].body if getattr(each, "name", "") == "__init__"), None)
        if not isinstance(own, ast.FunctionDef):
            return max((place(base.id) for base in classes[name].bases if isinstance(base, ast.Name)), default=0)
        arguments = [each.arg for each in (*own.args.posonlyargs, *own.args.args)]
        return arguments.index("template") if "template" in arguments else 0

    return {name: (place(name),) for name in classes if place(name)}


def prose(
    file: IO[bytes], keywords: object, comments: object, options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Extract the prose of a TOML file, as a Babel extraction method."""
    for text in _prose_in(tomllib.loads(file.read().decode("utf-8"))):
        if " " in text or text[0].isupper():
            yield 0, "", text, []


def _prose_in(data: object, key: str = "") -> Iterator[str]:
    if isinstance(data, Mapping):
        for name, value in data.items():
            yield from _prose_in(value, str(name))
    elif isinstance(data, list):
        for each in data:
            yield from _prose_in(each, key)
    elif isinstance(data, str) and data.strip() and key in _PROSE:
        yield data.strip()


def update(path: Path, template: Catalog) -> Catalog:
    """Update a catalogue from the sources, and return it.

    A slightly changed text keeps its translation, marked as fuzzy and hidden until it is checked. Translations of
    removed texts are removed.
    """
    with path.open("rb") as file:
        catalogue = read_po(file, path.stem)
    catalogue.update(template, update_header_comment=False, update_creation_date=False)
    written = BytesIO()
    write_po(written, catalogue, width=120, ignore_obsolete=True, include_lineno=False, sort_output=False)
    if written.getvalue() != path.read_bytes():
        path.write_bytes(written.getvalue())
    return catalogue


def coverage(catalogue: Catalog) -> str:
    """Return how much of a catalogue is translated."""
    messages: list[Any] = [message for message in catalogue if message.id]
    fuzzy = sum(message.fuzzy for message in messages)
    done = sum(any(message.string or ()) and not message.fuzzy for message in messages)
    return f"{done} of {len(messages)} texts translated ({done / len(messages):.1%}), {fuzzy} to be checked"


def main() -> None:
    """Update the catalogues, and print how much of each is translated."""
    template = extracted()
    for path in sorted((PACKAGE / "web" / "languages").glob("*.po")):
        print(f"{path.stem}: {coverage(update(path, template))}")


if __name__ == "__main__":
    main()
