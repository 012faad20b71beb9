"""Numba's CUDA target, or its simulator (``NUMBA_ENABLE_CUDASIM=1``); neither has type annotations."""

from __future__ import annotations

from typing import Any

import numba.cuda

cuda: Any = numba.cuda
SIMULATED = bool(numba.config.ENABLE_CUDASIM)  # type: ignore[attr-defined]
"""Whether the "device" is plain Python on the host."""
