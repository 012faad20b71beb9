"""Published and computed facts for tests; each file names its source."""

import json
import tomllib
from pathlib import Path
from typing import Any


def load(name: str) -> Any:
    """Return the contents of ``<name>.json`` in this folder."""
    return json.loads((Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8"))


def load_toml(name: str) -> Any:
    """Return the contents of ``<name>.toml`` in this folder."""
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


def cases(file: str, test: str) -> list[Any]:
    """Return the cases of a parametrised test, in ``cases/<file>.toml``."""
    found: list[Any] = load_toml(f"cases/{file}")[test]
    return found


def text_of(name: str) -> str:
    return (Path(__file__).parent / "texts" / name).read_text(encoding="utf-8")
