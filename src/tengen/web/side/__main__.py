"""The process beside the server: ``python -m tengen.web.side`` is started by `SideProcess`, and ends with its input."""

from .side_worker import main

main()
