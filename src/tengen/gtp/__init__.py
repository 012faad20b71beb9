"""The Go Text Protocol, through which Go programs use Tengen: the engine, and the session that drives it."""

from .command_table import Command, commands
from .engine import Engine
from .parameters import Refusal
from .protocol import Descriptor, Lines, Script, Session
from .thinking import Thinking

__all__ = ["Command", "Descriptor", "Engine", "Lines", "Refusal", "Script", "Session", "Thinking", "commands"]
