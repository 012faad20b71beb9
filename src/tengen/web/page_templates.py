"""Page templates: every value is escaped, and every missing one is an error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Final

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from ..records import Text
from .errors import request_id
from .languages.catalogue import LANGUAGES, catalogue
from .languages.reader_language import language
from .texts import number, say, say_count, script_words, tell


@dataclass(frozen=True)
class NavigationPlace:
    """A navigation entry: its address, its name, and further addresses that belong to it."""

    address: str
    name: Text
    also: tuple[str, ...] = ()

    def holds(self, path: str) -> bool:
        """Return whether a page belongs to this entry, as "/rules/tile" belongs to "/rules"."""
        return any(path == each or path.startswith(f"{each}/") for each in (self.address, *self.also))


PLACES: Final = (
    NavigationPlace("/learn", Text("Learn"), ("/problems",)),
    NavigationPlace("/lobby", Text("Play"), ("/new",)),
    NavigationPlace(
        "/explore", Text("Explore"), ("/workshop", "/rules", "/variants", "/formal", "/solved", "/positions")
    ),
    NavigationPlace("/review", Text("Review"), ("/r",)),
    NavigationPlace("/games", Text("My games")),
)
"""The navigation of every page."""

_FOLDER: Final = Path(__file__).parent / "static" / "js"
_IMPORT: Final = re.compile(r'^(?:import|export)\b[^"\n;]*"\./([\w-]+\.js)";', re.MULTILINE)
LEVEL_NAMES: Final = (
    Text("beginner"),
    Text("novice"),
    Text("easy"),
    Text("casual"),
    Text("steady"),
    Text("careful"),
    Text("demanding"),
    Text("strong"),
    Text("very strong"),
    Text("as strong as it gets"),
)
"""The names of the levels, weakest first."""

_PROBLEM: Final = (Text("Invalid request"), Text("The request could not be understood."))
_PROBLEMS: Final = {
    403: (Text("That is not allowed"), Text("This request did not come from one of this server's own pages.")),
    404: (Text("Page not found"), Text("This address leads to no page or game. Part of it may be missing.")),
    429: (
        Text("Too many requests"),
        Text("You sent too many requests in a short time. Wait a minute, then try again."),
    ),
    500: (Text("Server error"), Text("The server could not answer this request. Your games are unchanged; try again.")),
}
"""The titles and texts of error pages, by status; `_PROBLEM` for the others below 500."""


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


@cache
def templates() -> Environment:
    """Return the templates of the package; each is compiled at its first use."""
    made = Environment(
        loader=PackageLoader("tengen.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {
        "say": say,
        "say_count": say_count,
        "tell": tell,
        "number": number,
        "places": PLACES,
        "modules": script_modules,
        "levels": LEVEL_NAMES,
        "catalogue": catalogue,
        "script_words": script_words,
        "languages": [(each, catalogue(each).name) for each in LANGUAGES],
    }
    made.filters["tell"] = tell
    return made


class PageTemplates:
    """The templates of the package; in each, ``words`` are our strings and ``tell`` translates sentences of games.

    ``origin`` is the public address of the server, if requests do not show it.
    """

    def __init__(self, origin: str = "") -> None:
        self._origin = origin

    def page(self, request: Request, template: str, /, **values: object) -> HTMLResponse:
        """Return a page; its template gets the request's ``path``, the server's ``origin`` and the ``language``."""
        origin = self._origin or f"{request.url.scheme}://{request.url.netloc}"
        known = {"path": request.url.path, "origin": origin, "language": language()}
        text = templates().get_template(template).render(**known, **values)
        return HTMLResponse(text)

    def problem(self, request: Request, status: int, text: str | None = None) -> HTMLResponse:
        """Return the error page of a request, with the given sentence or the default one."""
        failed = 500 if status >= HTTPStatus.INTERNAL_SERVER_ERROR else status
        title, usual = _PROBLEMS.get(status) or _PROBLEMS.get(failed, _PROBLEM)
        values = {"title": tell(title), "text": tell(text or usual), "code": status, "id": request_id()}
        page = self.page(request, "error.html", **values)
        page.status_code = status
        return page
