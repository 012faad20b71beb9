"""How far an analysis reaches: which moves it may look at, and what it counts besides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Scope:
    """What an analysis leaves out and what it adds.

    ``barred`` says of both colours, Black first, and every action of the board before which depth below the root its
    move is not looked at: (2, 2n + 2), numbered as in `actions`; 0 bars nothing, and None nothing anywhere. With
    ``detailed``, what follows each move of the root is counted apart: who will own what, and how far results spread.
    """

    barred: NDArray[np.uint32] | None = None
    detailed: bool = False


WHOLE: Final = Scope()
"""Every move, and no details."""
