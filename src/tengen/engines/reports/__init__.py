"""Reports: the cost of every move of a game, in an engine's opinion."""
