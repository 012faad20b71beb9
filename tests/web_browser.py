"""Real Chromium with a real server in separate processes, people with a browser each, and a game's page."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tengen.cli.server.doctor import PROGRAMS
from tengen.systems.processes import where

PATIENCE: Final = 30_000
"""Milliseconds before a test gives up waiting for a page."""

COMPILING: Final = 300_000
"""Milliseconds for the first page: in a fresh clone the rules and the search must be compiled before."""

FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

PHONE: Final[Mapping[str, Any]] = {
    "viewport": {"width": 375, "height": 812},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}

_WAITS: Final = re.compile("thinking|waiting for the engine|marking dead|Loading")


def chromium() -> str | None:
    """Return the path of Chromium, as found by `tengen doctor`; None if it is not installed."""
    return next(filter(None, map(where, PROGRAMS["Chromium"].names)), None)


def without_window() -> str | None:
    """Return a Chromium without a window, or else the complete one."""
    return where("chromium-headless-shell") or chromium()


def keep_picture(page: Page, path: Path, *, full_page: bool = False) -> None:
    """Take a picture if TENGEN_SCREENSHOTS requests them; each costs as much as half a page."""
    if "TENGEN_SCREENSHOTS" in os.environ:
        page.screenshot(path=path, full_page=full_page)


# For a server that must find the same sources as this process: sys.path, and the programs in tools/.
_TOOLS: Final = str(Path(__file__).parents[1] / "tools")
_LIMITS: Final = "rate = 1000\nburst = 100000\n"
"""A server's limits: all browsers of the tests share one address, and open pages faster than people."""


class Server:
    """`tengen serve`, or another ``program``, in its own process: it may be killed and restarted."""

    def __init__(self, folder: Path, *program: str) -> None:
        self._program = program or ("-m", "tengen.cli")
        self.database = f"sqlite:///{folder / 'games.db'}"
        self.log = folder / "server.log"
        self._limits = folder / "limits.toml"
        self._limits.write_text(_LIMITS, encoding="utf-8")
        self.url = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it and wait for its address; restarts use the same port."""
        port = urlsplit(self.url).port or 0
        command = [sys.executable, *self._program, "serve", "--port", str(port), "--workers", "1"]
        command += ["--limits", str(self._limits)]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [*command, "--database", self.database], stdout=subprocess.PIPE, stderr=log, text=True,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [_TOOLS, *sys.path]))},
            )  # fmt: skip
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        found = re.search(r"http://localhost:\d+", said)
        if not found:
            self.kill()
            raise AssertionError(f"the server did not start: {said}{self.log.read_text()}")
        self.url = found[0]

    def kill(self) -> None:
        """Kill it like a power cut."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdout is not None
        process.send_signal(how)
        try:
            process.wait(PATIENCE / 1000)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


class People:
    """The people of one test, each with their own browser, and their consoles' complaints.

    Service workers, which fetch dozens of files, are enabled only on request.
    """

    def __init__(self, browser: Browser, url: str, service_workers: Literal["allow", "block"] = "block") -> None:
        self._browser, self._url = browser, url
        self._contexts: list[BrowserContext] = []
        self._usual = {"reduced_motion": "reduce", "service_workers": service_workers}
        self._expected: list[str] = ["Service Worker registration blocked"]
        self.complaints: list[str] = []

    def somebody(self, **options: Any) -> Page:
        """Return an empty page of a new visitor."""
        context = self._browser.new_context(base_url=self._url, **self._usual | options)
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda message: self._hear(message.type, message.text))
        context.on("weberror", lambda error: self._hear("error", str(error.error)))
        self._contexts.append(context)
        return context.new_page()

    def expect_complaint(self, pattern: str) -> None:
        """Allow this complaint of the consoles, which the test causes."""
        self._expected.append(pattern)

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(re.search(each, text) for each in self._expected):
            self.complaints.append(f"{kind}: {text}")

    def leave(self) -> None:
        for context in self._contexts:
            context.close()


class Table:
    """The page of a game, and actions on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.locator("#board")
        self.status = page.locator("#status")
        self.notice = page.locator("#notice")
        self.moves = page.locator("#moves ol li")
        self.said = page.locator("#said")
        self.requests = page.locator("#requests")

    @classmethod
    def begin(cls, page: Page, variant: str = "chinese", board: str = "5x5", moves: str = "", **more: Any) -> Table:
        """Begin a game by the API, both sides on this device by default, make ``moves``, and open it."""
        choice = {"variant": variant, "board": board, "opponent": {"kind": "self"}} | more
        answer = page.request.post("/api/games", data=choice, timeout=COMPILING)
        assert answer.status == 201, answer.text()
        made = answer.json()
        for number, move in enumerate(moves.split()):
            wish = {"id": f"{number}", "number": number, "intent": {"kind": "move", "move": move}}
            answer = page.request.post(f"/api/games/{made['id']}/intents", data=wish)
            assert answer.ok, answer.text()
        table = cls.open(page, made["url"])
        table.invite = made["invite"]
        return table

    @classmethod
    def open(cls, page: Page, address: str) -> Table:
        page.goto(address)
        table = cls(page)
        table.settled()
        return table

    invite: str | None = None

    @property
    def id(self) -> str:
        return urlsplit(self.page.url).path.rpartition("/")[2]

    @property
    def phase(self) -> str | None:
        return self.page.locator("#game").get_attribute("data-phase")

    def state(self) -> dict[str, Any]:
        """The server's state of the game for this person."""
        answer = self.page.request.get(f"/api/games/{self.id}")
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def point(self, label: str) -> Locator:
        return self.board.locator(f'[data-point="{label}"]')

    def stone(self, label: str, colour: str | None = None) -> Locator:
        return self.board.locator(f'[data-point="{label}"]{"." + colour if colour else ""} .stone')

    def action(self, name: str) -> Locator:
        """The button of an action, once it accepts clicks again; the menu is opened if the button is in it."""
        expect(self.page.locator(f'[data-action="{name}"].resting')).to_have_count(0)
        if self.page.locator(f'#menu[hidden] [data-action="{name}"]').count():
            self.page.locator("#more").click()
        return self.page.locator(f':is(#actions, #menu) [data-action="{name}"]')

    def answer(self, name: str) -> Locator:
        """An answer to a question in place: "yes" or "no"."""
        return self.page.locator(f'#ask [data-answer="{name}"]')

    def request(self, name: str) -> Locator:
        """An answer to the opponent's request, "yes" or "no"; "no" also withdraws one's own."""
        return self.requests.locator(f'[data-answer="{name}"]')

    def click(self, label: str) -> None:
        """Click on a point, whatever covers it."""
        self.point(label).locator(".hit").click(force=True)

    def hover(self, label: str) -> None:
        """Point at a point, whatever covers it."""
        self.point(label).locator(".hit").hover(force=True)

    def play(self, *labels: str) -> None:
        """Play moves by clicking, each once the one before it is on the board."""
        for label in labels:
            count = self.moves.count()
            self.click(label)
            self.has_moves(count + 1)

    def press(self, name: str) -> None:
        """Press an action that is a move, and wait for it."""
        count = self.moves.count()
        expect(self.action(name)).not_to_have_class(re.compile("resting"))  # two clicks within a moment are one
        self.action(name).click()
        self.has_moves(count + 1)

    def has_moves(self, count: int) -> None:
        """Wait until at least this many moves have been made."""
        expect(self.moves.nth(count - 1)).to_be_attached()

    def settled(self) -> None:
        """Wait until nothing is fetched and no computer thinks."""
        expect(self.page.locator("#board svg").first).to_be_visible(timeout=COMPILING)
        expect(self.status).not_to_have_text(_WAITS, timeout=COMPILING)

    def over(self, text: str | re.Pattern[str]) -> None:
        """Wait for the end and its text."""
        expect(self.page.locator("#game")).to_have_attribute("data-phase", "over", timeout=COMPILING)
        expect(self.status).to_contain_text(text)


RECORD = """(;GM[1]FF[4]SZ[5]KM[6.5]RU[Chinese]PB[Ada]PW[Ben]
;B[bc];W[dc];B[bd]C[Solid.](;W[dd];B[bb];W[];B[])(;W[cc];B[cb]))"""
"""A game on 5x5 with a comment, a variation at the fourth move, and passes, which Tile Go does not have."""


def opened(page: Page, text: str = RECORD, title: str = "Ada") -> None:
    """Open a record as a file, and wait for its board."""
    page.goto("/review")
    page.get_by_label("file").set_input_files({"name": "a.sgf", "mimeType": "text/plain", "buffer": text.encode()})
    expect(page).to_have_url(re.compile("/r/"))
    expect(page.locator("#board svg").first).to_be_visible()
    expect(page.locator("#title")).to_contain_text(title)
