"""Play every known variant on the page in Chromium: against the computer to the end, and between two browsers.

    python tests/play_variants.py --kept played.json [--only gonnect] [--at-once 3] [--pictures FOLDER]

Random sensible points are clicked, swaps and bids are taken when offered. The table shows the faults: console errors,
failed requests, moves that did not arrive, and sentences with unfilled placeholders.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, Response, sync_playwright
from playwright.sync_api import Error as PlaywrightError
from web_browser import COMPILING, FLAGS, People, Server, Table, chromium

from tengen import Game, TengenError
from tengen.rules import preset
from tengen.rules.preset_files import known

MOST: Final = 80
"""Moves after which a player resigns."""
MIDDLE: Final = 9
"""Moves after which pictures are taken."""
SIZES: Final = (1440, 900), (390, 844)
"""Widths and heights of the pictures."""
BETWEEN_TWO: Final = 6
"""Moves that two browsers play."""
PATIENCE: Final = 120.0
"""Seconds that a move may take."""
LOOK: Final = 4.0
"""Seconds after which the server is queried although the page shows nothing new."""
Play = Generator[None, None, dict[str, Any]]
"""A game in progress; it yields whenever it waits."""
_SHOWN: Final = """() => [document.querySelector("#game")?.dataset.phase,
  document.querySelectorAll("#moves ol li").length, document.querySelector("#status")?.textContent].join()"""
_STONES: Final = """() => Object.fromEntries([...document.querySelectorAll("#board [data-point]")].map(
  (each) => [each.dataset.point, each.querySelector(".stone") ? [...each.classList].join(" ") : ""]))"""
_UNFILLED: Final = re.compile(r"[{}]|\b(undefined|NaN|null|None)\b|\[object")


class Player:
    """One side of a game in a browser, with its faults."""

    def __init__(self, page: Page, seed: str) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.faults: list[str] = []
        page.on("response", self.answered)

    def sit(self, address: str = "") -> None:
        """Take the seat at the game's page, which is open if there is no address."""
        self.table = Table.open(self.page, address) if address else Table(self.page)
        self.table.settled()
        self._near: dict[str, Any] = self.page.request.get(f"/api/games/{self.table.id}/relations").json()
        self._shown, self._acted, self._looked, self.changed = "", -1, 0.0, time.monotonic()
        self.state: dict[str, Any] = self.table.state()

    def answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status} {response.url.partition('/api')[2] or response.url}")

    def step(self) -> bool:
        """Do what is due, if the page shows something new; False if the game is over or hangs."""
        now, shown = time.monotonic(), str(self.page.evaluate(_SHOWN))
        if shown == self._shown and now - self._looked < LOOK:
            self.page.wait_for_timeout(20)
            return True
        before, self.state = self.state, self.table.state()
        self._shown, self._looked = shown, now
        if self.state["number"] != before["number"]:
            self.changed = now
        elif now - self.changed > PATIENCE:
            self.faults.append(f"nothing happens: {self.state['status']!r}: {self.table.notice.inner_text()!r}")
            return False
        if self.state["phase"] == "over":
            return False
        if not self.state["thinking"] and self._acted != self.state["number"]:
            self._read()
            if len(self.state["moves"]) >= MOST and "resign" in self.state["actions"]:
                self.resign()
            elif self._act(self.state):
                self._acted = self.state["number"]
        return True

    def _act(self, state: dict[str, Any]) -> bool:
        actions = state["actions"]
        if state["phase"] == "counting":
            return bool(actions["agree"]["ok"]) and self._press("agree")
        if "bid" in actions:
            return self._bid(bool(actions["bid"]["more"]))
        if state["to_play"] not in state["you"]:
            return False
        if "swap" in actions and self.random.random() < 0.5:
            return self._press("swap")
        if state["moves"][-1:] and state["moves"][-1]["text"] == "pass" and actions.get("pass", {}).get("ok"):
            return self._press("pass")
        if points := self._sensible(state):
            label = self.random.choice(points)
            self.table.click(label)
            return True
        gesture = next((name for name in ("pass", "return") if actions.get(name, {}).get("ok")), "")
        return self._press(gesture) if gesture else self.resign()

    def _sensible(self, state: dict[str, Any]) -> list[str]:
        """Return the legal points apart from own eyes; all of them if passing is not allowed."""
        stones: dict[str, str] = self.page.evaluate(_STONES)
        legal = [label for label, held in stones.items() if not held and label not in state["illegal"]]

        def eye(label: str) -> bool:
            near = [stones.get(each, "") for each in self._near[label]["neighbours"]]
            return all(state["to_play"] in held.split() for held in near)

        may_pass = state["actions"].get("pass", {}).get("ok")
        return [each for each in legal if not eye(each)] or ([] if may_pass else legal)

    def _bid(self, more: bool) -> bool:
        self.table.action("bid").click()
        if more and self.random.random() < 0.5:
            self.page.locator("#no-bid").click()
            return True
        if more:
            self.page.locator("#bid input").fill(str(self.random.randrange(8, 20)))
        self.page.locator("#bid button[type=submit]").click()
        return True

    def _press(self, name: str) -> bool:
        self.table.action(name).click()
        return True

    def resign(self) -> bool:
        self._press("resign")
        self.table.answer("yes").click()
        return True

    def _read(self) -> None:
        text = self.page.locator("main").inner_text()
        self.faults += [line for line in text.split("\n") if _UNFILLED.search(line) and line not in self.faults]

    def end(self) -> str:
        card = self.page.locator("#end-told")
        card.wait_for(timeout=30_000)
        self._read()
        return " / ".join(card.inner_text().split("\n"))


def entries() -> dict[str, tuple[str, str | None]]:
    """Return the entries to play: for each name the variant, and its board unless the variant determines it."""
    found = {}
    for each in known():
        for variant, board in each.ways:
            found[variant.name if board is None else board] = variant.name, board
    return found


@cache
def fitted(name: str) -> dict[str, str]:
    """Return an entry's variant and board: the smallest that fits, if the entry has none."""
    variant, board = entries()[name]
    if board is not None:
        return {"variant": variant, "board": board}
    chosen = preset(variant)
    sizes = () if chosen.start else ("5", "7", "9")
    return {"variant": variant, "board": next((size for size in sizes if _fits(variant, size)), chosen.board)}


def _fits(variant: str, size: str) -> bool:
    with suppress(TengenError):
        return bool(Game(variant, board=size).legal_moves)
    return False


def alone(pages: list[Page], name: str, pictures: Path | None) -> Play:
    """Play a variant against level 2, from the form for a new game to the end."""
    page = pages[0]
    player = Player(page, name)
    page.goto(f"/new?{urlencode(fitted(name))}", wait_until="domcontentloaded")
    page.locator("#picture svg").wait_for()
    page.locator("#level").select_option("2")
    page.locator("#begin").click()
    page.wait_for_url("**/g/*", timeout=COMPILING)
    player.sit()
    taken = pictures is None
    while player.step():
        if pictures and not taken and len(player.state["moves"]) >= MIDDLE and not player.state["thinking"]:
            taken = _take(page, pictures / f"{name}-middle")
        yield
    if pictures:
        _take(page, pictures / f"{name}-end")
    return _told(player)


def _take(page: Page, path: Path) -> bool:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        page.screenshot(path=f"{path}-{width}.png")
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    return True


def between_two(pages: list[Page], name: str, pictures: Path | None) -> Play:
    """Play a variant's first moves between two browsers; then one of them resigns."""
    first, second = (Player(page, f"{name} {number}") for number, page in enumerate(pages))
    choice = fitted(name) | {"opponent": {"kind": "friend"}}
    answer = first.page.request.post("/api/games", data=choice, timeout=COMPILING)
    assert answer.ok, answer.text()
    made = answer.json()
    first.sit(made["url"])
    second.sit(made["invite"])
    while first.step() and second.step() and len(second.state["moves"]) < BETWEEN_TWO:
        yield
    if second.table.state()["phase"] != "over":
        second.resign()
        second.page.locator("#end-told").wait_for()
    return _told(first, second)


def _told(*players: Player) -> dict[str, Any]:
    state = players[0].table.state()
    ends = [player.end() for player in players] if state["phase"] == "over" else [""]
    for player in players:
        player.page.remove_listener("response", player.answered)
    return {"moves": len(state["moves"]), "end": ends[0], "faults": [each for one in players for each in one.faults]}


def played(
    browser: Browser, url: str, games: Iterator[tuple[str, Any]], rows: dict[str, Any], kept: Path
) -> Iterator[None]:
    """Play one game after another in two browsers, and keep the results."""
    people = People(browser, url)
    pages = [people.somebody(viewport={"width": 1440, "height": 900}) for _ in range(2)]
    for page in pages:
        page.context.set_default_timeout(PATIENCE * 1000)
    for key, play in games:
        began = time.monotonic()
        try:
            row = yield from play(pages)
        except (PlaywrightError, AssertionError) as error:
            row = {"moves": 0, "end": "", "faults": [str(error)[:500]]}
        row["faults"] += people.complaints
        people.complaints.clear()
        rows[key] = row | {"seconds": round(time.monotonic() - began)}
        kept.write_text(json.dumps(rows, indent=1), encoding="utf-8")
        print(f"{key:40} {rows[key]['seconds']:4} s {row['moves']:3} {row['end']} {row['faults'] or ''}", flush=True)
    people.leave()


def main() -> None:
    """Play the entries missing in the kept results; print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path, required=True, help="results so far (JSON), not repeated unless faulty")
    parser.add_argument("--only", action="append", help="the name of a variant, or its board; may be repeated")
    parser.add_argument("--at-once", type=int, default=3, help="games that are played at the same time [3]")
    parser.add_argument("--pictures", type=Path, help="a folder for screenshots, in mid-game and at the end")
    given = parser.parse_args()
    rows: dict[str, Any] = json.loads(given.kept.read_text("utf-8")) if given.kept.exists() else {}
    wanted = [(name, way) for way in (alone, between_two) for name in given.only or entries()]
    games = [(f"{name}, {way.__name__}", partial(way, name=name, pictures=given.pictures)) for name, way in wanted]
    left = iter([each for each in games if rows.get(each[0], {"faults": True})["faults"]])
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS])
        places = [played(browser, server.url, left, rows, given.kept) for _ in range(given.at_once)]
        while places:
            places = [each for each in places if next(each, "over") != "over"]
        browser.close()
        server.stop()
    faulty = [key for key, row in rows.items() if row["faults"]]
    print(f"{len(rows)} games, {len(faulty)} with faults: {', '.join(faulty)}")


if __name__ == "__main__":
    main()
