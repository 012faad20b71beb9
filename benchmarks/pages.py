"""The pages in a real Chromium: requests, bytes and first paint of a first visit, one's own stone, and the answer."""

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

from playwright.sync_api import Browser, Page, sync_playwright

from .measuring import Row

_PAGES = ("/", "/learn", "/learn/go/capture", "/problems", "/lobby", "/explore", "/new", "/offline")
_LEVELS = (1, 5)
_COMPILING = 300_000
_FIRST_PAINT = """() => new Promise((done) => {
    const found = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
    const wait = () => found() === undefined ? setTimeout(wait, 10) : done(found());
    wait();
})"""
_STONES = """(label) => new Promise((done) => {
    const begun = performance.now();
    const board = document.querySelector("#board");
    const { x, y, width, height } = board.querySelector(`[data-point="${label}"] .hit`).getBoundingClientRect();
    const place = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true };
    board.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "mouse", ...place }));
    board.dispatchEvent(new MouseEvent("click", place));
    let own = 0;
    const look = () => {
        if (!own && board.querySelector(`[data-point="${label}"].black > .stone`)) own = performance.now() - begun;
        if (own && board.querySelector(".point.white > .stone")) done([own, performance.now() - begun]);
        else requestAnimationFrame(look);
    };
    look();
})"""


def waiting(pairs: int) -> Iterator[Row]:
    """Measure every page as a first visit, games against two levels, and Play to the first stone; each is warmed up."""
    with _server() as url, sync_playwright() as playwright:
        program = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(base_url=url, viewport={"width": 1280, "height": 800}).new_page()
        _played(page)
        for address in _PAGES:
            visits = [_visited(browser, url + address) for _ in range(pairs + 1)][1:]
            requests, size, paint = (median(each) for each in zip(*visits, strict=True))
            small = "under 100 kB" if address == "/" else ""
            yield Row(f"{address}: requests, kB", f"{requests:.0f}, {size / 1000:.1f} kB", target=small)
            yield Row(f"{address}: first contentful paint", f"{paint:.2f} s", target="within 0.5 s")
        for level in _LEVELS:
            stones = [_answered(page, level) for _ in range(pairs + 1)][1:]
            own, answer = (median(each) for each in zip(*stones, strict=True))
            yield Row(f"own stone, against level {level}", f"{own:.0f} ms", target="within 60 ms")
            yield Row(f"answer of level {level} on 9x9", f"{answer / 1000:.2f} s")
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


def _visited(browser: Browser, url: str) -> tuple[int, float, float]:
    """Return the requests and bytes of a page in an empty browser, and the seconds to its first contentful paint."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
    page = context.new_page()
    network, sizes = context.new_cdp_session(page), []
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(url, wait_until="networkidle")
    paint = float(page.evaluate(_FIRST_PAINT)) / 1000
    context.close()
    return len(sizes), sum(sizes), paint


def _answered(page: Page, level: int) -> tuple[float, float]:
    """Return the milliseconds from a click to one's own stone, and to the computer's."""
    opponent = {"kind": "computer", "level": level}
    choice = {"variant": "chinese", "board": "9x9", "colour": "black", "opponent": opponent}
    page.goto(page.request.post("/api/games", data=choice).json()["url"])
    page.wait_for_selector('#board[data-mode="play"] svg', timeout=_COMPILING)
    own, answer = page.evaluate(_STONES, "E5")
    return float(own), float(answer)


def _played(page: Page) -> tuple[float, float]:
    """Return the seconds from a click on Play to the board, and to a stone that is clicked at once."""
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
