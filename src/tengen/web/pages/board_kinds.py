"""Boards of every kind, as pages picture them: each in mid-game, with a name and a sentence."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from ...boards import parse
from ..games.board_titles import titled
from ..texts import tell
from .positions import DrawnPosition, played_position, stored_positions


@dataclass(frozen=True)
class BoardKind:
    """One kind of board: a board of that kind, the ``moves`` that led to what is shown on it, and a sentence about it.

    A graph with a name needs no ``title``.
    """

    name: str
    board: str
    moves: str
    text: str
    title: str = ""

    @property
    def is_graph(self) -> bool:
        """Whether it is one of the graphs with a name."""
        return self.board.startswith("graph:")

    @property
    def heading(self) -> str:
        """What the kind is called in the reader's language; of a graph, what the graph is called."""
        if self.title:
            return tell(self.title)
        title = titled(parse(self.board, files=False))
        return title[:1].upper() + title[1:]

    def played(self) -> DrawnPosition:
        """Return what is shown, by playing the moves."""
        return played_position("chinese", self.board, self.moves)


@cache
def board_kinds() -> Mapping[str, BoardKind]:
    """Return the kinds of ``board_kinds.toml`` by name, in its order."""
    data = tomllib.loads((files(__package__) / "board_kinds.toml").read_text("utf-8"))
    return {each["name"]: BoardKind(**each) for each in data["kinds"]}


@lru_cache(maxsize=128)
def board_kind_picture(name: str, theme: str) -> str:
    """Return the picture of a kind, drawn once."""
    return stored_positions(f"boards/{name}")[0].draw(theme, "")
