"""`tengen solve --checkpoint`: the file in which the search of one position is kept, and what is said of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..records.files import check_folder, check_name
from ..saving import uninterrupted
from ..terminal import say

if TYPE_CHECKING:
    from ...game import Game
    from ...solve.checkpoints import Keeper


@contextmanager
def kept(path: Path | None, game: Game, points: Collection[str] | None, memory: int) -> Iterator[Keeper | None]:
    """Give what keeps a search in a file; where a signal ends the program, what is known is written first."""
    if path is None:
        yield None
        return
    from ...solve.checkpoints import Keeper

    check_name("--checkpoint", str(path))
    check_folder("--checkpoint", path)
    asked = None if points is None else sorted(points)
    keeper = Keeper(path, {"the game": game.to_json(), "--points": asked, "--memory": memory})
    try:
        yield keeper
    except SystemExit:
        finish(keeper, complete=False)
        raise


def finish(keeper: Keeper, complete: bool) -> None:
    """Remove the file of a proof that is complete; write the file of any other, and say how large it is."""
    with uninterrupted():
        if complete:
            keeper.path.unlink(missing_ok=True)
            return
        keeper.save()
        if keeper.size:
            size = f"{keeper.size / (1 << 20):,.1f} MiB"
            say(f"What is known is kept in {keeper.path} ({size}); the same command goes on from there.", err=True)
