"""Work beside the server: what may take longer than the event loop can spare is done in another process, in turns."""

from .side_process import SideProcess

__all__ = ["SideProcess"]
