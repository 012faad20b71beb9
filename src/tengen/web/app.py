"""The application: its services, its routes and its middleware."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import JSONResponse
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute
from starlette.staticfiles import StaticFiles

from .. import __version__
from .api import (
    account_routes,
    choice_routes,
    formal_routes,
    game_routes,
    game_socket,
    health_routes,
    lesson_routes,
    lobby_routes,
    new_game_routes,
    page_socket,
    review_changes,
    review_routes,
    tournament_routes,
    variant_routes,
    visitor_routes,
)
from .api.openapi import REFUSALS, described
from .engine import EnginePool
from .gate.guard import RequestGuard, explain_errors
from .gate.headers import SmallBodies
from .gate.request_log import RequestLog
from .languages.reader_language import Spoken
from .lifecycle import ahead, running
from .pages import (
    game_page,
    home_page,
    learn_page,
    link_previews,
    new_game_page,
    offline_page,
    pictures,
    plain_pages,
    profile_page,
    rules_page,
    solved_page,
)
from .scheduler.fair_requests import FairRequests
from .scheduler.threads import in_thread
from .services import Services
from .settings import MOST_BODY, Settings

_LEVEL: Final = 5
"""Compression level of responses; the highest, 9, took twenty times as long for 7 % less on 961 points."""
STATIC = Path(__file__).parent / "static"
_API = (
    health_routes,  # first, because FastAPI analyses routes in this order and readiness is requested first
    *(new_game_routes, game_routes, game_socket),
    *(visitor_routes, choice_routes, variant_routes),
    *(lobby_routes, page_socket),
    *(review_routes, review_changes, formal_routes, lesson_routes),
    tournament_routes,
    account_routes,
)
_PAGES = (
    *(plain_pages, link_previews, pictures),
    *(home_page, learn_page, rules_page, new_game_page, game_page, solved_page, offline_page),
    profile_page,
)


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """Return all routes. FastAPI analyses each at its first request, once for all applications."""
    every = APIRouter()
    for module in (*_API, *_PAGES):
        every.include_router(module.router, responses=REFUSALS)
    return tuple(every.routes)


async def _document(request: Request) -> Response:
    """Return the OpenAPI document of this server."""
    return await in_thread(lambda: JSONResponse(described(request.app)))


def create_app(settings: Settings | None = None, engine: EnginePool | None = None) -> FastAPI:
    """Return the application; its parts open when the server starts and close in order when it stops."""
    services = Services(settings or Settings(), engine)
    app = FastAPI(
        title="Tengen",
        version=__version__,
        summary="Every Go on every board: games, reviews and choices.",
        lifespan=lambda _: running(services, ahead(_routes())),
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # FastAPI would build the document on the event loop
    )
    app.state.services = services
    app.router.routes.extend(_routes())
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.openapi = lambda: described(app)  # type: ignore[method-assign]
    app.add_api_route("/api/openapi.json", _document, include_in_schema=False)
    app.add_middleware(SmallBodies, most=MOST_BODY)
    app.add_middleware(BaseHTTPMiddleware, dispatch=RequestGuard(services))
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=_LEVEL)
    app.add_middleware(Spoken, secure=services.settings.secure)
    app.add_middleware(RequestLog, metrics=services.metrics)
    app.add_middleware(FairRequests)
    explain_errors(app, services.templates)
    return app
