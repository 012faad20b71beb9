"""Numba's CUDA target, or its simulator of one (``NUMBA_ENABLE_CUDASIM=1``); both are without types."""

from __future__ import annotations

from typing import Any

import numba.cuda

from ..kernel.numba_internals import is_cuda_simulated

cuda: Any = numba.cuda
SIMULATED = is_cuda_simulated()
"""Whether the "device" is plain Python on the host."""
