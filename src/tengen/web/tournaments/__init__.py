"""Tournaments between friends: pairings, standings, and progress."""
