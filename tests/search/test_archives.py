"""Files of what the search has learnt: those that are damaged, or something else, are refused in words."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.records import FormatError
from tengen.search.policy_net import read_layers
from tengen.search.strengths_file import read_strengths


@pytest.mark.parametrize("read", [read_layers, read_strengths])
@pytest.mark.parametrize("left", [0, 3, 200, 20_000])
def test_a_file_of_which_the_end_is_missing_is_refused(tmp_path: Path, left: int, read: Callable[[Path], Any]) -> None:
    packaged = "policy_net.npz" if read is read_layers else "strengths-go.npz"
    (tmp_path / "some.npz").write_bytes(files("tengen.search").joinpath(packaged).read_bytes()[:left])
    with pytest.raises(FormatError, match="or a damaged one"):
        read(tmp_path / "some.npz")


@pytest.mark.parametrize("header", [b"", b"no JSON", b"[]", b"{}", b"\xff"])
@pytest.mark.parametrize("read", [read_layers, read_strengths])
def test_a_file_without_a_header_is_refused(tmp_path: Path, header: bytes, read: Callable[[Path], Any]) -> None:
    np.savez(tmp_path / "some.npz", header=np.frombuffer(header, np.uint8))
    with pytest.raises(FormatError, match="does not say that the format is 'tengen"):
        read(tmp_path / "some.npz")
