"""The Go Text Protocol: Tengen inside every Go program. An engine, and a session that speaks for it."""

from .arguments import Refusal
from .engine import Engine
from .lines import Descriptor, Lines, Script
from .registry import Command, commands
from .session import Session

__all__ = ["Command", "Descriptor", "Engine", "Lines", "Refusal", "Script", "Session", "commands"]
