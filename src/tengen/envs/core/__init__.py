"""Compiled functions that advance a batch of games: turns, legal actions, repetition, planes, results.

Nothing here allocates or raises. The arrays come in four tuples, described in `arrays`.
"""
