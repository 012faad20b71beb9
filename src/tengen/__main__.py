"""Lets `python -m tengen` stand for `tengen`."""

from .cli import main

main()
