"""Games in memory: their state, their views, and the computer's part in them."""
