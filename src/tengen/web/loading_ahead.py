"""What is needed first by some visitor and takes long the first time, done in pieces as soon as the server is ready.

Done when that visitor comes, it would keep everybody waiting: on the event loop the first look at the form for a new
game took half a second, as it needs all named graphs. Done before the server is ready, it would keep it from being so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Final

from starlette.routing import BaseRoute

from ..opening import on_board
from .lessons.course_library import courses
from .page_templates import templates
from .pages.board_kinds import board_kinds
from .pages.home_page import surprises
from .pages.listed_games import thumbnails
from .pages.new_game_page import form_data
from .texts import LANGUAGES, read_language, speaking

_MODULES: Final = ("networkx", "tengen.web.accounts.passkeys", "tengen.web.push.sender")
_NOWHERE: Final = {"type": "http", "method": "GET", "path": "/nowhere", "root_path": "", "headers": []}


def ahead(routes: Sequence[BaseRoute]) -> Iterator[Callable[[], object]]:
    """Yield what is to be done for the visitors of a server that has these routes, what most need first.

    FastAPI works out what a route asks for when a request first comes by it.
    """
    yield from (partial(route.matches, dict(_NOWHERE)) for route in routes)
    yield from (partial(read_language, each) for each in LANGUAGES)
    yield from (partial(templates().get_template, each) for each in templates().list_templates())
    yield from (partial(import_module, each) for each in _MODULES)
    yield partial(on_board, "")
    yield from (courses, board_kinds, surprises, thumbnails)
    yield from (partial(_form_in, each) for each in LANGUAGES)


def _form_in(language: str) -> None:
    with speaking(language):
        form_data()
