"""The notes of a release: its section of the changelog."""

from __future__ import annotations

import re

_HEAD = re.compile(r"^## \[(?P<version>[^\]]+)\](?: - (?P<date>\d{4}-\d{2}-\d{2}))?[ ]*$", re.MULTILINE)


class NoSection(Exception):
    """The changelog says nothing of a version, or not when it was released."""


def notes(changelog: str, version: str) -> str:
    """Return what a changelog says of a version: the section below its heading, without the heading.

    Raises:
        NoSection: there is none, it has no date, or it is empty; the message says what would be right.
    """
    heads = [*_HEAD.finditer(changelog)]
    ends = [*(head.start() for head in heads[1:]), len(changelog)]
    for head, end in zip(heads, ends, strict=True):
        if head["version"] == version:
            text = changelog[head.end() : end].strip()
            if head["date"] is None or not text:
                raise NoSection(f"CHANGELOG.md: {version} needs text, and a date: ## [{version}] - YYYY-MM-DD")
            return f"{text}\n"
    raise NoSection(f"CHANGELOG.md has no section for {version}: ## [Unreleased] becomes ## [{version}] - YYYY-MM-DD")
