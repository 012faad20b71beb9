"""The commands that measure by playing many games: `tengen match` and `balance`."""
