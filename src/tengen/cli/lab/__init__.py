"""The commands that measure by playing many games, and that train the search."""
