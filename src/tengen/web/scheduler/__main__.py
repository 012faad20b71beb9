"""The helper process: ``python -m tengen.web.scheduler`` is started by `Helper`, and ends with its input."""

from .helper_worker import main

main()
