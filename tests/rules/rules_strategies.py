"""Random rules for Hypothesis: every axis, every kind of value, no contradictions."""

from typing import Any

from hypothesis import strategies as st

from tengen.rules import AXES, Rules
from tengen.rules.conflicts import NEEDS

_OPEN: dict[str, st.SearchStrategy[Any]] = {
    "pass_lifts_ko": st.booleans(),
    "own_overlap": st.booleans(),
    "pass_stones": st.booleans(),
    "coupons": st.sampled_from(("none", 0.5, "3 to 1 by 0.5")),
    "passes": st.sampled_from((2, 3)),
    "tile_stack": st.just("unlimited") | st.integers(1, 1_000_000),
    "tao_start": st.just("tengen") | st.lists(st.text(min_size=1), unique=True).map(tuple),
    "tao_price": st.integers(0, 1_000_000) | st.lists(st.integers(0, 99), min_size=1).map(tuple),
    "tao_in_hand": st.integers(0, 1_000_000),
    "prisoner_value": st.integers(0, 9) | st.floats(0, 1e6),
    "komi": st.integers(-1_000_000, 1_000_000) | st.floats(-1e6, 1e6),
    "handicap": st.just(0) | st.integers(2, 9),
    "goal": st.sampled_from(("score", "capture 3", "misere connect", "row 5 inside line 2, overlines of black lose")),
    "order": st.sampled_from(("alternate", "B WW", "B (WW BB)", "3 a turn", "thue-morse", "progressive")),
    "seats": st.integers(2, 16),
    "least_liberties": st.integers(1, 4),
    "where": st.sampled_from(("anywhere", "away 3", "no contact", "chains 3", "no chains of 4", "closed", "blocks")),
    "handicap_bonus": st.sampled_from((0, "n-1", "n")),
}


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Draw any rules without contradictions."""
    axes = {
        name: draw(_OPEN.get(name, st.sampled_from(tuple(axis.values)))) if draw(st.booleans()) else axis.default
        for name, axis in AXES.items()
    }
    axes["passing"] = draw(st.sampled_from(("pass", "both") if axes["end"] == "passes" else ("return", "none")))
    if axes["repetition"] == "no-result":
        axes |= {"recapture": "any", "order": "alternate", "where": "anywhere"}
    if axes["fairness"] != "none":
        axes |= {"handicap": 0, "seats": 2} | ({"goal": "score"} if axes["end"] == "passes" else {"fairness": "switch"})
    if axes["fairness"] == "swap" and axes["order"] == "3 a turn":
        axes["order"] = "B WW"
    for need in (*NEEDS, *NEEDS):  # what one resets, another may need
        if not need.met(axes):
            axes[need.axis] = AXES[need.axis].default
    return Rules(**axes)
