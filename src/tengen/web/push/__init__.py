"""Calling players who look at no page: web push, by which a browser is told that it is its person's turn."""
