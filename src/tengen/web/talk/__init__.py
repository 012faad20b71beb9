"""Presence and chat of the two players."""
