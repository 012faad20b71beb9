"""The network's weights, the opening book, and graphics cards."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from .finding import Finding


def network() -> Iterator[Finding]:
    """Yield the network that Tengen plays with, read as a player reads it."""
    from ....search.policy_net import the_layers

    layers = the_layers()
    yield Finding("network", "weights", "works", f"{len(layers.blocks) // 2} blocks of {len(layers.last)} channels")


def opening_book() -> Iterator[Finding]:
    """Yield the opening book, read as players read it."""
    from ....opening.book import FILE
    from ....opening.rows import read_rows

    rows = [*read_rows(FILE)]
    games, positions = (len({row[:count] for row in rows}) for count in (2, 3))
    yield Finding("opening book", "first moves", "works", f"{games:,} games, {positions:,} positions")


def graphics() -> Iterator[Finding]:
    """Yield whether games can be played, and networks trained, on a GPU."""
    from ....gpu.finding import lack

    if found := lack():
        yield Finding("GPU", "games (tengen.gpu)", "missing", found.says, found.remedy)
    else:
        yield Finding("GPU", "games (tengen.gpu)", "works", "a GPU plays")
    if find_spec("torch") is not None:
        yield _torch()


def _torch() -> Finding:
    import torch

    if torch.cuda.is_available():
        return Finding("GPU", "PyTorch", "works", f"{torch.__version__} trains on {torch.cuda.get_device_name()}")
    return Finding("GPU", "PyTorch", "missing", f"{torch.__version__} trains on the processor: it finds no GPU")
