"""Files of weights: what a network has learnt, with how it came about; whatever is wrong with one is said by name."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from ..files.archives import read_arrays
from ..files.whole import whole_file
from ..records import FormatError, TengenError
from .inputs import GLOBAL_INPUTS, POINT_INPUTS, inputs_hash
from .sizes import BINS, MIXED, RESULTS, Sizes

Array = NDArray[np.float32]

FORMAT: Final = "tengen network 1"
"""The first thing in the header. A file is NumPy's ``.npz``: the header and an array of small floats for each name.

Its number is raised when the numbers in a file come to mean something else: what is mixed, the results, the bins.
"""
HEADER: Final = "header"
_KIND: Final = np.dtype("<f2")  # the same bytes on every machine


class WeightsError(TengenError):
    """A file is not one of weights, or not of weights that this version understands."""


@dataclass(frozen=True)
class Weights:
    """A network's numbers by their names (see `shapes_of`), and the ``story`` of how they came about.

    The story holds the command and a summary of its log, and whatever else its maker wanted to say, as JSON does.
    """

    sizes: Sizes
    arrays: Mapping[str, Array]
    story: Mapping[str, Any]

    @property
    def fingerprint(self) -> str:
        """A short hash of all numbers as files keep them: that of a file, whatever it is called."""
        numbers = (self.arrays[name].astype(_KIND).tobytes() for name in shapes_of(self.sizes))
        return hashlib.sha256(b"".join(numbers)).hexdigest()[:16]


def shapes_of(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """Return the names of a network's arrays and their shapes; rows are what goes in."""
    width, heads, rules = sizes.width, sizes.heads, sizes.rules
    whole = 3 * width + rules
    value = len(RESULTS) + BINS + 1
    found: dict[str, tuple[int, ...]] = {
        "point_in": (len(POINT_INPUTS), width),
        "rules_in": (len(GLOBAL_INPUTS), rules),
        "rules_in_bias": (rules,),
        "rules_deep": (rules, rules),
        "rules_deep_bias": (rules,),
        "rules_to_points": (rules, width),
    }
    for block in range(sizes.blocks):
        found |= {
            f"blocks.{block}.film": (rules, 2 * width),
            f"blocks.{block}.pool": (2 * width, 2 * width),
            f"blocks.{block}.film_bias": (2 * width,),
            f"blocks.{block}.mix": (len(MIXED), width, width),
            f"blocks.{block}.mix_bias": (width,),
            f"blocks.{block}.out": (width, width),
        }
    return found | {
        "policy_point": (width, heads),
        "policy_whole": (whole, heads),
        "policy_whole_bias": (heads,),
        "policy_out": (heads, 2),
        "other_out": (heads, 2),
        "other_out_bias": (2,),
        "owner_out": (width, 1),
        "value_in": (whole, 2 * heads),
        "value_in_bias": (2 * heads,),
        "value_out": (2 * heads, value),
        "value_out_bias": (value,),
    }


def save(weights: Weights, to: Path | BinaryIO) -> None:
    """Write a file of weights, numbers in two bytes each; in a file, what stood there stays until all is written.

    Raises:
        WeightsError: the arrays are not those of the sizes, or hold what is no finite number in two bytes.
        OSError: the file cannot be written.
    """
    header = {
        "format": FORMAT,
        "sizes": asdict(weights.sizes),
        "inputs": inputs_hash(),
        "story": dict(weights.story),
    }
    with np.errstate(over="ignore"):
        small = {name: np.asarray(array).astype(_KIND) for name, array in weights.arrays.items()}
    _check_arrays("the weights", weights.sizes, small)
    text = np.frombuffer(json.dumps(header, ensure_ascii=False).encode(), np.uint8)
    with whole_file(to) if isinstance(to, Path) else nullcontext(to) as file:
        np.savez(file, allow_pickle=False, **{HEADER: text}, **small)


def load(path: Path | None = None) -> Weights:
    """Read a file of weights; None stands for those that come with the package.

    Raises:
        WeightsError: there is no such file, it is damaged, no file of weights, of another version, or for other inputs.
    """
    if path is not None:
        if not path.is_file():
            raise WeightsError(f"there is no file of weights {path}; `tengen train` makes one")
        with path.open("rb") as file:
            return _read(file, str(path))
    packaged = files("tengen.network") / "weights.npz"
    if not packaged.is_file():
        raise WeightsError("no weights come with this copy of Tengen; give a file that `tengen train` made")
    with packaged.open("rb") as file:
        return _read(file, "the packaged weights")


def _read(file: Any, name: str) -> Weights:
    try:
        arrays = read_arrays(file)
    except FormatError:
        said = f"{name} cannot be read as a file of weights"
        raise WeightsError(f"{said}; it is an .npz file that `tengen train` makes, so copy or make it again") from None
    header = _header(arrays.pop(HEADER, None), name)
    sizes = _sizes(header.get("sizes"), name)
    _check_arrays(name, sizes, arrays)
    story = header.get("story")
    return Weights(
        sizes,
        {key: np.ascontiguousarray(array, np.float32) for key, array in arrays.items()},
        story if isinstance(story, dict) else {},
    )


def _header(text: NDArray[Any] | None, name: str) -> dict[str, Any]:
    """Return the header, checked for format and inputs."""
    try:
        header = json.loads(b"" if text is None else text.tobytes())
    except ValueError:
        header = None
    if not isinstance(header, dict) or not str(header.get("format", "")).startswith(FORMAT.rsplit(" ", 1)[0]):
        raise WeightsError(f"{name} is no file of weights: it has no header that begins with {FORMAT!r}")
    if header["format"] != FORMAT:
        raise WeightsError(f"{name} is of the format {header['format']!r}; this version of Tengen reads {FORMAT!r}")
    if header.get("inputs") != inputs_hash():
        said = f"{name} was trained on other inputs ({header.get('inputs')}) than this version gives ({inputs_hash()})"
        raise WeightsError(f"{said}; use the version of Tengen that made it, or train anew")
    return header


def _sizes(given: Any, name: str) -> Sizes:
    try:
        return Sizes(**given)
    except TypeError:
        expected = ", ".join(asdict(Sizes()))
        raise WeightsError(f"{name} has the sizes {given!r}; they are {expected}, each a whole number") from None
    except TengenError as error:
        raise WeightsError(f"{name} has bad sizes: {error}") from None


def _check_arrays(name: str, sizes: Sizes, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Refuse arrays that are not those of a network of these sizes."""
    expected = shapes_of(sizes)
    for key in sorted(expected.keys() | arrays.keys()):
        if key not in arrays:
            raise WeightsError(f"{name} lacks {key!r}, of shape {expected[key]}")
        if key not in expected:
            raise WeightsError(f"{name} has an array {key!r} that no network of its sizes has")
        array = arrays[key]
        if array.shape != expected[key] or array.dtype.newbyteorder("<") != _KIND:
            said = f"{key!r} in {name} is {array.dtype} of shape {array.shape}"
            raise WeightsError(f"{said}; it must be {_KIND} of shape {expected[key]}")
        if not np.isfinite(array).all():
            raise WeightsError(f"{key!r} in {name} holds what is no finite number in two bytes")
