"""What a network adds to an analysis: its policy, and what follows each move under its guidance."""

import pytest
from asking import ask, query

from tengen.analysis import Settings, Wishes
from tengen.network.evaluator import Evaluator
from tengen.network.making import untrained
from tengen.network.sizes import Sizes
from tengen.players import Analyst, Guided


def guided(wishes: Wishes) -> Analyst:
    return Guided(Evaluator(untrained(Sizes(width=4, blocks=1, heads=2, rules=2), seed=3)), seed=1, megabytes=16)


SETTINGS = Settings(guided, visits=40, models=({"name": "tiny"},))


def test_a_policy_lists_points_and_the_pass() -> None:
    [found] = ask(query(moves=[["B", "A5"]], includePolicy=True), settings=SETTINGS)
    policy = found["policy"]
    assert len(policy) == 26
    assert policy[0] == -1
    assert sum(share for share in policy if share >= 0) == pytest.approx(1, abs=1e-4)
    assert "policyTao" not in found


def test_a_policy_tells_tao_stones_and_returns_apart() -> None:
    start = {"stones": {}, "to_play": "black", "prisoners": {"black": 2, "white": 0}}
    [found] = ask(query(rules="tao", start=start, komi=None, includePolicy=True), settings=SETTINGS)
    assert len(found["policyTao"]) == 25
    everything = [*found["policy"], *found["policyTao"], found.get("policyReturn", 0)]
    assert sum(share for share in everything if share >= 0) == pytest.approx(1, abs=1e-4)


def test_moves_are_barred_and_counted_apart_under_guidance_too() -> None:
    allowed = [{"player": "B", "moves": ["B2", "C3"], "untilDepth": 1}]
    told = {"includeOwnership": True, "includeMovesOwnership": True, "includeOwnershipStdev": True}
    [found] = ask(query(allowMoves=allowed, **told), settings=SETTINGS)
    assert {info["move"] for info in found["moveInfos"]} == {"B2", "C3"}
    assert all(len(info["ownership"]) == 25 and info["scoreStdev"] >= 0 for info in found["moveInfos"])
    assert len(found["ownershipStdev"]) == 25
    again = ask(query(allowMoves=[{"player": "W", "moves": ["B2"], "untilDepth": 2}]), settings=SETTINGS)[0]
    replies = {info["pv"][1] for info in again["moveInfos"] if len(info["pv"]) > 1}
    assert replies == {"B2"}
