"""How does a network learn to play? Games are played, kept, learned from, and new weights tried against old ones."""
