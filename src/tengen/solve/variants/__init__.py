"""What is a position of any variant worth? A search over games, exact about every rule."""
