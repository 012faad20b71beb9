"""The positions of spec 2.11, in which play repeats under plain ko: cycles played, and local searches.

For each position:

* its cycle is played twice under plain ko, and the whole state after the second round equals that after the first;
* the first illegal move of the cycle, if any, is found under each superko, and under Tile and Cushion Go;
* on its own points and those around, with passes, two of which end play: whether a side can take the other's stake, and
  whether it can either take it or go on for ever. If neither side can take it and one can go on, the cycle is forced:
  the side that leaves it gets less;
* on its own points under Cushion Go: whether any play can repeat, whatever both sides do (see `states`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np

from ...game import Game
from ...game.named_positions import named_position
from ...records import COLOURS, Colour, Reason, other
from ...rules import variant
from ...rules.repetition import superkos
from .explorer import Limits, StateGraph, explore
from .recurrence import Findings, StageReport, can_last, cycles

_ROUNDS: Final = 12
_HELD: Final = 99
"""Prisoners in hand under Tile and Cushion Go, where returns stand for moves elsewhere."""


@dataclass(frozen=True)
class KoPosition:
    """A position with a cycle ``moves``, its ``points`` and those ``around``, and a stone of each side's stake."""

    name: str
    title: str
    about: str
    rows: tuple[str, ...]
    to_play: Colour
    moves: tuple[str, ...]
    points: tuple[str, ...]
    stakes: Mapping[Colour, str]
    around: tuple[str, ...] = ()

    def game(self, rules: str = "chinese", **axes: Any) -> Game:
        """Return the position as a game under some rules, by default with plain ko."""
        chosen = variant(rules, **axes) if rules != "chinese" or axes else variant(rules, repetition="ko")
        returns = chosen.rules.passing == "return"
        held: dict[Colour, int] = dict.fromkeys(COLOURS, _HELD if returns else 0)
        return Game.setup(chosen, list(self.rows), to_play=self.to_play, prisoners=held)


@dataclass(frozen=True)
class CycleBreak:
    """An illegal move of a cycle: its number, counted across rounds, its text and the reasons."""

    number: int
    move: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class KoVerdict:
    """The results for a position; see the module's docstring.

    ``removed`` stones are captured in a round. ``breaks`` is by rule, None if nothing stops the cycle. ``takes``: the
    sides that can take the other's stake; ``lasts``: those that can take it or go on for ever. ``states`` is the number
    of states of its own points, ``cushion`` the result under Cushion Go.
    """

    comes_back: bool
    removed: int
    breaks: Mapping[str, CycleBreak | None]
    takes: Mapping[Colour, bool]
    lasts: Mapping[Colour, bool]
    states: int
    cushion: Findings

    @property
    def is_forced(self) -> bool:
        return not any(self.takes.values()) and any(self.lasts.values())


@cache
def positions() -> Mapping[str, KoPosition]:
    """Return all positions by name."""
    listed = tomllib.loads(files(__package__).joinpath("ko_positions.toml").read_text("utf-8"))["positions"]
    found: dict[str, KoPosition] = {}
    for one in listed:
        fields: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in one.items()
        }
        named = named_position(one["name"])
        fields |= {name: getattr(named, name) for name in ("title", "about", "rows", "to_play")}
        found[named.name] = KoPosition(**fields)
    return found


def judge(what: KoPosition, step: StageReport | None = None) -> KoVerdict:
    """Play a position's cycle under all rules, and search its own points."""
    graph, once = local(what), what.game()
    takes, lasts = _chances(graph, what)
    for move in what.moves:
        once.play(move)
    games = {rule: what.game(repetition=rule) for rule in superkos().values()}
    games |= {name: what.game(name) for name in ("tile", "cushion")}
    return KoVerdict(
        comes_back=comes_back(what),
        removed=sum(once.prisoners.values()),
        breaks={name: first_break(what, game) for name, game in games.items()},
        takes=takes,
        lasts=lasts,
        states=len(graph),
        cushion=cycles(local(what, "cushion"), forced=False, step=step),
    )


def comes_back(what: KoPosition) -> bool:
    """Play two rounds under plain ko; return whether the second leaves the same whole state as the first."""
    game = what.game()
    states = []
    for _ in range(2):
        for move in what.moves:
            game.play(move)
        table = game.state().table[0]
        ko = int(table["ko_key"]) if table["ko"] else 0
        states.append((game.situations[-1].content, game.to_play, ko))
    return states[0] == states[1] and states[0][:2] == (game.situations[0].content, what.to_play)


def first_break(what: KoPosition, game: Game) -> CycleBreak | None:
    """Play a cycle repeatedly; return the first illegal move, or None if a dozen rounds have none."""
    returns = game.rules.passing == "return"
    for number in range(_ROUNDS * len(what.moves)):
        move = what.moves[number % len(what.moves)]
        text = "return" if move == "pass" and returns else move
        reasons = game.why_not(text)
        if reasons:
            return CycleBreak(number + 1, text, reasons)
        game.play(text)
    return None


def local(what: KoPosition, rules: str = "") -> StateGraph:
    """Return all states of play on a position's points: its own, and under plain ko those around."""
    if not rules:
        return explore(what.game(), Limits(points=dict.fromkeys(COLOURS, what.points + what.around)))
    limits = Limits(points=dict.fromkeys(COLOURS, what.points))
    game = what.game(rules)
    bare = replace(game.position, prisoners=dict.fromkeys(COLOURS, 0))
    return explore(Game.from_position(game.variant, game.board, bare), limits)


def _chances(graph: StateGraph, what: KoPosition) -> tuple[dict[Colour, bool], dict[Colour, bool]]:
    """Return the sides that can take the other's stake, and those that can take it or go on for ever."""
    at = {colour: graph.game.board.point(what.stakes[colour]) * graph.cell_bits for colour in COLOURS}
    gone = {colour: graph.field(at[colour], 2) == 0 for colour in COLOURS}
    over = np.zeros(len(graph), bool)
    over[: graph.expanded] = np.diff(graph.offsets) == 0
    takes, lasts = {}, {}
    for colour in COLOURS:
        enemy = other(colour)
        saves = can_last(graph, enemy, won=gone[colour] | over & ~gone[enemy], lost=gone[enemy])
        takes[colour] = not bool(saves[0])
        lasts[colour] = bool(can_last(graph, colour, won=gone[enemy], lost=gone[colour])[0])
    return takes, lasts
