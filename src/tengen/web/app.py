"""The application: what all requests share, and where each kind of them goes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from jinja2 import Environment
from prometheus_client import CollectorRegistry
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles

from .. import __version__
from ..players import warm_up
from .api import choice_routes, game_routes, game_socket, health_routes, review_routes, visitor_routes
from .engine import Engine
from .games import Refusal
from .games.game_request import WrongChoice
from .games.game_server import Hall
from .metrics import Metrics
from .openapi import described
from .pages import game_page, home_page, new_game_page, rules_page
from .pages.templates import environment, problem_page
from .problems import Problem, first_of, said
from .rate_limits import Buckets, Places
from .security import COOKIE, SafeHeaders, SmallBodies, address_of, digest, is_from_here, new_id, new_token, weight_of
from .settings import MOST_BODY, Settings
from .store import Store
from .store.notifications import Listening
from .store.store import Visitor
from .texts import Words, load_words, say

log = logging.getLogger("tengen.web")
STATIC = Path(__file__).parent / "static"
_AGAIN = 2.0
_NEED_RULES = ("/api/games", "/api/me/games", "/api/reviews", "/api/check")
"""Where positions are judged: those who come while the rules are still being compiled wait here; pages say so."""


@dataclass
class Web:
    """What all requests share."""

    settings: Settings
    store: Store
    engine: Engine
    hall: Hall
    words: Words
    templates: Environment
    requests: Buckets
    new_games: Buckets
    thinking: Buckets
    sockets: Places
    metrics: Metrics
    started: float = field(default_factory=time.time)
    closing: bool = False
    prepared: asyncio.Event = field(default_factory=asyncio.Event)

    async def visitor(self, request: Any) -> Visitor | None:
        """Return whose cookie a request (or a WebSocket) carries; None: nobody's that we know."""
        token = request.cookies.get(COOKIE)
        return None if not token else await self.store.visitor(digest(token))

    async def known_visitor(self, request: Request, response: Response) -> Visitor:
        """Return whose cookie a request carries; somebody new gets one with the response."""
        found = await self.visitor(request)
        if found is None:
            token = new_token()
            found = await self.store.add_visitor(new_id(), digest(token))
            response.set_cookie(
                COOKIE,
                token,
                max_age=400 * 24 * 3600,
                httponly=True,
                samesite="lax",
                secure=self.settings.secure or request.url.scheme == "https",
            )
        return found


def create_app(settings: Settings | None = None, engine: Any = None) -> FastAPI:
    """Return the application; its parts are opened when the server starts, and closed in order when it stops."""
    chosen = settings or Settings()
    app = FastAPI(
        title="Tengen",
        version=__version__,
        summary="Every Go on every board: games, reviews and choices.",
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    words = load_words()
    store = Store(chosen.database)
    thinker = engine or Engine(workers=chosen.workers, queue=chosen.queue)
    hall = Hall(store, thinker)
    app.state.web = Web(
        settings=chosen,
        store=store,
        engine=thinker,
        hall=hall,
        words=words,
        templates=environment(words),
        requests=Buckets(chosen.burst, chosen.rate),
        new_games=Buckets(chosen.new_games, chosen.new_games / 3600),
        thinking=Buckets(chosen.thinking, chosen.thinking / 3600),
        sockets=Places(chosen.sockets, chosen.most_sockets),
        metrics=Metrics(CollectorRegistry(), hall),
    )
    for module in (
        game_routes,
        game_socket,
        visitor_routes,
        choice_routes,
        review_routes,
        health_routes,
        home_page,
        rules_page,
        new_game_page,
        game_page,
    ):
        app.include_router(module.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.openapi = lambda: described(app)  # type: ignore[method-assign]
    _guard(app)
    _explain(app)
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    web: Web = app.state.web
    listening = Listening(web.store, web.hall)
    preparing: asyncio.Task[None] | None = None
    try:
        await web.store.open()
        await web.engine.start()
        preparing = asyncio.create_task(_prepare(web, listening))
        yield
    finally:
        web.closing = True
        if preparing is not None:
            preparing.cancel()
            await asyncio.gather(preparing, return_exceptions=True)
        await listening.close()
        await web.hall.close()
        await web.engine.stop()
        await web.store.close()


async def _prepare(web: Web, listening: Listening) -> None:
    """Load the compiled rules when a worker has compiled them, as compiling here would stop all other requests.

    Only then are the games taken up that were left.
    """
    while not web.prepared.is_set():
        try:
            await web.engine.warmed()
            await asyncio.to_thread(warm_up)
            await web.hall.open()
            await listening.open()
            web.prepared.set()
        except Exception:
            log.exception("the games that were left cannot be taken up; it is tried again")
            await asyncio.sleep(_AGAIN)
    log.info("ready", extra={"database": web.store.engine.dialect.name})


def _guard(app: FastAPI) -> None:
    """Put in front of every request what keeps the server safe; no body is read before it is counted."""
    app.add_middleware(SmallBodies, most=MOST_BODY)

    @app.middleware("http")
    async def guard(request: Request, follow: Any) -> Response:
        web: Web = app.state.web
        began = time.perf_counter()
        changing = request.method not in ("GET", "HEAD", "OPTIONS")
        if changing and not is_from_here(request.headers, web.settings.origins):
            text = say("refused.foreign")
            return JSONResponse({"error": said("foreign-origin", text)}, 403)
        key, weight = address_of(request), min(weight_of(request.headers), web.requests.size)
        if not request.url.path.startswith("/static/") and not web.requests.take(key, weight):
            wait = max(1, round(web.requests.wait(key, weight)))
            text = say("refused.too_much_wait", seconds=wait)
            return JSONResponse({"error": said("too-many", text)}, 429, headers={"retry-after": str(wait)})
        if request.url.path.startswith(_NEED_RULES):
            await web.prepared.wait()
        response: Response = await follow(request)
        web.metrics.answered(request, response.status_code, time.perf_counter() - began)
        return response

    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(SafeHeaders)


def _explain(app: FastAPI) -> None:
    """Answer every error in one shape: JSON under /api, a page elsewhere."""

    def answer(request: Request, status: int, code: str, text: str, **more: Any) -> Response:
        if request.url.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
            return JSONResponse({"error": said(code, text, **more)}, status)
        return problem_page(request, status, None if code == "http" else text)

    @app.exception_handler(Problem)
    async def problem(request: Request, error: Problem) -> Response:
        made = answer(request, error.status_code, error.code, error.text, **error.more)
        made.headers.update(error.headers or {})
        return made

    @app.exception_handler(Refusal)
    async def refusal(request: Request, error: Refusal) -> Response:
        return answer(request, 409, error.code, str(error), reasons=list(error.reasons))

    @app.exception_handler(WrongChoice)
    async def wrong_choice(request: Request, error: WrongChoice) -> Response:
        return answer(request, 422, "wrong-choice", str(error), field=error.field)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return answer(request, 422, "invalid", first_of(error.errors()))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        return answer(request, error.status_code, "http", str(error.detail))

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        log.error("a request failed", exc_info=error, extra={"path": request.url.path})
        return answer(request, 500, "failed", say("refused.failed"))
