"""Run `tengen` as `python -m tengen.cli`."""

from . import main

main()
