"""Refused input is charged to its sender at its cost to the server, and too large input is refused unread."""

import pytest
from starlette.testclient import TestClient
from web_accounts import services_of
from web_games import code

from tengen.formats import notations, sgf
from tengen.records import TengenError
from tengen.web.reviews.record_tree import MOST_NODES
from tengen.web.reviews.review_work import accepted, holds_much


@pytest.mark.parametrize(
    "text", [" " * 9_990 + "x", "(;SZ[52]AB" + "[aa:ZZ]" * 1_300 + ")"], ids=["blanks", "rectangles"]
)
def test_refused_input_is_charged(client: TestClient, text: str) -> None:
    """Processor time counts, whether a thread or the helper process spends it, until the share is used up."""
    seconds, charged = services_of(client).limits.side_seconds, dict[str, float]()
    take = seconds.charge

    def charge(key: str, count: float) -> None:
        charged[key] = charged.get(key, 0.0) + count
        take(key, count)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(seconds, "charge", charge)
        assert client.post("/api/reviews", json={"text": text}).json()["error"]["code"] == "unreadable"
    [payer] = charged
    assert charged[payer] > 0
    seconds.charge(payer, 2 * seconds.size)
    assert code(client.post("/api/reviews", json={"text": text})) == (429, "too-many")


def test_a_large_record_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dictionary of joseki has 62,749 nodes."""

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("it was read")

    text = "(;GM[1]C[a;b]" + "(;B[aa]C[(;;)\\]];W[bb])" * 31_374 + ")"
    monkeypatch.setattr(notations, "read_first", fail)
    for data in (text, text.encode()):
        assert sgf.node_count(data) == 62_749 > MOST_NODES
        with pytest.raises(TengenError, match="62,749"):
            accepted(data, "joseki.sgf")


def test_many_rectangles_are_not_light() -> None:
    """Each may stand for hundreds of points; labels and lines do not count."""
    assert holds_much("(;SZ[19]" + ";VW[aa:ss]" * 41)
    assert holds_much(b"(;SZ[19]" + b";VW[aa:ss]" * 41)
    for value in (r"\aa:ss", r"aa\:s\s", "a\\\na:ss", " aa:ss\n"):
        assert holds_much("(;SZ[19]" + f";VW[{value}]" * 41)
    assert holds_much(("(;SZ[19]" + ";VW[aa:ss]" * 41).encode("utf-16"))
    assert not holds_much("(;SZ[19]" + ";LB[aa:one]" * 41)
