"""Long work so far, and the programs that did it: README.md lists both. Nothing here is part of the package."""
