"""Slow first-time work is done in threads, once the server is ready, and before the first request for it."""

import inspect
import threading
from importlib import import_module
from typing import Any

import pytest
from data import cases
from fastapi.routing import APIRoute
from jinja2 import Environment
from starlette.testclient import TestClient
from web_games import begin, play

from tengen.web import app as application
from tengen.web.lifecycle import ahead
from tengen.web.page_templates import templates
from tengen.web.settings import Settings


def test_no_page_compiles_after_loading(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for piece in ahead(application._routes()):
        piece()

    def compile_late(*_: Any, **__: Any) -> None:
        raise AssertionError("a template is compiled only when it is asked for")

    monkeypatch.setattr(Environment, "compile", compile_late)
    for name in templates().list_templates():
        templates().get_template(name)
    for page in ("/", "/new", "/explore", "/rules", "/learn", "/lobby"):
        assert client.get(page).status_code == 200


def test_a_piece_that_fails_is_the_only_one_that_is_missing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done, loaded, threads = threading.Event(), threading.Event(), list[str]()

    def pieces(routes: Any) -> Any:
        assert len(routes) >= 20
        yield lambda: threads.append(threading.current_thread().name)
        yield lambda: 1 / 0
        yield done.set

    def load(wide: bool) -> bool:
        if done.is_set():
            loaded.set()
        return True

    monkeypatch.setattr(application, "ahead", pieces)
    monkeypatch.setattr("tengen.web.lifecycle.load_rules", load)
    with TestClient(application.create_app(Settings(database=database))):
        assert done.wait(60)
        assert loaded.wait(60), "the compiled rules are loaded all the same"
    assert threads[0].startswith("tengen-light-work")


@pytest.mark.parametrize(("module", "name", "path"), cases("loading_ahead", "what_takes_long_holds_up_nobody"))
def test_what_takes_long_holds_up_nobody(
    module: str, name: str, path: str, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work for a page, a long game or a large board is done off the event loop."""
    where, threads = f"tengen.web.{module}.{name}", list[str]()
    real = getattr(import_module(f"tengen.web.{module}"), name)
    id = begin(client, board="19")["id"] if "{id}" in path else ""
    play(client, id, *(["C3"] if id else []))

    def asked(*given: Any, **more: Any) -> Any:
        threads.append(threading.current_thread().name)
        return real(*given, **more)

    monkeypatch.setattr(where, asked)
    assert client.get(path.format(id=id), follow_redirects=False).status_code in (200, 307)
    assert threads
    assert all(name.startswith("tengen-light-work") for name in threads)


def test_no_route_is_done_in_threads_of_which_there_are_many() -> None:
    """FastAPI has forty threads for plain functions, and the loop would wait for each in turn."""
    routes = [each for each in application._routes() if isinstance(each, APIRoute)]
    assert [each.path for each in routes if not inspect.iscoroutinefunction(each.endpoint)] == []
