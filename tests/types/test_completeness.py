"""The share of known types is held where it is."""

from __future__ import annotations

from typing import Any

import pytest
from completeness import judged


@pytest.mark.parametrize(
    ("known", "code", "told"), [(90, 0, "LEAST in"), (80, 0, "80.0% of 100 public names"), (79, 1, "tengen.unknown")]
)
def test_a_share_below_the_least_fails_and_one_above_asks_to_be_kept(known: int, code: int, told: str) -> None:
    symbol = {"name": "tengen.unknown", "isTypeKnown": False, "isExported": True}
    found: dict[str, Any] = {
        "exportedSymbolCounts": {"withKnownType": known, "withAmbiguousType": 100 - known - 1, "withUnknownType": 1},
        "completenessScore": known / 100,
        "symbols": [symbol],
    }
    assert judged({"typeCompleteness": found}, least=0.8)[0] == code
    assert told in judged({"typeCompleteness": found}, least=0.8)[1]
