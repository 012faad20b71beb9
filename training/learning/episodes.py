"""An episode: one game to learn from, with the search's evaluation of every move; a line of JSON."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import chain
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen import boards
from tengen.boards import Board
from tengen.game import Game
from tengen.game.game_records import CUSTOM
from tengen.players.scope import move_of
from tengen.records import FormatError
from tengen.rules import Rules, Variant, variant

Pace = Literal["full", "quick", "random"]
"""How a move was found: by a full search, by a quick one, or drawn at random (an opening, a blunder)."""

_LETTERS: Final[Mapping[str, Pace]] = {"f": "full", "q": "quick", "r": "random"}
_SIDES: Final = {1: "X", -1: "O", 0: "."}


class Thought(NamedTuple):
    """A search's evaluation of a position: ``win_rate`` (0 to 1) for the side to move, ``lead`` for Black over komi.

    ``visits`` are those of the root's moves by action. ``owners`` has a byte per point, see `packed`; "" is unknown.
    """

    win_rate: float
    lead: float
    visits: dict[int, int]
    owners: str = ""

    def ownership(self) -> NDArray[np.float32]:
        """Return the owner of every point, from 1 (Black) to -1."""
        return np.frombuffer(b64decode(self.owners), np.int8).astype(np.float32) / _WHOLE


_WHOLE: Final = np.float32(127)


def packed(ownership: NDArray[np.floating[Any]]) -> str:
    """Return every point's owner, from 1 (Black) to -1, in the form of `Thought.owners`: signed bytes in base64."""
    return b64encode(np.rint(_WHOLE * ownership).astype(np.int8).tobytes()).decode()


@dataclass(frozen=True)
class Episode:
    """A game from its first move to its end.

    ``axes`` are those that differ from the preset ``game``, including komi. ``actions`` codes each move: place p is p,
    a Tao stone on p is n + p, pass is 2n, return is 2n + 1. ``paces`` and ``thoughts`` have an entry per move; a random
    move has no thought. ``winner`` is 1 (Black), -1 or 0, None if the game was cut. ``margin`` is Black's minus White's
    minus komi, None if the score did not decide; ``owners`` has 1, -1 or 0 for every point, by area, without dead
    stones. ``level`` names the player and the size of a full search: "mcts:200".
    """

    number: int
    game: str
    axes: Mapping[str, Any]
    board: str
    actions: tuple[int, ...]
    paces: tuple[Pace, ...]
    thoughts: tuple[Thought | None, ...]
    ended: str
    winner: int | None
    margin: float | None
    owners: tuple[int, ...]
    seed: int
    level: str

    @cached_property
    def variant(self) -> Variant:
        """The rules it was played by."""
        return variant(Rules(**self.axes) if self.game == CUSTOM else variant(self.game, **self.axes))

    @property
    def graph(self) -> Board:
        """The board it was played on."""
        return boards.parse(self.board, footprint=self.variant.footprint)

    def start(self) -> Game:
        """Return the game before its first move."""
        return Game(self.variant, board=self.graph)

    def replay(self) -> Iterator[tuple[int, Game]]:
        """Yield each move's number, from 0, with the game before that move: one game that advances."""
        game = self.start()
        n = len(game.board)
        for number, action in enumerate(self.actions):
            yield number, game
            game.push(move_of(action, n))

    @property
    def settled_from(self) -> int:
        """The number of the first position after the last random move, from which the result is one of good play."""
        return max((number + 1 for number, pace in enumerate(self.paces) if pace == "random"), default=0)

    def line(self) -> str:
        """Return the episode as a line of JSON."""
        said = asdict(self) | {
            "paces": "".join(pace[0] for pace in self.paces),
            "thoughts": [
                thought
                and [thought.win_rate, thought.lead, [*chain.from_iterable(thought.visits.items())], *thought[3:]]
                for thought in self.thoughts
            ],
            "owners": "".join(_SIDES[owner] for owner in self.owners),
        }
        return json.dumps({"tengen": 1, **said}, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_episode(line: str | bytes) -> Episode:
    """Return the episode of a line written by `Episode.line`."""
    try:
        said = json.loads(line)
        if said.pop("tengen") != 1:
            raise ValueError("another version")
        said.pop("trust", None)  # in files of earlier versions
        sides = {letter: side for side, letter in _SIDES.items()}
        return Episode(
            **said
            | {
                "actions": tuple(said["actions"]),
                "paces": tuple(_LETTERS[letter] for letter in said["paces"]),
                "thoughts": tuple(
                    each and Thought(each[0], each[1], dict(zip(each[2][::2], each[2][1::2])), *each[3:])
                    for each in said["thoughts"]
                ),
                "owners": tuple(sides[letter] for letter in said["owners"]),
            }
        )
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise FormatError(f"not a line of an episode: {error}", 1, 1) from None
