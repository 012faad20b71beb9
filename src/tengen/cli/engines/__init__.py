"""Commands about engines: which there are, and what they think of games."""
