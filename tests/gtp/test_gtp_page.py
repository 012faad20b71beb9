"""The page on GTP says what is so."""

from __future__ import annotations

import re
from pathlib import Path

from talking import conversation

PAGE = (Path(__file__).parents[2] / "docs" / "gtp.md").read_text(encoding="utf-8")


def test_its_conversation_is_what_is_said() -> None:
    options, said = re.findall(r"```\n\$ tengen gtp (.*?)\n(.*?)```", PAGE, re.DOTALL)[0]
    assert conversation(f"# engine {options}\n{said}") == f"# engine {options}\n{said}"
