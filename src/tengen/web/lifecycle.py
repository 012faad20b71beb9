"""How a server starts and stops: its parts open in order, and close in order.

Slow first-time work, such as loading all named graphs for the new-game form (half a second on the event loop), is done
piece by piece once the server is ready: earlier it would delay readiness, and on demand it would delay all visitors.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Final

from starlette.routing import BaseRoute

from ..opening import on_board
from ..players.warming import load_rules
from .languages.catalogue import LANGUAGES
from .languages.reader_language import speaking
from .lessons.course_library import courses
from .page_templates import templates
from .pages.board_kinds import board_kinds
from .pages.listed_games import thumbnails
from .pages.new_game_page import form_data
from .scheduler.pauses import IdleLook
from .scheduler.tasks import log_failure
from .scheduler.threads import in_thread
from .services import Services
from .texts import read_language

log: Final = logging.getLogger("tengen.web")
_AGAIN: Final = 2.0
"""Seconds until the next attempt to take up the games."""
_LOOK: Final = 0.5
"""Seconds between checks whether the rules have been compiled."""
_MODULES: Final = ("networkx", "tengen.web.accounts.passkeys", "tengen.web.push.sender")
_NOWHERE: Final = {"type": "http", "method": "GET", "path": "/nowhere", "root_path": "", "headers": []}


@contextlib.asynccontextmanager
async def running(services: Services, ahead: Iterable[Callable[[], object]] = ()) -> AsyncIterator[None]:
    """Run the services during the block; once they are ready, run each piece of ``ahead``."""
    preparing: asyncio.Task[None] | None = None
    looking = IdleLook(lambda: services.metrics.open)
    watching = [asyncio.create_task(each) for each in (services.metrics.watch_loop(), looking.run())]
    try:
        await services.store.open()
        await services.acts.open()
        await services.engine.start()
        preparing = asyncio.create_task(_prepare(services, ahead))
        yield
    finally:
        services.closing.set()
        if preparing is not None:
            preparing.cancel()
            await asyncio.gather(preparing, return_exceptions=True)
        if services.mail_links.mailer is not None:
            await services.mail_links.mailer.tasks.stop()
        for each in watching:
            each.cancel()
        await services.listener.close()
        await services.acts.close()
        await services.housekeeping.close()
        await services.caller.close()
        await services.lobby.close()
        await services.games.close()
        await services.engine.stop()
        await services.scheduler.stop()
        await services.store.close()


async def _prepare(services: Services, ahead: Iterable[Callable[[], object]]) -> None:
    """Resume the unfinished games, and load the compiled rules when a worker has compiled them.

    Compiling here would block all requests; until then positions are judged by plain Python.
    """
    while not (
        services.prepared.is_set() or services.closing.is_set()
    ):  # a driver may mistake a cancellation for an error
        try:
            await in_thread(load_rules, False)
            await services.games.open()
            await services.listener.open()
            await services.lobby.open()
            services.housekeeping.open()
            services.prepared.set()
        except Exception as error:
            log_failure(log, "the games left by a server cannot be taken up; trying again", error)
            await asyncio.sleep(_AGAIN)
    for piece in ahead:
        try:
            await in_thread(piece)
        except Exception:  # the first request that needs this waits for it, or shows its error
            log.exception("something could not be preloaded; going on with the rest")
    for wide in (False, True):
        while not await in_thread(load_rules, wide):
            await asyncio.sleep(_LOOK)
    log.info("ready", extra={"database": services.store.engine.dialect.name})


def ahead(routes: Sequence[BaseRoute]) -> Iterator[Callable[[], object]]:
    """Yield the slow first-time work of a server with these routes, the most needed first.

    FastAPI analyses a route when it first matches a request against it.
    """
    yield from (partial(route.matches, dict(_NOWHERE)) for route in routes)
    yield from (partial(read_language, each) for each in LANGUAGES)
    yield from (partial(templates().get_template, each) for each in templates().list_templates())
    yield from (partial(import_module, each) for each in _MODULES)
    yield partial(on_board, "")
    yield from (courses, board_kinds, thumbnails)
    yield from (speaking(each)(form_data) for each in LANGUAGES)
