"""What is every position of a small board worth? Retrograde analysis over the list of all positions."""
