"""A worker process, started by `WorkerProcess` as ``python -m tengen.web.engine``; it ends with its input."""

from .worker import main

main()
