"""Try thirty searches on the built documentation in Chromium: ``make docs && python tools/site_searches.py``.

Each must list the expected page among its first five results. ``--width 390`` tries them as on a phone.
"""

import argparse
import functools
import http.server
import sys
import threading
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import TimeoutError, sync_playwright

SEARCHES: Final = {
    "legal_moves": "reference/python/game",
    "from_sgf": "reference/python/game",
    "komi": "reference/rules",
    "why_not": "reference/python/game",
    "undo": "reference/python/game",
    "territory": "reference/python/game",
    "push": "reference/python/game",
    "force": "reference/python/game",
    "write_move": "reference/python/game",
    "position": "reference/python/game",
    "IllegalMove": "reference/python/game",
    "svg": "reference/python/pictures",
    "png": "reference/pictures",
    "boards.parse": "reference/python/boards",
    "torus": "reference/boards",
    "superko": "reference/rules",
    "walk": "reference/python/records",
    "read_file": "reference/python/records",
    "variations": "start/coming-from/python-chess",
    "FEN": "start/coming-from/python-chess",
    "python-chess": "start/coming-from/python-chess",
    "sgfmill": "start/coming-from/sgfmill",
    "hint": "how/asking",
    "KataGo": "how/engines",
    "gtp": "how/gtp",
    "VectorEnv": "reference/python/environments",
    "PettingZoo": "how/environments",
    "solve": "why/solving",
    "install": "start/installing",
    "seki": "lab/seki",
}
SITE: Final = Path(__file__).parents[1] / "site"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves the site without logging requests."""

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


def results(page: Any, query: str) -> list[str]:
    """Return the addresses of the first five results, relative to the site."""
    page.fill(".md-search__input", "")
    page.wait_for_selector(".md-search-result__item", state="detached")
    page.locator(".md-search__input").press_sequentially(query)
    try:
        page.wait_for_selector(".md-search-result__item", state="attached", timeout=20_000)
    except TimeoutError:
        return []
    script = "links => links.slice(0, 5).map(link => new URL(link.href).pathname)"
    links: list[str] = []
    while links != (shown := page.eval_on_selector_all(".md-search-result__item > a", script)):
        links = shown
        page.wait_for_timeout(700)  # on a busy machine, first results are of what was typed until then
    return [link.strip("/") for link in links]


def main() -> int:
    """Return 1 if a search misses its page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, default=SITE, help="folder of the built site [site]")
    parser.add_argument("--chromium", help="its program [Playwright's]")
    parser.add_argument("--width", type=int, default=1440, help="width of the window [1440]")
    options = parser.parse_args()
    handler = functools.partial(Quiet, directory=str(options.site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    missed = 0
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=options.chromium) as browser:
        page = browser.new_page(viewport={"width": options.width, "height": 900})
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        if options.width < 960:
            page.click("label.md-header__button[for=__search]")
        else:
            page.focus(".md-search__input")
        for query, expected in SEARCHES.items():
            found = results(page, query)
            missed += expected not in found
            print("found " if expected in found else "MISSED", query, "->", ", ".join(found))
    print(f"{len(SEARCHES) - missed} of {len(SEARCHES)} found")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
