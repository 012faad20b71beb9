"""The search's memory and its tuned constants: nodes in one array, and the settings that the compiled loop reads."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernel.layout import Adjacency, Bench, StateArrays
from ..records.errors import UnservedRules
from ..rules import REPETITIONS, Compares, Repetition, Rules, Then
from ..rules.axis import refusal
from ..rules.repetition import rules_that
from ..rules.serving import state_parts
from .ladders import Reader
from .shapes import Shapes

NODE = np.dtype(
    [
        ("wins", "f4"),  # summed results of the player who moved here, from 0 to 1 each
        ("amaf_wins", "f4"),  # the same over games in which that player played the point later
        ("prior_wins", "f4"),
        ("margins", "f4"),  # summed margins over komi for Black
        ("visits", "u4"),
        ("amaf_visits", "u4"),
        ("prior_visits", "f4"),
        ("trust", "f4"),  # probability of the move to this node, by strengths or the network
        ("worth", "f4"),  # Black's result (0 to 1) as the network expects it here
        ("children", "u4"),  # the first child
        ("count", "u4"),  # the number of children; 0: not expanded
        ("point", "u4"),  # of the move to this node
        ("kind", "u1"),  # PLACE, PASS, RETURN or TAO
        ("mover", "u1"),  # the player of that move: 1 Black, 2 White
        ("state", "u1"),  # OPEN, GROWING, or how the game ended here
        ("advised", "u1"),  # whether the network has evaluated this node (see `foresight`)
    ],
    align=True,
)

OPEN, GROWING, STUCK, REPEATED, PASSED_OUT, WON = 0, 1, 2, 3, 4, 5
"""States of a node: STUCK, REPEATED, PASSED_OUT and WON are ends of the game."""

UNASKED, ASKED, ADVISED = 0, 1, 2
"""States of a node's evaluation by the network: sent, and evaluated."""


@dataclass(frozen=True)
class Options:
    """The tuned constants of a search; each group names the section of docs/lab/strength.md with its matches."""

    # Weights of the parts: results and tree, playouts, virtual visits of new nodes.
    score_weight: float = 0.05  # weight of the margin in a result dominated by winning
    score_scale: float = 10.0  # the margin that counts as large
    amaf_equivalence: float = 3000.0  # visits at which a child's own results weigh as much as the AMAF ones
    expand_at: int = 8  # visits at which a leaf gets children

    tactics: float = 0.9  # the probability that a playout first tries captures and rescues
    local: float = 0.9  # ... and then for local patterns
    second: float = 0.9  # ... and then around the mover's own last stone

    even: float = 10.0  # virtual visits of a new child, half of them wins
    near: tuple[float, float, float] = (12.0, 8.0, 3.0)  # virtual wins at distance 1, 2 and 3 from the last stone
    capture: float = 15.0  # ... of taking one stone
    big_capture: float = 30.0  # ... of taking more
    rescue: float = 15.0  # ... of saving stones in atari
    catch: float = 15.0  # ... of taking or saving a chain of two liberties that can be captured
    pattern: float = 10.0  # ... of a 3x3 pattern
    self_atari: float = 10.0  # virtual losses of a self-atari
    wasted: float = 100.0  # ... that gives away three stones or more; 0: off, in playouts too
    doomed: float = 20.0  # ... of extending a chain that stays lost
    futile: float = 6.0  # ... of an atari on a chain that escapes
    broken: float = 100.0  # ... of continuing a long broken ladder
    redraw: int = 4  # the number of new draws of a playout after a self-atari
    rim: float = 10.0  # virtual losses of the first two lines while nothing is near; wins on the third

    # Ladders.
    long_ladder: int = 20  # positions from which a ladder counts as long
    vain: float = 20.0  # virtual losses of an own eye, if the last move wins
    reading: int = 100  # positions to read a chain in the tree; 0: chains are not read
    glance: int = 30  # ... and in a playout
    glances: int = 30  # moves at the beginning of a playout that read

    # Games that the last move wins.
    stake: int = 6  # the size of a chain whose eye, filled for lack of other moves, loses a playout; 0: none
    spare: bool = True  # playouts return prisoners before they fill eyes

    # False eyes.
    fill_false_eyes: bool = True

    frugal: bool = False  # buy no Tao stone at the root, as `MCTS` searches once more after it chose to buy one

    # Strengths learnt from games.
    learnt: bool = True
    likely: float = 35.0  # virtual wins of the likeliest move
    power: float = 0.5  # ... others get this power of their relative probability
    unlikely: float = 5.0  # virtual losses of a move that is never played

    # A policy and value network: its moves and judgement at a node, and its evaluation of whole positions.
    foresight: bool = True
    foresee_at: int = 16  # visits at which the network evaluates a node
    judgement: float = 0.5  # the share of the network's expectation in a result, at most, from 0 to 1
    judged_above: float = 0.3  # the part of the points that must be vacant for it to have any share
    judged_fully: float = 0.63  # ... and the part from which on it has all of that
    likely_foreseen: float = 80.0
    power_foreseen: float = 0.7
    unlikely_foreseen: float = 10.0


_KINDS = {
    "f8": "score_weight score_scale amaf_equivalence judgement judged_above judged_fully tactics local second",
    "f4": "even capture big_capture rescue catch pattern self_atari wasted doomed futile broken rim vain likely power "
    "unlikely",
    "u4": "expand_at foresee_at reading long_ladder glance glances stake redraw",
    "u1": "spare frugal",
}
TUNED = {name: kind for kind, names in _KINDS.items() for name in names.split()}
"""The part of `Options` that the compiled loop reads, with the type of each number."""
SETTINGS = np.dtype(
    [
        *TUNED.items(),
        ("near", "f4", 4),  # 0, then as in `Options`
        ("komi", "f8"),
        ("lead", "f8"),  # at the root: Black's surplus of placements, which territory scoring takes off the area
        ("before", "u4"),  # at the root: the stone before the last, n for none
        ("limit", "u4"),  # turns of a playout
        ("repetition", "u4"),  # the meaning of a key in the history: see the constants below
        ("area_from", "u1"),  # 1: territory, estimated from the area
        ("whole", "u1"),  # the parts of the whole state (spec 1.6) in a key: see below
        ("settled", "u1"),  # 1: dead stones are removed after the last pass
    ],
    align=True,
)

FREE, POSITIONAL, SITUATIONAL, NATURAL, THIRD, WHOLE = 0, 1, 2, 3, 4, 5
"""Repetition rules of the tree: none but ko; which repetitions are forbidden; WHOLE: the whole state ends the game."""

_CODES = {
    (Compares.POSITION, 2, True): POSITIONAL,
    (Compares.SIDE, 2, True): SITUATIONAL,
    (Compares.CREATOR, 2, True): NATURAL,
    (Compares.SIDE, 3, True): THIRD,
    (Compares.STATE, 2, False): WHOLE,
}
"""Codes of the rules that need a history: what they compare, how often, whether they forbid."""


TILES, INCURSION, PRISONERS, TAO_IN_HAND, TAO_BOUGHT, TAO_PRICE, RECAPTURE, ORDER = 1, 2, 4, 8, 16, 32, 64, 128
_PARTS = {
    "tiles": TILES,
    "incursion": INCURSION,
    "prisoners": PRISONERS,
    "tao_in_hand": TAO_IN_HAND,
    "tao_bought": TAO_BOUGHT,
    "tao_price": TAO_PRICE,
    "recapture": RECAPTURE,
    "order": ORDER,
}
"""Codes of the parts of the whole state other than the position and the side to move."""


def _code(row: Repetition) -> int | None:
    return FREE if row.compares is None else _CODES.get((row.compares, row.times, row.forbids))


def repetition_code(who: str, rules: Rules, obeyed: Collection[int]) -> int:
    """Return the code of the rule of repetition in the settings of a search, or of a batch of games.

    ``obeyed`` are the codes that ``who`` supports.

    Raises:
        UnservedRules: the rule has no code, or one that ``who`` does not support.
    """
    row = REPETITIONS[rules.repetition]
    if row.then is Then.CYCLE and rules.cycle == Then.AGREEMENT.value:
        return FREE  # the end needs an agreement, which neither a search nor an agent makes
    code = _code(row)
    if code is None or code not in obeyed:
        known = rules_that(lambda row: _code(row) in obeyed)
        raise UnservedRules([refusal(who, "repetition", rules.repetition, known)])
    return code


def whole_parts(who: str, rules: Rules) -> int:
    """Return the code of the parts of the whole state: 0 if no rule compares any; UnservedRules for unknown ones."""
    if REPETITIONS[rules.repetition].compares is not Compares.STATE:
        return 0
    return sum(_PARTS[name] for name in state_parts(who, rules, _PARTS))


class SearchTask(NamedTuple):
    """The input of a search, shared read-only by all threads."""

    root: StateArrays
    adjacency: Adjacency
    settings: NDArray[Any]  # 1: SETTINGS
    prices: NDArray[np.uint32]  # of a player's next Tao stones
    history: NDArray[np.uint64]  # a hash table of the keys of earlier situations
    around: NDArray[np.uint32]  # 8 n: the points around every point; empty without patterns
    patterns: NDArray[np.uint8]  # 8192: whether a pattern suits, one bit each
    rim: NDArray[np.uint8]  # n: the line of every point
    shapes: Shapes  # the shapes with strengths learnt from games; empty if unused
    barred: NDArray[np.uint32]  # 2, 2n + 2: the depth before which a move is left out; 0, 0: none


class Tally(NamedTuple):
    """Separate results of the root's moves, in rows by their indices; empty if not requested."""

    spread: NDArray[np.float64]  # k, 3: games, Black's margins, and their squares
    owners: NDArray[np.int32]  # k, n: the sum of the owners at the ends
    owned: NDArray[np.int32]  # k, n: how often a point had an owner


class Questions(NamedTuple):
    """A thread's positions that await the network."""

    planes: NDArray[np.uint8]  # K, n, PLANES: the network's input; empty without a network
    leads: NDArray[np.float64]  # K: Black's surplus of placements
    nodes: NDArray[np.uint32]  # K: their nodes in the tree
    asked: NDArray[np.uint32]  # 1: their number


class SearchThread(NamedTuple):
    """A thread's own memory and results."""

    state: StateArrays
    bench: Bench
    arena: NDArray[np.uint32]  # 2: the range of its free nodes
    path: NDArray[np.uint32]  # the nodes from the root on
    keys: NDArray[np.uint64]  # the situations on the path
    first: NDArray[np.uint8]  # n: who played there first
    near: NDArray[np.uint8]  # n: the distance from the last stone
    candidates: NDArray[np.uint32]
    reader: Reader
    worth: NDArray[np.float32]  # n: virtual wins by chains in danger
    loss: NDArray[np.float32]  # n: ... and virtual losses
    broken: NDArray[np.float32]  # n: ... of continuing a long broken ladder; not a feature of a move
    held: NDArray[np.uint8]  # n: the liberties of every chain at its head, 3 for more
    marker: NDArray[np.uint8]  # n: the direction of the last stone from every point, see `shapes`
    lanes: NDArray[np.uint32]  # 8: a shape's keys
    features: NDArray[np.int32]  # 8: a move's features
    hopes: NDArray[np.float32]  # n: the logarithms of moves' strengths
    ownership: NDArray[np.int32]  # n: the sum of the owners at the ends
    totals: NDArray[np.float64]  # 5: games, Black's margins and results, and the squares of both
    tally: Tally
    random: NDArray[np.uint64]  # 2
    questions: Questions
