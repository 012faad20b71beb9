"""The commands for those who operate a server: `tengen admin`, `backup` and `restore`."""
