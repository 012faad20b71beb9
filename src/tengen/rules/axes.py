"""The axes of the rules (spec 5): their values, defaults and sentences, in one table that everything else reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from types import MappingProxyType
from typing import Any

from ..records.errors import RulesConflict


@dataclass(frozen=True)
class Axis:
    """One choice: its name, the values it takes in words, its default, what each value means, and its clause.

    ``values`` maps a value (or, where it is open, a pattern such as ``"n"``) to a sentence; ``accepts`` tells a good
    value from a bad one.
    """

    name: str
    about: str
    default: Any
    values: Mapping[str, str]
    clause: str
    accepts: Callable[[Any], bool]

    def say(self, value: Any) -> str:
        """Return the sentence for a value.

        >>> AXES["repetition"].say("positional")
        'A placement may not bring back any earlier position (positional superko).'
        """
        word = show(value)
        if word in self.values:
            return self.values[word]
        return next(reversed(self.values.values())).replace("{value}", word)

    @property
    def allowed(self) -> str:
        """The values in words."""
        return ", ".join(self.values)


def show(value: Any) -> str:
    """Write a value as users write it: ``true``, ``1, 2``, ``positional``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(show(item) for item in value) + "]"
    return f"{value:g}" if isinstance(value, float) else str(value)


def is_count(value: Any, least: int = 0) -> bool:
    """Say whether a value is a whole number of at least so much (and of a size that fits the kernel)."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= 1_000_000


def is_number(value: Any) -> bool:
    """Say whether a value is a finite number of sensible size."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value) and abs(value) < 1e6


def _is_price(value: Any) -> bool:
    return is_count(value) or (isinstance(value, tuple) and bool(value) and all(is_count(item) for item in value))


def _is_start(value: Any) -> bool:
    if value == "tengen":
        return True
    return isinstance(value, tuple) and all(isinstance(p, str) and p for p in value) and len(set(value)) == len(value)


def _choice(name: str, about: str, clause: str, **sentences: str) -> Axis:
    values = {word.replace("_", "-"): sentence for word, sentence in sentences.items()}
    return Axis(name, about, next(iter(values)), values, clause, lambda value: isinstance(value, str) and value in values)


def _flag(name: str, about: str, clause: str, off: str, on: str) -> Axis:
    return Axis(name, about, False, {"false": off, "true": on}, clause, lambda value: isinstance(value, bool))


def _open(name: str, about: str, clause: str, default: Any, accepts: Callable[[Any], bool], **sentences: str) -> Axis:
    values = {word.replace("_", " "): sentence for word, sentence in sentences.items()}
    return Axis(name, about, default, values, clause, accepts)


_LIST = (
    _choice("suicide", "A placement that leaves own stones without a liberty.", "0.4, 4.4",
        forbidden="A placement that would remove any own stone is illegal.",
        allowed="Own chains left without a liberty are removed and become the opponent's prisoners."),
    _choice("repetition", "Which positions may not come back.", "1.1-1.9, 4.6",
        ko="A placement may not bring back the position before the opponent's placement just made (ko).",
        none="Any position may come back.",
        positional="A placement may not bring back any earlier position (positional superko).",
        situational="A placement may not bring back any earlier position with the same side to move (situational superko).",
        natural="A placement may not bring back a position that a placement by the same player created (natural situational superko).",
        formal="A position may equal an earlier one only right after it, by a pass (the formal rules).",
        no_result="Ko; and when a placement brings back an earlier whole state, the game ends by the axis cycle.",
        ing="Ko; and a placement may not bring about the same position and side to move for the third time (an approximation of Ing's rules).",
        singleton="A placement that would remove a single stone, the last one placed, is illegal if that one had just removed a single stone itself (Gengo's ko)."),
    _choice("cycle", "What a repeated whole state means under repetition = no-result.", "1.6",
        no_result="The game ends without result.", draw="The game ends as a draw."),
    _flag("pass_lifts_ko", "Whether a pass lifts the singleton ko.", "4.6",
        "A pass does not lift the ko.", "A pass lifts the ko."),
    _choice("tiles", "When a tile goes under a stone.", "2.2",
        none="There are no tiles.",
        tile="A tile goes under a stone when the last placement, by whichever player, was an incursion (Tile Go).",
        cushion="A tile goes under a stone when the last placement and this one are both incursions (Cushion Go)."),
    _open("tile_stack", "How many tiles a point may hold.", "2.3", 1,
        lambda value: value == "unlimited" or is_count(value, 1),
        unlimited="A point may hold any number of tiles.",
        n="A point may hold {value}; where one more is due, nothing can be placed."),
    _choice("tao", "Tao stones: a liberty for all, taken only by a capture.", "3",
        off="There are no Tao stones.", on="There are Tao stones; one is taken only by a placement on it that captures."),
    _open("tao_start", "Where Tao stones lie at the start.", "3.4", "tengen", _is_start,
        tengen="One Tao stone starts at tengen, the centre point, where the board has one.",
        points="Tao stones start at {value}."),
    _open("tao_price", "What a Tao stone costs.", "3.3", 1, _is_price,
        n_or_a_list="A Tao stone costs {value} (the k-th a player buys costs the k-th entry of a list, the last entry holding for all later ones)."),
    _choice("tao_payment", "In what Tao stones are paid.", "3.3, 3.6",
        prisoner="Tao stones are paid for in prisoners.", points="Tao stones are paid for in points of the final score."),
    _open("tao_in_hand", "Tao stones each player has in hand at the start.", "3.4", 0, is_count,
        n="Each player starts with {value} in hand."),
    _flag("own_overlap", "Whether stones may stand in own footprints.", "4.2",
        "A stone is placed on a vacant point, outside every footprint.",
        "A stone may also be placed inside own footprints; stones then connect there as well."),
    _choice("friendly_fire", "Own groups without liberties that the played stone does not belong to.", "4.4",
        same="They are removed together with the played stone's group.",
        before="The played stone's group is removed first, then they, if still without liberties.",
        after="They are removed first, then the played stone's group, if still without liberties.",
        forbidden="A placement that would remove an own group without the played stone is illegal."),
    _choice("passing", "What may be done instead of a move on the board.", "2.6",
        **{"pass": "A player may pass."},
        **{"return": "There is no pass; a player may return a prisoner instead of placing."},
        both="A player may pass or return a prisoner.",
        none="A player must move on the board."),
    Axis("passes", "How many passes in a row end the game.", 2,
        {"2": "Two passes in a row end the game.", "3": "Three passes in a row end the game."}, "1.12",
        lambda value: is_count(value) and value in (2, 3)),
    _choice("end", "How the game ends.", "1.12, 2.7",
        passes="The game ends by passes in a row and is scored.",
        no_moves="A player who has nothing left but resignation loses."),
    _choice("scoring", "What counts.", "1.13-1.15",
        area="Stones and the points only they reach count (area).",
        territory="Vacant points that one colour alone touches and prisoners count (territory).",
        stones="Stones on the board count."),
    _open("prisoner_value", "What a prisoner is worth in territory scoring.", "1.14", 1, is_number,
        number="A prisoner is worth {value} in territory scoring."),
    _open("komi", "Points White gets for moving second.", "1.16", 0, is_number, number="Komi is {value}."),
    _open("handicap", "Stones Black has ahead.", "0.6", 0, lambda value: is_count(value) and value != 1,
        **{"0": "There is no handicap."}, n="Black has a handicap of {value}."),
    _choice("handicap_kind", "How a handicap is taken.", "0.6",
        fixed="Handicap stones stand on the marked points, and White moves first.",
        free="Black places the handicap stones anywhere, then White moves first and history starts.",
        turns="Black takes as many turns in a row as the handicap says."),
)  # fmt: skip

AXES: Mapping[str, Axis] = MappingProxyType({axis.name: axis for axis in _LIST})
"""Every axis by its name, in the order of spec 5."""


def problems(axes: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with single values and with their combination, everything at once; [] when all is well."""
    found = [
        f"{name} = {show(axes[name])!s} is not possible; it is one of: {axis.allowed}"
        for name, axis in AXES.items()
        if not axis.accepts(axes[name])
    ]
    return found or contradictions(axes)


_ONLY_WITH = {
    "tile_stack": ("tiles", lambda value: value != "none", "there are tiles"),
    "tao_start": ("tao", lambda value: value == "on", "tao is on"),
    "tao_price": ("tao", lambda value: value == "on", "tao is on"),
    "tao_payment": ("tao", lambda value: value == "on", "tao is on"),
    "tao_in_hand": ("tao", lambda value: value == "on", "tao is on"),
    "cycle": ("repetition", lambda value: value == "no-result", "repetition is no-result"),
    "pass_lifts_ko": ("repetition", lambda value: value == "singleton", "repetition is singleton"),
    "friendly_fire": ("suicide", lambda value: value == "allowed", "suicide is allowed"),
    "passes": ("end", lambda value: value == "passes", "the game ends by passes"),
}


def contradictions(axes: Mapping[str, Any]) -> list[str]:
    """Return every contradiction between axes whose values are good one by one (spec 5)."""
    found = []
    may_pass = axes["passing"] in ("pass", "both")
    if axes["end"] == "passes" and not may_pass:
        found.append(f"end = passes needs a pass, but passing = {axes['passing']}; set end = no-moves or passing = pass")
    if axes["end"] == "no-moves" and may_pass:
        found.append(f"end = no-moves cannot come about with a pass, but passing = {axes['passing']}; set passing = return or none")
    for name, (other, fits, words) in _ONLY_WITH.items():
        if axes[name] != AXES[name].default and not fits(axes[other]):
            found.append(f"{name} = {show(axes[name])} means nothing unless {words}, but {other} = {show(axes[other])}")
    if axes["handicap_kind"] == "fixed" and axes["handicap"] > 9:
        found.append(f"a fixed handicap is at most 9, not {axes['handicap']}; set handicap_kind = free or turns")
    return found


def frozen(value: Any) -> Any:
    """Return a value as a rules record keeps it: lists become tuples, true and false of ``tao`` its words."""
    return tuple(value) if isinstance(value, list) else value


def refuse(found: list[str]) -> None:
    """Raise RulesConflict if there is anything to refuse."""
    if found:
        raise RulesConflict(found)
