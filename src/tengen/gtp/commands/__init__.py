"""The commands, family by family; each function is entered under its name in `registry`."""
