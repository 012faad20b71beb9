"""Fitting the search's strengths of moves and its network to games (`python -m training.learning`)."""
