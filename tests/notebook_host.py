"""A page that shows one widget like a host of anywidget, with the widget's own Python at the other end."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from playwright.async_api import Locator, Page, expect

from tengen.notebook import Goban

_HOST: Final = """
const listeners = new Map();
let traits = {};
const tell = (event, given) => (listeners.get(event) ?? []).forEach((each) => each(given));
const model = {
  get: (name) => traits[name],
  on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
  off: (event, listener) => listeners.set(event, (listeners.get(event) ?? []).filter((each) => each !== listener)),
  send: (message) => window.toPython(message),
};
window.hear = (name, value) => { traits[name] = value; tell(`change:${name}`); };
window.message = (content) => tell("msg:custom", content);
window.show = async (script, given) => {
  traits = given;
  const { default: widget } = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  window.leave = widget.render({ model, el: document.querySelector("#output") });
};
"""
_PAGE: Final = """<!doctype html>
<html lang="en">
<head><title>A notebook</title></head>
<body style="background: {ground}; color: {ink}">
<main><h1>A notebook</h1><div id="output" style="width: {width}px"></div></main>
</body>
</html>"""
_TRAITS: Final = ("shown", "words", "relations", "theme")


class Hosted:
    """A board in a cell of a page, connected with its Python in one event loop, as in a kernel."""

    def __init__(self, page: Page, goban: Goban) -> None:
        self.page, self.goban = page, goban
        self.complaints: list[str] = []
        self._calls: set[asyncio.Task[Any]] = set()

    @classmethod
    async def shown(cls, page: Page, goban: Goban, width: int = 900, ground: str = "#fff") -> Hosted:
        """Show a board in an output of some width, on some ground."""
        ink = "#000" if int(ground[1:3], 16) > 127 else "#fff"
        made = cls(page, goban)
        page.on("console", lambda said: made.complaints.append(said.text))
        page.on("pageerror", lambda error: made.complaints.append(str(error)))
        await page.set_content(_PAGE.format(ground=ground, ink=ink, width=width))
        await page.expose_function("toPython", made._to_python)
        await page.add_script_tag(content=_HOST)
        goban.send = made._message
        goban.observe(lambda change: made._call("hear", change["name"], change["new"]), names=["shown"])
        made._call("show", str(goban._esm), {name: getattr(goban, name) for name in _TRAITS})
        await expect(made.part("board").locator("svg").first).to_be_visible()
        return made

    def _to_python(self, message: object) -> None:
        self.goban._handle_custom_msg(message, [])

    def _message(self, content: object, buffers: object = None) -> None:
        self._call("message", content)

    def _call(self, name: str, *given: object) -> None:
        call = asyncio.ensure_future(self.page.evaluate("([name, ...given]) => window[name](...given)", [name, *given]))
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)

    def part(self, name: str) -> Locator:
        return self.page.locator(f'[data-part="{name}"]')

    def stone(self, label: str, colour: str = "") -> Locator:
        return self.part("board").locator(f'[data-point="{label}"]{colour and "." + colour} .stone')

    def point(self, label: str) -> Locator:
        """Where to click on a point."""
        return self.part("board").locator(f'[data-point="{label}"] .hit')

    async def click(self, *labels: str) -> None:
        """Click on points, whatever lies on them."""
        for label in labels:
            await self.point(label).click(force=True)

    def action(self, name: str) -> Locator:
        """The button of an action, once it accepts clicks: two clicks in quick succession count as one."""
        return self.page.locator(f'[data-action="{name}"]:not(.resting)')
