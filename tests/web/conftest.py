"""A server for tests: the whole application with its own database and an engine that answers at once."""

import asyncio
import inspect
import shutil
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest
from fastapi import FastAPI
from sqlalchemy import create_engine
from starlette.staticfiles import StaticFiles
from starlette.testclient import TestClient
from web_accounts import Person, browsers
from web_engine import QuickEngine
from web_games import another, between
from web_pages import Pages
from web_postgres import programs, server

from tengen.web.api import choice_routes
from tengen.web.app import STATIC, create_app
from tengen.web.gate.guard import explain_errors
from tengen.web.pages import home_page, learn_page, new_game_page, pictures, plain_pages, rules_page
from tengen.web.services import Services
from tengen.web.settings import Settings
from tengen.web.store import Store
from tengen.web.store.upgrade import upgrade


@pytest.fixture(autouse=True)
def known_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers accept the host names that the clients of tests use, and load nothing in advance."""
    names = frozenset(("localhost", "testserver", "go.test", "other.example", "here"))
    monkeypatch.setattr("tengen.web.gate.hosts.OWN_NAMES", names)
    monkeypatch.setattr("tengen.web.app.ahead", lambda routes: ())


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run tests that are coroutines."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.fixture(scope="session")
def without_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with empty tables, for copying: making one takes a quarter of a second."""
    made = tmp_path_factory.mktemp("database") / "games.db"
    with create_engine(f"sqlite:///{made}").begin() as connection:
        upgrade(connection)
    made.chmod(0o600)
    return made


@pytest.fixture
def database(tmp_path: Path, without_games: Path) -> str:
    return f"sqlite:///{shutil.copy(without_games, tmp_path / 'games.db')}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    if programs() is None:
        pytest.skip("PostgreSQL is not installed; on Debian and Ubuntu: sudo apt-get install postgresql")
    with server() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_without_games(postgres: str) -> str:
    """The name of a database in PostgreSQL with empty tables, for copying."""
    url = _made_in(postgres, "")

    async def work() -> None:
        store = Store(url)
        await store.open()
        await store.close()

    asyncio.run(work())
    return url.rpartition("/")[2]


@pytest.fixture
def empty_postgres(postgres: str, postgres_without_games: str) -> str:
    return _made_in(postgres, f"template {postgres_without_games}")


def _made_in(postgres: str, how: str) -> str:
    """Return the URL of a new database of a server."""
    name = f"t{uuid4().hex}"

    async def create() -> None:
        connection = await asyncpg.connect(postgres)
        await connection.execute(f"create database {name} {how}")
        await connection.close()

    asyncio.run(create())
    return f"{postgres.rpartition('/')[0]}/{name}"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, database: str) -> str:
    found: str = database if request.param == "sqlite" else request.getfixturevalue("empty_postgres")
    return found


@pytest.fixture(params=["sqlite", "postgres"])
def url_without_tables(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an unused database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new.db'}"
    return _made_in(request.getfixturevalue("postgres"), "")


@pytest.fixture
def engine() -> QuickEngine:
    return QuickEngine()


@pytest.fixture
def client(database: str, engine: QuickEngine) -> Iterator[TestClient]:
    """A simple browser, which keeps cookies and sends the page's origin."""
    app = create_app(Settings(database=database), engine)
    with TestClient(app, base_url="http://testserver", headers={"origin": "http://testserver"}) as made:
        yield made


@pytest.fixture
def friend(client: TestClient) -> TestClient:
    return another(client)


@pytest.fixture
def table(client: TestClient, friend: TestClient) -> str:
    return between(client, friend)


@pytest.fixture
def person(database: str) -> Iterator[Person]:
    """Separate browsers at one server."""
    somebody = browsers(create_app(Settings(database=database, burst=10_000), QuickEngine()))
    with somebody():
        yield somebody


@pytest.fixture(scope="session")
def pages(without_games: Path) -> Pages:
    """Return a client, without a server, of the home page, the rules, and the form for a new game with its requests."""
    app = FastAPI()
    app.state.services = Services(Settings(database=f"sqlite:///{without_games}", rate=1e6, burst=10**6))
    pages = (plain_pages, pictures, home_page, learn_page, new_game_page, rules_page)
    for module in (choice_routes, *pages):
        app.include_router(module.router)
    app.mount("/static", StaticFiles(directory=STATIC))
    explain_errors(app, app.state.services.templates)
    return Pages(app)
