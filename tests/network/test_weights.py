"""Files of weights: read on any machine, and refused by name where anything is wrong with them."""

from __future__ import annotations

import io
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from network_seen import stirred

from tengen.network.inputs import inputs_hash
from tengen.network.sizes import BINS, MIXED, RESULTS, WIDEST, Sizes, margins, spread
from tengen.network.weights import FORMAT, HEADER, Weights, WeightsError, load, save
from tengen.records import TengenError

SIZES = Sizes(width=4, blocks=2, heads=4, rules=4)


def stored(**changed: Any) -> dict[str, Any]:
    """Return what a good file holds, with some of it changed; None takes something away."""
    file = io.BytesIO()
    save(stirred(SIZES), file)
    file.seek(0)
    with np.load(file) as found:
        content: dict[str, Any] = {name: found[name] for name in found.files}
    return {name: value for name, value in (content | changed).items() if value is not None}


def header(**changed: Any) -> Any:
    told = {"format": FORMAT, "sizes": asdict(SIZES), "inputs": inputs_hash(), "story": {}} | changed
    return np.frombuffer(json.dumps(told).encode(), np.uint8)


def test_weights_are_kept_with_their_story(tmp_path: Path) -> None:
    weights = stirred(SIZES)
    save(Weights(weights.sizes, weights.arrays, {"command": "tengen train", "games": 7}), tmp_path / "weights.npz")
    found = load(tmp_path / "weights.npz")
    assert found.sizes == SIZES
    assert found.story == {"command": "tengen train", "games": 7}
    assert found.arrays.keys() == weights.arrays.keys()
    assert all(np.array_equal(found.arrays[name], weights.arrays[name]) for name in found.arrays)


def test_weights_of_a_machine_with_the_other_order_of_bytes(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    np.savez(path, **{name: value if name == HEADER else value.astype(">f2") for name, value in stored().items()})
    found = load(path).arrays
    assert all(np.array_equal(array, stirred(SIZES).arrays[name]) for name, array in found.items())
    assert all(array.dtype == np.float32 for array in found.values())


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({HEADER: None}, "is no file of weights"),
        ({HEADER: np.zeros(3, np.uint8)}, "is no file of weights"),
        ({HEADER: header(format="tengen network 9")}, "of the format 'tengen network 9'; this version of Tengen reads"),
        ({HEADER: header(inputs="0123")}, r"was trained on other inputs \(0123\)"),
        ({HEADER: header(sizes={"width": 4})}, r"'blocks.0.film' in .* is float16 of shape \(4, 8\); it must be"),
        ({HEADER: header(sizes={"height": 4})}, "they are width, blocks, heads, rules"),
        ({HEADER: header(sizes=7)}, "has the sizes 7"),
        ({HEADER: header(sizes=asdict(SIZES) | {"width": 0})}, "width must be a whole number from 1 to 4096, not 0"),
        ({"point_in": None}, "lacks 'point_in', of shape"),
        ({"point_out": np.zeros(3)}, "has an array 'point_out' that no network"),
        ({"owner_out": np.zeros((5, 1), np.float16)}, r"'owner_out' in .* is float16 of shape \(5, 1\); it must be"),
        ({"owner_out": np.zeros((4, 1), np.float64)}, "is float64 of shape"),
        ({"owner_out": np.full((4, 1), np.nan, np.float16)}, "holds what is no finite number"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_by_name(changed: dict[str, Any], words: str, tmp_path: Path) -> None:
    path = tmp_path / "other.npz"
    np.savez(path, **stored(**changed))
    with pytest.raises(WeightsError, match=words) as refused:
        load(path)
    assert "other.npz" in str(refused.value)


@pytest.mark.parametrize("damage", ["cut", "byte", "empty", "text", "folder", "nothing"])
def test_a_damaged_file_is_refused_by_name(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    save(stirred(SIZES), path)
    good = path.read_bytes()
    spoilt = {"cut": good[: len(good) // 2], "empty": b"", "text": b"weights"}
    at = good.index(stirred(SIZES).arrays["blocks.1.mix"].astype("<f2").tobytes()) + 17
    spoilt["byte"] = good[:at] + bytes([good[at] ^ 255]) + good[at + 1 :]
    path.unlink()
    if damage == "folder":
        path.mkdir()
    elif damage != "nothing":
        path.write_bytes(spoilt[damage])
    with pytest.raises(WeightsError, match=r"weights\.npz") as refused:
        load(path)
    assert "pickle" not in str(refused.value), "what NumPy advises for its files is no advice here"


def test_numbers_too_large_are_not_saved() -> None:
    weights = stirred(SIZES)
    arrays = {**weights.arrays, "owner_out": np.full((4, 1), 1e6, np.float32)}
    with pytest.raises(WeightsError, match="'owner_out' in the weights holds what is no finite number in two bytes"):
        save(Weights(SIZES, arrays, {}), io.BytesIO())


@pytest.mark.parametrize("points", [1, 25, 81, 361])
def test_margins_are_spread_over_bins_and_come_back(points: int) -> None:
    given = np.linspace(-points, points, 41)
    shares = spread(given, points)
    assert shares.sum(axis=1) == pytest.approx(np.ones(41))
    assert ((shares > 0).sum(axis=1) <= 2).all()
    assert shares @ margins(points) == pytest.approx(given, abs=1e-4 * points)


def test_the_format_says_what_the_numbers_mean() -> None:
    """Where this has to change, `FORMAT` has to get another number, or old files are read as what they are not."""
    assert (FORMAT, RESULTS, BINS, WIDEST) == ("tengen network 1", ("win", "no result", "loss"), 33, 4.0)
    assert MIXED == (
        "point", "neighbours", "reached", "edges", "footprint", "covered", "diagonals", "lines", "group",
    )  # fmt: skip


def test_bad_sizes_are_refused() -> None:
    with pytest.raises(TengenError, match=r"blocks must be a whole number from 1 to 4096, not 2\.5"):
        Sizes(blocks=2.5)  # type: ignore[arg-type]
