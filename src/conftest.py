"""Doctests of modules that need PyTorch are left out where it is not installed."""

from importlib.util import find_spec
from pathlib import Path


def _need_torch() -> list[str]:
    """Return the files of modules that import PyTorch, or a module that does."""
    texts = {path: path.read_text("utf-8") for path in (Path(__file__).parent / "tengen" / "train").glob("*.py")}
    found = {path for path, text in texts.items() if "import torch" in text}
    while (
        more := {path for path, text in texts.items() if any(f"from .{one.stem} import" in text for one in found)}
        - found
    ):
        found |= more
    return sorted(map(str, found))


collect_ignore = [] if find_spec("torch") else _need_torch()
