"""The pages and questions without games: an application made of what can be asked without a database."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from fastapi import FastAPI
from web.pages_client import Pages

from tengen.web.api import choices
from tengen.web.limits import Buckets
from tengen.web.pages.templates import environment
from tengen.web.words import load_words


@pytest.fixture(scope="session")
def pages() -> Pages:
    """Return a client of the home page, the rules, the form for a new game, and what that asks."""
    app = FastAPI()
    words = load_words()
    app.state.web = SimpleNamespace(words=words, templates=environment(words), requests=Buckets(1e6, 1e6))
    app.include_router(choices.router)
    return Pages(app)
