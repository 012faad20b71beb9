"""Support `python -m tengen`."""

from .cli import main

main()
