"""Lets `python -m tengen.cli` stand for `tengen`."""

from . import main

main()
