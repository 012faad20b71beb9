"""`make types`: check by Pyright that the types of Tengen's public names are fully known. `make lint` runs it."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

_HEIRS: Final = {
    "anywidget": ("tengen.notebook.",),  # the metaclass is traitlets', and without a type
    "gymnasium": ("tengen.envs.gymnasium.", "tengen.envs.vector_gymnasium."),
    "pettingzoo": ("tengen.envs.pettingzoo.",),
    "pyspiel": ("tengen.envs.openspiel.",),
}
"""Packages, and the modules with subclasses of their classes."""
_WITHOUT_TYPES: Final = ("anywidget", "pettingzoo", "pyspiel")
"""Packages without types for these classes, or not followed: see mypy's settings in pyproject.toml. Unknown types are
excused for subclasses of these classes and for names that use them, even if the package is missing; other unknown types
in these modules are not.
"""
_EXCUSES: Final = ("Type of base class", "Type of metaclass", "is partially unknown")
_SHOWN: Final = 40
_HINT: Final = (
    "A type is known where it is written down: parameters and what is returned; attributes and variables as "
    "`name: Final = value` where they are assigned once, else as `name: type = value`; arrays with what they hold "
    "(NDArray[np.float32], or a name of tengen.kernel.array_types)."
)


def excused_modules() -> tuple[str, ...]:
    """Return the prefixes of excused names: subclasses of packages that are untyped, or missing."""
    silent = [each for each in _HEIRS if each in _WITHOUT_TYPES or importlib.util.find_spec(each) is None]
    return tuple(name for each in silent for name in _HEIRS[each])


def judged(found: dict[str, Any], excused: tuple[str, ...] = ()) -> tuple[int, str]:
    """Return the exit code and a message for Pyright's findings; names with these prefixes may be ``excused``."""
    public = [each for each in found["typeCompleteness"]["symbols"] if each["isExported"]]
    unknown = [each for each in public if not each["isTypeKnown"]]
    lacking = [each for each in unknown if not _is_excused(each, excused)]
    if not lacking:
        but = f", except for {len(unknown)} by packages without types" if unknown else ""
        return 0, f"The types of all {len(public):,} public names are known in full{but}"
    some = sorted(lacking, key=_is_consequence)[:_SHOWN]
    said = [f"{len(lacking):,} of {len(public):,} public names have types that are not known in full"]
    said += [f"  {each['name']}: {_reason(each)}" for each in some]
    said += ["  ..."] * (len(some) < len(lacking))
    return 1, "\n".join([*said, _HINT])


def _is_excused(symbol: dict[str, Any], modules: tuple[str, ...]) -> bool:
    said = [each["message"] for each in symbol["diagnostics"]]
    return symbol["name"].startswith(modules) and all(any(words in each for words in _EXCUSES) for each in said)


def _is_consequence(symbol: dict[str, Any]) -> bool:
    """Return whether a name is unknown only because of another name that it uses."""
    return "partially unknown" in _reason(symbol)


def _reason(symbol: dict[str, Any]) -> str:
    """Return the fault of a name, in one line."""
    said = [each["message"] for each in symbol["diagnostics"]] or ["partially unknown, by what it consists of"]
    return " ".join(min(said, key=lambda each: "partially unknown" in each).split())


def main() -> None:
    """Run the given Pyright over the package."""
    command = [sys.argv[1], "--verifytypes", "tengen", "--ignoreexternal", "--outputjson"]
    python = Path(sys.executable)
    environment = {
        **os.environ,
        # Pyright ignores --pythonpath here and uses the first Python of the PATH.
        "PATH": os.pathsep.join([str(python.parent), os.environ.get("PATH", "")]),
        # It does not follow the link of an editable installation by itself.
        "PYTHONPATH": str(Path(__file__).parents[1] / "src"),
    }
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=environment)
    try:
        code, told = judged(json.loads(done.stdout), excused_modules())
    except (ValueError, KeyError):
        code, told = 2, f"Pyright did not answer: {(done.stdout + done.stderr)[-500:]}"
    print(told)
    sys.exit(code)


if __name__ == "__main__":
    main()
