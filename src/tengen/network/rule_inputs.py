"""What the network is given of the rules and the board: a row for each number, with what it is worked out from."""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..rules import REPETITIONS, Compares, Ko, Repetition, Rules, Then, check_served
from ..rules.serving import Served, any_of


def _is_known(row: Repetition) -> bool:
    """Say whether the inputs below tell a rule of repetition from every other that they know."""
    return row.times in (2, 3) and row.compares in (None, *Compares) and row.ko in tuple(Ko)


_SERVED: Final[Served] = {
    **any_of("tile_stack tao_start tao_price tao_in_hand pass_lifts_ko own_overlap prisoner_value komi handicap"),
    "suicide": ("forbidden", "allowed"),
    "repetition": _is_known,
    "cycle": ("no-result", "draw", "agreement"),
    "singleton_of": ("game", "opponent"),
    "tiles": ("none", "tile", "cushion"),
    "tao": ("off", "on"),
    "tao_payment": ("prisoner", "points"),
    "friendly_fire": ("same", "before", "after", "forbidden"),
    "passing": ("pass", "return", "both", "none"),
    "passes": (2, 3),
    "end": ("passes", "no-moves"),
    "scoring": ("area", "territory", "stones"),
    "tax": ("none", "seki", "all"),
    "handicap_kind": ("fixed", "free", "turns"),
    "handicap_bonus": (0, "n-1", "n"),
}
"""Which axes the inputs know; what changes over a game stands in `writing`, what starts it lies on the board."""


def check_rules(rules: Rules) -> None:
    """Refuse rules of which the inputs do not tell everything; UnservedRules says which value."""
    check_served("the network", rules, _SERVED)


def _end(rules: Rules, then: Then) -> bool:
    row = REPETITIONS[rules.repetition]
    return row.ends and row.end(rules.cycle) is then


def _compares(rules: Rules, what: Compares) -> bool:
    return REPETITIONS[rules.repetition].compares is what


def _stack(rules: Rules) -> float:
    """Return how many tiles a point holds, as a number that is 0 without tiles and 1 where there is no limit."""
    if rules.tiles == "none":
        return 0.0
    return 1.0 if rules.tile_stack == "unlimited" else 1 - 1 / (1 + float(rules.tile_stack))


def _counts(rules: Rules, scoring: str) -> bool:
    return rules.ends_by_passes and rules.scoring == scoring


_OF_RULES: Final[dict[str, Callable[[Rules], float]]] = {
    "suicide": lambda rules: rules.suicide == "allowed",
    "ko": lambda rules: REPETITIONS[rules.repetition].ko is Ko.SIMPLE,
    "singleton ko": lambda rules: REPETITIONS[rules.repetition].ko is Ko.SINGLETON,
    "pass lifts ko": lambda rules: rules.pass_lifts_ko,
    "opponent's singleton": lambda rules: rules.singleton_of == "opponent",
    "position compared": lambda rules: _compares(rules, Compares.POSITION),
    "side compared": lambda rules: _compares(rules, Compares.SIDE),
    "creator compared": lambda rules: _compares(rules, Compares.CREATOR),
    "state compared": lambda rules: _compares(rules, Compares.STATE),
    "third time": lambda rules: REPETITIONS[rules.repetition].times == 3,
    "repetition illegal": lambda rules: REPETITIONS[rules.repetition].forbids,
    "repetition without result": lambda rules: _end(rules, Then.NO_RESULT),
    "repetition draws": lambda rules: _end(rules, Then.DRAW),
    "repetition agreed": lambda rules: _end(rules, Then.AGREEMENT),
    "tile": lambda rules: rules.tiles == "tile",
    "cushion": lambda rules: rules.tiles == "cushion",
    "tile stack": _stack,
    "tao": lambda rules: rules.tao == "on",
    "tao sold": lambda rules: rules.tao == "on" and rules.tao_prices.sold,
    "tao paid in points": lambda rules: rules.tao == "on" and rules.tao_payment == "points",
    "tao price by turns": lambda rules: rules.tao == "on" and rules.tao_prices.last_turn > 0,
    "tao auction": lambda rules: rules.tao == "on" and rules.tao_prices.restarts,
    "own overlap": lambda rules: rules.own_overlap,
    "friendly fire before": lambda rules: rules.friendly_fire == "before",
    "friendly fire after": lambda rules: rules.friendly_fire == "after",
    "friendly fire forbidden": lambda rules: rules.friendly_fire == "forbidden",
    "may pass": lambda rules: rules.may_pass,
    "may return": lambda rules: rules.may_return,
    "ends by passes": lambda rules: rules.ends_by_passes,
    "three passes": lambda rules: rules.ends_by_passes and rules.passes == 3,
    "area": lambda rules: _counts(rules, "area"),
    "territory": lambda rules: _counts(rules, "territory"),
    "stones": lambda rules: _counts(rules, "stones"),
    "seki tax": lambda rules: rules.ends_by_passes and rules.tax == "seki",
    "group tax": lambda rules: rules.ends_by_passes and rules.tax == "all",
    "prisoner value": lambda rules: rules.prisoner_value * _counts(rules, "territory"),
    "prisoners spent": lambda rules: rules.spends_prisoners,
}
_OF_BOARDS: Final[dict[str, Callable[[Board], float]]] = {
    "log points": lambda board: log(len(board)) - 4,
    "mean neighbours": lambda board: sum(map(len, board.neighbours)) / len(board) / 4,
    "log footprint": lambda board: log(sum(map(len, board.footprint)) / len(board)) / 2,
    "directed": lambda board: board.directed,
}
RULE_INPUTS: Final = (*_OF_RULES, *_OF_BOARDS)
"""The numbers of a game that no turn changes; what decides nothing under the other axes is 0."""


def rule_inputs(board: Board, rules: Rules) -> NDArray[np.float32]:
    """Return the numbers of `RULE_INPUTS` under rules that `check_rules` let pass."""
    found = [work_out(rules) for work_out in _OF_RULES.values()]
    return np.array([*found, *(work_out(board) for work_out in _OF_BOARDS.values())], np.float32)
