"""The commands for whoever operates a server: `tengen admin`, `backup` and `restore`."""
