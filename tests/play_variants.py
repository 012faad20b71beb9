"""Play every known variant on the page in Chromium: against the computer to the end, and between two browsers.

    python tests/play_variants.py --kept played.json [--only gonnect] [--pictures FOLDER]

Random sensible points are clicked, swaps and bids are taken as they are offered. What goes wrong is in the table:
complaints of the console, failed requests, moves that did not arrive, and sentences with unfilled placeholders.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
import time
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Response, sync_playwright
from web_browser import COMPILING, FLAGS, People, Server, Table, chromium

from tengen.rules.known import known

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
_STONES: Final = """() => Object.fromEntries([...document.querySelectorAll("#board [data-point]")].map(
  (each) => [each.dataset.point, each.querySelector(".stone") ? [...each.classList].join(" ") : ""]))"""
_UNFILLED: Final = re.compile(r"[{}]|\b(undefined|NaN|null|None)\b|\[object")


class Player:
    """One side of a game in a browser, and what went wrong there."""

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

    def answered(self, response: Response) -> None:
        """Note a request that failed."""
        if response.status >= 400:
            self.faults.append(f"{response.status} {response.url.partition('/api')[2] or response.url}")

    def step(self) -> bool:
        """Do what is due and wait until the server has it; False if nothing is."""
        state = self.table.state()
        self._read()
        if state["thinking"] or state["phase"] == "over":
            return False
        done = state["number"]
        if not self._act(state):
            return False
        until = time.monotonic() + PATIENCE
        while self.table.state()["number"] == done:
            if time.monotonic() > until:
                self.faults.append(f"no answer after {state['status']!r}: {self.table.notice.inner_text()!r}")
                return False
            self.page.wait_for_timeout(50)
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
        """Resign, by the menu."""
        self._press("resign")
        self.table.answer("yes").click()
        return True

    def _read(self) -> None:
        text = self.page.locator("main").inner_text()
        self.faults += [line for line in text.split("\n") if _UNFILLED.search(line) and line not in self.faults]

    def end(self) -> str:
        """Return what the card of the end says."""
        card = self.page.locator("#end-told")
        card.wait_for(timeout=30_000)
        self._read()
        return " / ".join(card.inner_text().split("\n"))


def entries() -> dict[str, tuple[str, str | None]]:
    """Return what can be played: for each name the variant, and its board where the variant alone does not tell it."""
    found = {}
    for each in known():
        for variant, board in each.ways:
            found[variant.name if board is None else board] = variant.name, board
    return found


def fitted(page: Page, name: str) -> dict[str, str]:
    """Return the variant of an entry and its board: the smallest that fits, where the entry has none."""
    variant, board = entries()[name]
    for choice in [{"board": board}] if board else [{"board": "5"}, {"board": "7"}, {"board": "9"}]:
        if page.request.post("/api/check", data={"variant": variant} | choice, timeout=COMPILING).json()["ok"]:
            return {"variant": variant} | choice
    return {"variant": variant}


def alone(pages: list[Page], name: str, pictures: Path | None) -> dict[str, Any]:
    """Play a variant against level 2, from the form for a new game to the end."""
    page = pages[0]
    player = Player(page, name)
    page.goto(f"/new?{urlencode(fitted(page, name))}", wait_until="domcontentloaded")
    page.locator("#picture svg").wait_for()
    page.locator("#level").select_option("2")
    page.locator("#begin").click()
    page.wait_for_url("**/g/*", timeout=COMPILING)
    player.sit()
    last, taken = time.monotonic(), False
    while (state := player.table.state())["phase"] != "over":
        if len(state["moves"]) >= MOST and "resign" in state["actions"]:
            player.resign()
        elif player.step():
            last = time.monotonic()
        if pictures and not taken and len(state["moves"]) >= MIDDLE and state["to_play"] in state["you"]:
            taken = _take(page, pictures / f"{name}-middle")
        if time.monotonic() - last > PATIENCE:
            player.faults.append(f"nothing happens: {state['status']}")
            break
        page.wait_for_timeout(50)
    told = _told(player)
    if pictures:
        _take(page, pictures / f"{name}-end")
    return told


def _take(page: Page, path: Path) -> bool:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        page.screenshot(path=f"{path}-{width}.png")
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    return True


def between_two(pages: list[Page], name: str, _: Path | None) -> dict[str, Any]:
    """Play a variant's first moves between two browsers; then one of them resigns."""
    first, second = (Player(page, f"{name} {number}") for number, page in enumerate(pages))
    choice = fitted(first.page, name) | {"opponent": {"kind": "friend"}}
    answer = first.page.request.post("/api/games", data=choice, timeout=COMPILING)
    assert answer.ok, answer.text()
    made = answer.json()
    first.sit(made["url"])
    second.sit(made["invite"])
    until = time.monotonic() + PATIENCE
    while (state := first.table.state())["phase"] != "over" and len(state["moves"]) < BETWEEN_TWO:
        first.step()
        second.step()
        if time.monotonic() > until:
            first.faults.append(f"nothing happens: {state['status']}")
            break
    if first.table.state()["phase"] != "over":
        second.resign()
    return _told(first, second)


def _told(*players: Player) -> dict[str, Any]:
    state = players[0].table.state()
    ends = [player.end() for player in players] if state["phase"] == "over" else [""]
    for player in players:
        player.page.remove_listener("response", player.answered)
    return {"moves": len(state["moves"]), "end": ends[0], "faults": [each for one in players for each in one.faults]}


def main() -> None:
    """Play what is not in the kept results yet; print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path, required=True, help="results so far (JSON)")
    parser.add_argument("--only", action="append", help="the name of a variant, or its board; may be repeated")
    parser.add_argument("--pictures", type=Path, help="a folder for screenshots, in mid-game and at the end")
    parser.add_argument("--url", help="a server that runs already")
    given = parser.parse_args()
    kept: dict[str, Any] = json.loads(given.kept.read_text()) if given.kept.exists() else {}
    wanted = [(name, way) for way in (alone, between_two) for name in given.only or entries()]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        if not given.url:
            server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS])
        people = People(browser, given.url or server.url)
        pages = [people.somebody(viewport={"width": 1440, "height": 900}) for _ in range(2)]
        for page in pages:
            page.set_default_timeout(PATIENCE * 1000)
        for name, way in wanted:
            key = f"{name}, {way.__name__}"
            if key in kept and not kept[key]["faults"]:
                continue
            try:
                kept[key] = way(pages, name, given.pictures)
            except (PlaywrightError, AssertionError) as error:
                kept[key] = {"moves": 0, "end": "", "faults": [str(error)[:500]]}
            kept[key]["faults"] += people.complaints
            people.complaints.clear()
            given.kept.write_text(json.dumps(kept, indent=1, ensure_ascii=False))
            print(f"{key:40} {kept[key]['moves']:3} {kept[key]['end']} {kept[key]['faults'] or ''}", flush=True)
        people.leave()
        browser.close()
        server.stop()
    faulty = [key for key, row in kept.items() if row["faults"]]
    print(f"{len(kept)} games, {len(faulty)} with faults: {', '.join(faulty)}")


if __name__ == "__main__":
    main()
