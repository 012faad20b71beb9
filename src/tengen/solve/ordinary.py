"""Ordinary Go as masks: which games are supported, their positions, and lines of best play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from ..game import Game
from ..records import Pass, Place, TengenError
from ..rules import ANY, REPETITIONS, Ko, Repetition
from ..rules.serving import ORDINARY, Served, unserved
from .bitboards import LONE_SUICIDE, MOST_POINTS, NO_KO
from .budget import KNOWN, BoardTooLarge, PositionNotServed

_AXES: Final = (
    *("repetition", "cycle", "pass_lifts_ko", "passes", "komi", "handicap", "handicap_kind"),
    *("tile_stack", "tao_start", "tao_price", "tao_payment", "tao_in_hand", "friendly_fire", "prisoner_value"),
)
_ORDINARY: Final[Served] = {**{axis: KNOWN[axis] for axis in _AXES}, **ORDINARY, "scoring": ("area", "stones")}
"""The values under which turns and scores are ordinary Go's; for an axis new to `KNOWN`, the default."""
_LONGEST_LINE: Final = 60
LISTED_POINTS: Final = 20
"""The maximum number of points of a board whose positions are listed as masks (`states.positions`)."""
FOLLOWED_POINTS: Final = 10
"""The maximum number of points of a board searched with its history under superko (`superko.history`)."""


def refusal(game: Game, who: str, most: int, **served: Any) -> TengenError | None:
    """Return why ``who`` does not support a game (not ordinary Go, over ``most`` points, other axes), or None."""
    bonus = {} if game.rules.handicap else {"handicap_bonus": ANY}  # without effect unless there is a handicap
    found: TengenError | None = unserved(who, game.rules, {**_ORDINARY, **bonus, **served})
    row = game.state().table[0]
    if found is None and (game.outcome is not None or row["placing"] or row["handicap_turns"]):
        found = PositionNotServed(f"{who} needs a game in progress, with any handicap placed")
    if found is None and not game.board.is_plain:
        found = PositionNotServed(f"{who} needs stones that block and connect as in ordinary Go")
    n = len(game.board)
    return found or (BoardTooLarge(f"{who} takes up to {most} points, not {n}") if n > most else None)


def is_plain_ko(row: Repetition) -> bool:
    """Return whether a rule of repetition is plain ko."""
    return row.compares is None and row.ko is Ko.SIMPLE


def is_listed(row: Repetition) -> bool:
    """Return whether a rule of repetition is plain ko, or none at all."""
    return row.compares is None and row.ko in (Ko.NONE, Ko.SIMPLE)


def is_superko(row: Repetition) -> bool:
    """Return whether a rule of repetition is a superko."""
    return row.is_superko


def has_quicker(game: Game, vacant: int) -> bool:
    """Return whether a search on masks supports a game with this many vacant points, here or on a smaller board.

    Larger boards are left to other searches only if no more points are vacant than this search supports.
    """
    quicker = ((is_listed, LISTED_POINTS), (is_superko, FOLLOWED_POINTS))
    return any(
        refusal(game, "", MOST_POINTS, repetition=served) is None and (len(game.board) <= most or vacant > most)
        for served, most in quicker
    )


def masks(content: bytes) -> tuple[int, int]:
    """Return Black's stones and White's of a board's content."""
    black, white = (sum(1 << p for p, c in enumerate(content) if c == colour) for colour in (1, 2))
    return black, white


class Standing(NamedTuple):
    """The state of a game: both sides' stones as masks, the side to move (0 Black, 1 White), the passes."""

    black: int
    white: int
    side: int
    passes: int

    @classmethod
    def of(cls, game: Game) -> Standing:
        """Return the state of a game."""
        passes = int(game.state().table["passes"][0])
        return cls(*masks(game.situations[-1].content), 0 if game.to_play == "black" else 1, passes)

    @property
    def sides(self) -> tuple[int, int]:
        return (self.white, self.black) if self.side else (self.black, self.white)


def ko_point(game: Game) -> int:
    """Return the ko after the last turn, in the form of `Bits.place`."""
    turn = game.turns[-1] if game.turns else None
    if REPETITIONS[game.rules.repetition].ko is Ko.NONE or turn is None or turn.mover == game.to_play:
        return NO_KO
    if isinstance(turn.move, Place) and turn.lost == (turn.move.point,):
        return LONE_SUICIDE
    return NO_KO if turn.ko is None else turn.ko


def has_history(game: Game) -> bool:
    """Return whether superko may forbid earlier positions, or one created by the side to move (spec 1.5)."""
    return len(game.situations) > 1 or game.position.created_by == game.to_play


def written(game: Game, point: int | None) -> str:
    """Return a placement, or a pass (None), as text."""
    return game.write_move(Pass if point is None else Place(point))


def line_of_play(node: Any, best: Callable[[Any], Sequence[tuple[int | None, Any]]]) -> Iterator[int | None]:
    """Yield a line of moves that keep the value for both sides, until the end or a repeated node.

    ``best`` returns such moves (None: a pass, always last) with the nodes after them. A pass is answered by a pass.
    """
    seen: set[Any] = set()
    while len(seen) < _LONGEST_LINE and node not in seen and (ahead := best(node)):
        seen.add(node)
        point, node = ahead[-1] if node.passes else ahead[0]
        yield point
