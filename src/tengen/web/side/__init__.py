"""Work beside the server: what may take longer than the event loop can spare is done in another process, in turns."""

from .side_process import SideProcess, asked_by

__all__ = ["SideProcess", "asked_by"]
