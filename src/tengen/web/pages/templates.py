"""Templates: how pages are filled in, with every value escaped and every missing one an error."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from ..texts import say


class PageTemplates:
    """The templates of the package; each of them knows the pages' strings as ``words``."""

    def __init__(self) -> None:
        self._templates = Environment(
            loader=PackageLoader("tengen.web", "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals["words"] = say

    def page(self, request: Request, template: str, /, **values: object) -> HTMLResponse:
        """Return a page; its template knows the ``path`` asked for, so that the navigation shows the page one is on."""
        text = self._templates.get_template(template).render(path=request.url.path, **values)
        return HTMLResponse(text)

    def problem(self, request: Request, status: int, text: str | None = None) -> HTMLResponse:
        """Return the page that says what is wrong with a request, in a given sentence or in the usual one."""
        known = status if f"error.title_{status}" in say else None
        if known is None and status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            known = 500
        title = say.either(f"error.title_{known}", "error.title")
        usual = say.either(f"error.text_{known}", "error.text")
        page = self.page(request, "error.html", title=title, text=text or usual, code=status)
        page.status_code = status
        return page
