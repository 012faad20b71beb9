"""A server, a Chromium and visitors, started once for all page tests of a worker."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from web_browser import FLAGS, PATIENCE, People, Server, without_window


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one real engine worker."""
    made = Server(tmp_path_factory.mktemp("served"))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test alone, which may kill it."""
    made = Server(tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="session")
def chrome() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """A Chromium without a window, and the event loop that controls it.

    Between calls Playwright leaves its loop marked as running, with which `asyncio.run` in other tests of this process
    would fail: `browser` marks it only during a test of the pages.
    """
    program = without_window()
    if program is None:
        pytest.skip("Chromium is not installed; on Debian and Ubuntu: sudo apt-get install chromium")
    playwright = sync_playwright().start()
    started = playwright.chromium.launch(executable_path=program, args=[*FLAGS])
    expect.set_options(timeout=PATIENCE)
    loop = asyncio.get_running_loop()
    asyncio._set_running_loop(None)
    yield started, loop
    asyncio._set_running_loop(loop)
    started.close()
    playwright.stop()


@pytest.fixture
def browser(chrome: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The Chromium, for one test."""
    started, loop = chrome
    asyncio._set_running_loop(loop)
    yield started
    asyncio._set_running_loop(None)


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    """All visitors of the server; afterwards no page's console may have complained."""
    came = People(browser, server.url)
    yield came
    came.leave()
    assert not came.complaints


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for pictures of the pages, set by TENGEN_SCREENSHOTS."""
    chosen = os.environ.get("TENGEN_SCREENSHOTS")
    folder = Path(chosen) if chosen else tmp_path_factory.mktemp("screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
