"""The tuned constants of a search."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """The tuned constants of a search; each group names the section of docs/strength.md with its matches."""

    # What the parts are worth: results and tree, playouts, virtual visits of new nodes.
    score_weight: float = 0.05
    score_scale: float = 10.0
    amaf_equivalence: float = 3000.0
    exploration: float = 0.0
    expand_at: int = 8

    tactics: float = 0.9
    local: float = 0.9
    second: float = 0.9
    patterns: bool = True

    even: float = 10.0
    near: tuple[float, float, float] = (12.0, 8.0, 3.0)
    capture: float = 15.0
    big_capture: float = 30.0
    rescue: float = 15.0
    catch: float = 15.0
    pattern: float = 10.0
    self_atari: float = 10.0
    doomed: float = 20.0
    futile: float = 6.0
    broken: float = 100.0
    redraw: int = 4
    rim: float = 10.0

    # Ladders: losses of long and vain ones, positions read in the tree and (glance) in the first moves of a playout.
    long_ladder: int = 20
    vain: float = 20.0
    reading: int = 100
    glance: int = 30
    glances: int = 30

    # Games that the last move wins.
    stake: int = 6
    spare: bool = True

    # False eyes.
    fill_false_eyes: bool = True

    frugal: bool = False  # buy no Tao stone at the root, as `MCTS` searches once more after it chose to buy one

    # Strengths learnt from games.
    learnt: bool = True
    likely: float = 35.0
    power: float = 0.5
    unlikely: float = 5.0

    # A policy and value network: foresight and judgement at a node's visits, then what it says of whole positions.
    foresight: bool = True
    foresee_at: int = 16
    judgement: float = 0.5
    judged_above: float = 0.3
    judged_fully: float = 0.63
    likely_foreseen: float = 80.0
    power_foreseen: float = 0.7
    unlikely_foreseen: float = 10.0
