"""What a search is tuned by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """What a search is tuned by; docs/strength.md says what each part is worth."""

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
    long_ladder: int = 20
    vain: float = 20.0
    stake: int = 6
    spare: bool = True
    reading: int = 100
    glance: int = 30
    glances: int = 30
    rim: float = 10.0
    learnt: bool = True
    likely: float = 35.0
    power: float = 0.5
    unlikely: float = 5.0
    redraw: int = 4
    fill_false_eyes: bool = True
    frugal: bool = False
    foresight: bool = True
    foresee_at: int = 16
    judgement: float = 0.5
    judged_above: float = 0.3
    judged_fully: float = 0.63
    likely_foreseen: float = 80.0
    power_foreseen: float = 0.7
    unlikely_foreseen: float = 10.0
