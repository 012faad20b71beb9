"""The command line: ``tengen variants``, ``rules``, ``boards``, ``check``, ``show``, ``play`` and ``replay``.

Only what builds the help is imported here; each command imports the rest when it runs.
"""

from .commands import app, main

__all__ = ["app", "main"]
