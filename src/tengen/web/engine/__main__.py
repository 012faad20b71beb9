"""A worker process: ``python -m tengen.web.engine`` is started by `WorkerProcess`, and ends when its input does."""

from .worker import main

main()
