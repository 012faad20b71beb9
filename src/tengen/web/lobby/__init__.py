"""Somebody to play with: open challenges, who is here, the house's own programs, and games that everybody may watch."""
