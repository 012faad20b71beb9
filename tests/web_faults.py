"""Faults of servers found by outside testing, with the correct values, by table."""

import tomllib
from pathlib import Path
from typing import Any, Final

FAULTS: Final[dict[str, list[dict[str, Any]]]] = tomllib.loads(
    (Path(__file__).parent / "data" / "faults" / "server_safety.toml").read_text("utf-8")
)
