"""The commands, a family a module; each function is entered under its name in `command_table`."""
