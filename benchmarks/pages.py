"""Waiting times of the pages in a real Chromium, warm: the first contentful paint, the first stone after a click."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

from .measuring import Row

_PAGES = ("/", "/learn", "/lobby", "/explore", "/new")
_COMPILING = 300_000
_FIRST_PAINT = """() => new Promise((done) => {
    const found = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
    const wait = () => found() === undefined ? setTimeout(wait, 10) : done(found());
    wait();
})"""


def waiting(pairs: int) -> Iterator[Row]:
    """Measure every page, and a game from the click on Play to the first stone; the first round warms up."""
    with _server() as url, sync_playwright() as playwright:
        program = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(base_url=url, viewport={"width": 1280, "height": 800}).new_page()
        _played(page)
        for address in _PAGES:
            times = [_painted(page, address) for _ in range(pairs + 1)][1:]
            yield Row(f"first contentful paint of {address}", f"{median(times):.2f} s", target="within 1 s")
        games = [_played(page) for _ in range(pairs)]
        yield Row("Play to the board of a new game", f"{median(board for board, _ in games):.2f} s")
        yield Row("Play to the first stone", f"{median(stone for _, stone in games):.2f} s", target="within 1.5 s")
        browser.close()


@contextmanager
def _server() -> Iterator[str]:
    """Serve an empty database, and yield the address."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'games.db'}"
        command = [sys.executable, "-m", "tengen.cli", "serve", "--port", "0", "--database", database]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert process.stdout is not None
            found = re.search(r"http://localhost:\d+", process.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            process.terminate()
            process.wait()


def _painted(page: Page, address: str) -> float:
    """Return the seconds from the beginning of a navigation to the page's first contentful paint."""
    page.goto(address)
    return float(page.evaluate(_FIRST_PAINT)) / 1000


def _played(page: Page) -> tuple[float, float]:
    """Return the seconds from a click on Play to the board, and to a stone that is clicked as soon as that is there."""
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.evaluate("() => sessionStorage.setItem('begun', String(Date.now()))")
    page.locator("button.play").first.dispatch_event("click")
    page.wait_for_url("**/g/*", timeout=_COMPILING, wait_until="commit")
    page.wait_for_selector('#board [data-point="E5"]', timeout=_COMPILING)
    elapsed = "() => (Date.now() - Number(sessionStorage.getItem('begun'))) / 1000"
    board = float(page.evaluate(elapsed))
    page.locator('#board [data-point="E5"] .hit').click(force=True)
    page.wait_for_selector('#board [data-point="E5"].black .stone', timeout=_COMPILING)
    painted = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
    page.evaluate(painted)
    return board, float(page.evaluate(elapsed))
