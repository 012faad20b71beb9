"""The container's list of requirements: hashed, without addresses, matching Tengen's; and the audit of it."""

import re
import tomllib
from typing import Any

import pytest
from advisories import judged
from data import cases
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from proxies import DOCS

LOCK = (DOCS / "deploy" / "requirements.txt").read_text("utf-8")
PINNED = {
    canonicalize_name(name): version
    for name, version in re.findall(r"^([\w.-]+)==([\w.+!-]+)(?: ;.*)? \\$", LOCK, re.MULTILINE)
}
PROJECT = tomllib.loads((DOCS.parent / "pyproject.toml").read_text("utf-8"))


def test_everything_is_pinned_by_hash_without_addresses() -> None:
    entries = [entry for entry in re.split(r"^(?=\S)", LOCK, flags=re.MULTILINE) if entry.strip()]
    assert len(entries) > 50
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert not re.search(r"://|index-url|find-links|^-", LOCK, re.MULTILINE)


def test_it_has_what_the_page_and_pictures_need() -> None:
    project: dict[str, Any] = PROJECT["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["web"], *extras["pictures"], *PROJECT["build-system"]["requires"]]
    for each in map(Requirement, wanted):
        assert PINNED[canonicalize_name(each.name)] in each.specifier, f"{each}: `make lock` renews the list"


@pytest.mark.parametrize(
    ("found", "code", "told"), cases("lock", "an_audit_that_asked_nobody_does_not_look_like_one_that_found_nothing")
)
def test_an_audit_without_database_is_not_a_clean_one(found: list[dict[str, Any]], code: int, told: str) -> None:
    assert judged(found)[0] == code
    assert told in judged(found)[1]
