"""Reports: what every move of a game cost, by the opinion of an engine, and how that is shown."""
