"""The commands, one module per family, entered by name in `command_table`."""
