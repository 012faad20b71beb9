"""Whether the rules are compiled, and where what is compiled is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...terminal import counted
from .finding import Finding
from .folders import shown, size, writable

PART = "compiled rules"


def compiled() -> Iterator[Finding]:
    """Yield what is compiled already, in each folder where it is looked for, and whether more can be kept."""
    from ....kernel.code_store import VARIABLE, folders

    held = [folder for folder in folders() if folder.is_dir()]
    for folder in held:
        count = len([*folder.glob("*.nbc")])
        how = f"{counted(count, 'compiled function')}, {shown(size(folder))}, in {folder}"
        yield Finding(PART, "compiled code", "works", how)
        yield from _damaged(folder)
    if not held:
        about = "none: each rule is compiled when it is first needed"
        yield Finding(PART, "compiled code", "missing", about, "tengen warm")
    remedy = f"the environment variable {VARIABLE} names another folder"
    kept = [writable("kept in", folder, remedy) for folder in folders()]
    yield next((each for each in kept if each.state == "works"), kept[0])


def _damaged(folder: Path) -> Iterator[Finding]:
    """Yield each file of compiled code that does not hold what was written, or cannot be read."""
    from ....kernel.code_store import unsealed

    for file in sorted(folder.glob("*.nbc")):
        try:
            how = "it is damaged" if unsealed(file.read_bytes()) is None else ""
        except FileNotFoundError:  # another process has replaced it
            how = ""
        except OSError as error:
            how = f"it cannot be read: {error.strerror}"
        if how:
            remedy = "delete this file: the function is compiled again when it is needed"
            yield Finding(PART, "compiled function", "broken", f"{file}: {how}", remedy)
