"""A module that replaces pygame in tests."""

from types import SimpleNamespace
from typing import Any


class Window:
    """Records what is shown, and how often a window was opened and closed."""

    def __init__(self) -> None:
        self.shown: list[Any] = []
        self.opened: list[tuple[int, int]] = []
        self.closed = 0
        self.display = SimpleNamespace(
            init=lambda: None, set_mode=self._open, set_caption=lambda title: None, update=lambda: None, quit=self._quit
        )
        self.time = SimpleNamespace(Clock=lambda: SimpleNamespace(tick=lambda frames: None))
        self.event = SimpleNamespace(pump=lambda: None)
        self.surfarray = SimpleNamespace(blit_array=lambda screen, pixels: self.shown.append(pixels))

    def _open(self, size: tuple[int, int]) -> object:
        self.opened.append(size)
        return object()

    def _quit(self) -> None:
        self.closed += 1
