"""How does the search learn? Strengths of moves and its network are fitted to games (`python -m training.learning`)."""
