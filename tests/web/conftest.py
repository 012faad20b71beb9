"""A server for tests: the whole application over a database of its own, with an engine that answers at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from web_engine import QuickEngine

from tengen.web.app import create_app
from tengen.web.settings import Settings


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The URL of an empty database."""
    return f"sqlite:///{tmp_path / 'games.db'}"


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
