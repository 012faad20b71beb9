"""The pages of the rules: every variant's rules in words, and its lessons."""

import re

import pytest
from web_pages import Pages

from tengen.rules import variants
from tengen.web.lessons.course_library import courses, leads

NAMES = [each.name for each in variants()]


@pytest.mark.parametrize("name", NAMES)
def test_a_variants_page_has_its_rules_and_leads_to_lessons(pages: Pages, name: str) -> None:
    answer = pages.get(f"/rules/{name}")
    assert answer.status_code == 200
    assert "This decides nothing" not in answer.text
    found = leads(name)
    for course in found["courses"]:
        assert f'href="/learn/{course.name}"' in answer.text
    for course, task in found["steps"]:
        assert f'href="/learn/{course.name}/{task.name}"' in answer.text


def test_lessons_name_variants_that_there_are() -> None:
    named = {name for course in courses() for name in (course.variant, *course.rules)}
    assert all(leads(name)["courses"] for course in courses() for name in course.rules)
    named |= {name for course in courses() for task in course.tasks for name in task.more.get("rules", ())}
    assert named <= set(NAMES)


def test_the_list_has_every_variant(pages: Pages) -> None:
    text = pages.get("/rules").text
    assert re.findall(r'<h3><a href="/rules/([a-z-]+)"', text)[:4] == ["cushion", "gengo", "tile", "tao"]
    assert set(re.findall(r'<h3><a href="/rules/([a-z-]+)"', text)) == set(NAMES)


def test_unknown_addresses_are_refused_and_other_names_lead_on(pages: Pages) -> None:
    assert pages.get("/rules/chess").status_code == 404
    moved = pages.get("/rules/NZ")
    assert (moved.status_code, moved.headers["location"]) == (308, "/rules/new-zealand")
