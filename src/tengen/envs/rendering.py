"""Rendering of one game: the board as text, as pixels, or in a window."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..draw.image_files import check_installed, painted
from ..game import Game
from ..records import TengenError
from .mixed import VectorEnv
from .starting import check_number

MODES: Final = ("human", "rgb_array", "ansi")
FRAMES: Final = 2
"""Frames a second in a window, as in PettingZoo's Go."""
HEIGHT: Final = 800
"""The longer side of a picture in pixels, as in PettingZoo's Go."""
_SMALLEST, _LARGEST = 50, 4_000


class Renderer:
    """Renders games in one of `MODES`, or not at all (None): "human" needs pygame, "rgb_array" the extra `pictures`.

    ``height`` is the longer side of a picture in pixels. Copies open windows of their own.

    Raises:
        TengenError: unknown mode, or a missing package.
    """

    def __init__(self, mode: str | None, height: int = HEIGHT) -> None:
        if mode is not None and mode not in MODES:
            raise TengenError(f"render_mode is {mode!r:.60}; it must be one of {', '.join(map(repr, MODES))} or None")
        check_number("screen_height", height, _SMALLEST, _LARGEST)
        if mode in ("human", "rgb_array"):
            check_installed("pixels")
        self.mode = mode
        self._height = int(height)
        self._pygame: Any = _pygame() if mode == "human" else None
        self._screen: Any = None
        self._clock: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Renderer, (self.mode, self._height)

    def render(self, game: Game) -> str | NDArray[np.uint8] | None:
        """Return a game's board as text, or as rows of pixels (height, width, 3); None if it is shown in a window."""
        if self.mode is None:
            return None
        if self.mode == "ansi":
            return str(game)
        pixels = np.array(painted(game.svg(size=self._height)))
        if self.mode == "rgb_array":
            return pixels
        self._show(pixels)
        return None

    def _show(self, pixels: NDArray[np.uint8]) -> None:
        pygame = self._pygame
        if self._screen is None:
            pygame.display.init()
            self._screen = pygame.display.set_mode((pixels.shape[1], pixels.shape[0]))
            pygame.display.set_caption("Tengen")
            self._clock = pygame.time.Clock()
        pygame.event.pump()  # or the system considers the window unresponsive
        pygame.surfarray.blit_array(self._screen, pixels.transpose(1, 0, 2))
        pygame.display.update()
        self._clock.tick(FRAMES)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._screen is not None:
            self._pygame.display.quit()
            self._screen = None


def _pygame() -> Any:
    try:
        return import_module("pygame")
    except ImportError:
        raise TengenError("render_mode 'human' needs pygame: pip install pygame") from None


class OneGame:
    """An environment of one game after another, with `VectorEnv`'s options, and its rendering."""

    def __init__(self, render_mode: str | None, screen_height: int, **options: Any) -> None:
        self.render_mode = render_mode
        self._renderer: Final = Renderer(render_mode, screen_height)
        self.vector: Final = VectorEnv(games=1, autoreset=False, **options)

    def render(self) -> Any:
        """Return the board as text or as rows of pixels, or show it in a window, depending on ``render_mode``."""
        return self._renderer.render(self.vector.game(0))

    def _follow(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the environment."""
        self._renderer.close()
        self.vector.close()
