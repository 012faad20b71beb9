"""Tournaments between friends: who meets whom, how it stands, and what follows when a game ends."""
