"""Templates: how pages are filled in, with every value escaped and every missing one an error."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from ..texts import Words


def environment(words: Words) -> Environment:
    """Return the templates of the package; they all know ``words``."""
    made = Environment(
        loader=PackageLoader("tengen.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["words"] = words
    return made


def page(request: Request, template: str, /, status: int = 200, **values: object) -> HTMLResponse:
    """Return a page; its template knows the ``path`` asked for, so that the navigation shows where one is."""
    templates: Environment = request.app.state.web.templates
    text = templates.get_template(template).render(path=request.url.path, **values)
    return HTMLResponse(text, status_code=status)


def problem_page(request: Request, status: int, text: str | None = None) -> HTMLResponse:
    """Return the page that says what is wrong with a request, in a given sentence or in the usual one."""
    words: Words = request.app.state.web.words
    known = status if f"error.title_{status}" in words else 500 if status >= HTTPStatus.INTERNAL_SERVER_ERROR else None
    title = words.either(f"error.title_{known}", "error.title")
    usual = words.either(f"error.text_{known}", "error.text")
    return page(request, "error.html", status, title=title, text=text or usual, code=status)
