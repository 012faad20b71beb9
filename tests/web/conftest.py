"""A server for tests: the whole application over a database of its own, with an engine that answers at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest
from fastapi import FastAPI
from starlette.staticfiles import StaticFiles
from starlette.testclient import TestClient
from web_engine import QuickEngine
from web_pages import Pages
from web_postgres import programs, server

from tengen.web.api import choice_routes
from tengen.web.app import STATIC, create_app
from tengen.web.pages import app_manifest, explore_page, home_page, learn_page, new_game_page, rules_page
from tengen.web.services import make_services
from tengen.web.settings import Settings


@pytest.fixture(autouse=True)
def known_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers answer to the names by which the clients of tests ask for them."""
    names = frozenset(("localhost", "testserver", "go.test", "other.example", "here"))
    monkeypatch.setattr("tengen.web.host_names.OWN_NAMES", names)


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The URL of an empty database."""
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed; on Debian and Ubuntu: sudo apt-get install postgresql")
    with server() as url:
        yield url


@pytest.fixture
def empty_postgres(postgres: str) -> str:
    """The URL of a new database in it."""
    name = f"t{uuid4().hex}"

    async def create() -> None:
        connection = await asyncpg.connect(postgres)
        await connection.execute(f"create database {name}")
        await connection.close()

    asyncio.run(create())
    return postgres.rpartition("/")[0] + f"/{name}"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, database: str) -> str:
    """The URL of an empty database of each kind."""
    found: str = database if request.param == "sqlite" else request.getfixturevalue("empty_postgres")
    return found


@pytest.fixture
def engine() -> QuickEngine:
    """An engine that answers at once."""
    return QuickEngine()


@pytest.fixture
def client(database: str, engine: QuickEngine) -> Iterator[TestClient]:
    """A browser of sorts: it keeps cookies, and names the page's origin."""
    app = create_app(Settings(database=database), engine)
    with TestClient(app, base_url="http://testserver", headers={"origin": "http://testserver"}) as made:
        yield made


@pytest.fixture(scope="session")
def pages() -> Pages:
    """Return a client of the home page, the rules, the form for a new game, and what that asks: without a server."""
    app = FastAPI()
    app.state.services = make_services(Settings(database="sqlite://", rate=1e6, burst=10**6))
    for module in (choice_routes, app_manifest, explore_page, home_page, learn_page, new_game_page, rules_page):
        app.include_router(module.router)
    app.mount("/static", StaticFiles(directory=STATIC))
    return Pages(app)
