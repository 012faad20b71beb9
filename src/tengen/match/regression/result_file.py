"""Results as files: all of them as JSON, or a row a test as CSV."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from .findings import Results, tally


def written(results: Results, as_csv: bool) -> bytes:
    """Return the contents of a file of results."""
    text = _csv(results) if as_csv else json.dumps(_data(results), indent=1, ensure_ascii=False) + "\n"
    return text.encode("utf-8", "backslashreplace")


def _data(results: Results) -> dict[str, Any]:
    programs = range(len(results.titles))
    return {
        "tengen": 1,
        "kind": "regression",
        "programs": list(results.titles),
        "whole": results.whole,
        "totals": [tally(results.of(program))._asdict() for program in programs],
        "files": [
            {"file": suite.name, "counts": [tally(results.of(program, suite))._asdict() for program in programs]}
            for suite in results.suites
        ],
        "tests": [each.as_dict() for each in results.findings],
        "remarks": [each.as_dict() for each in results.remarks],
    }


def _csv(results: Results) -> str:
    rows = [each.as_dict() for each in results.findings]
    target = io.StringIO()
    if rows:
        writer = csv.DictWriter(target, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return target.getvalue()
