"""The pages of the rules: every example is played under every variant that shows it, and what it says must hold."""

from __future__ import annotations

import dataclasses
import re
from xml.etree import ElementTree

import pytest
from web_pages import Pages

from tengen.rules import variants
from tengen.web.pages.rule_examples import Example, ExampleStep, FalseClaim, examples, examples_of

NAMES = [each.name for each in variants()]
SHOWN = [(example, name) for example in examples() for name in example.pages]


@pytest.mark.parametrize(("example", "name"), SHOWN, ids=[f"{example.name}-{name}" for example, name in SHOWN])
def test_what_an_example_says_is_so(example: Example, name: str) -> None:
    assert example.stored_positions(name) == example.stored_positions(), "one picture serves all pages"


def test_every_page_is_of_a_variant() -> None:
    assert {page for example in examples() for page in example.pages} <= set(NAMES)
    assert len({example.name for example in examples()}) == len(examples())
    assert all(len(example.steps) >= 2 for example in examples())


def test_everything_that_is_new_to_a_player_is_shown() -> None:
    shown = {name: [step for each in examples_of(name) for step in each.steps] for name in NAMES}

    def refused(name: str, reason: str) -> bool:
        return any(reason in step.reasons for step in shown[name])

    assert all(any(step.takes for step in shown[name]) for name in ("chinese", "tile", "cushion", "tao", "gengo"))
    assert refused("japanese", "ko")
    assert refused("chinese", "suicide")
    assert refused("chinese", "repetition")
    assert any(step.tile for step in shown["tile"])
    assert refused("tile", "tile_limit")
    assert refused("cushion", "tile_limit")
    assert any(step.move == "return" for step in shown["tile"])
    assert any((step.move or "").startswith("tao ") for step in shown["tao"])
    assert refused("tao", "tao_needs_capture")
    assert refused("gengo", "blocked")
    assert refused("gengo", "ko")
    assert any(step.joined for step in shown["gengo"])
    assert all(any(step.ends for step in shown[name]) for name in ("chinese", "japanese", "tao", "gengo", "tile"))


KO = next(each for each in examples() if each.name == "ko")


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        (ExampleStep("", illegal="B3", reasons=["ko"]), "B3 is illegal for"),
        (ExampleStep("", illegal="A1", reasons=["suicide"]), "A1 is illegal for"),
        (ExampleStep("", legal="B3"), "B3 is illegal"),
        (ExampleStep("", move="B3"), "B3 is illegal"),
        (ExampleStep("", move="C3"), "takes"),
        (ExampleStep("", move="C3", takes=["B3"], tile="C3"), "lays tiles"),
        (ExampleStep("", chain="B3", liberties=["A1"]), "the liberties"),
        (ExampleStep("", joined=["A3", "B4"]), "not one chain"),
        (ExampleStep("", score={"black": 1, "white": 1}), "the score is"),
        (ExampleStep("", prisoners={"black": 3, "white": 0}), "the prisoners are"),
        (ExampleStep("", ends=["black", "score"]), "the game's end"),
    ],
)
def test_a_false_claim_is_found(step: ExampleStep, problem: str) -> None:
    with pytest.raises(FalseClaim, match=problem):
        dataclasses.replace(KO, steps=(step,)).stored_positions()


@pytest.mark.parametrize("name", NAMES)
def test_a_variants_page_has_its_rules_and_its_examples(pages: Pages, name: str) -> None:
    answer = pages.get(f"/rules/{name}")
    assert answer.status_code == 200
    assert "This decides nothing" not in answer.text
    for example in examples_of(name):
        assert f'data-address="/rules/{name}/{example.name}/"' in answer.text
    assert "style=" not in answer.text
    assert not re.search(r"<script(?![^>]*src=)", answer.text)


def test_the_list_has_every_variant(pages: Pages) -> None:
    text = pages.get("/rules").text
    assert re.findall(r'<h3><a href="/rules/([a-z-]+)"', text)[:4] == ["cushion", "gengo", "tile", "tao"]
    assert set(re.findall(r'<h3><a href="/rules/([a-z-]+)"', text)) == set(NAMES)


def test_every_step_is_drawn(pages: Pages) -> None:
    for example in examples():
        for number in range(len(example.steps)):
            answer = pages.get(f"/rules/{example.pages[0]}/{example.name}/{number}.svg?theme=dark")
            assert answer.status_code == 200
            ElementTree.fromstring(answer.text)


def test_an_illegal_point_is_crossed_and_liberties_are_ringed() -> None:
    first, _, third = KO.stored_positions()[:3]
    assert first.marks == {"circle": ["C3"]}
    assert third.marks == {"cross": ["B3"]}


def test_unknown_addresses_are_refused_and_other_names_lead_on(pages: Pages) -> None:
    assert pages.get("/rules/chess").status_code == 404
    for address in ("tile/ko/0", "tile/nothing/0", "tile/capture/9", "tile/capture/-1", "chess/capture/0"):
        assert pages.get(f"/rules/{address}.svg").status_code == 404
    moved = pages.get("/rules/NZ")
    assert (moved.status_code, moved.headers["location"]) == (308, "/rules/new-zealand")
