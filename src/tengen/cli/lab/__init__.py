"""The commands `tengen match`, `balance` and `openings`."""
