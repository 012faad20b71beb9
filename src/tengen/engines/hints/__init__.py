"""Hints: which move an engine would make, and why, in words.

`facts` finds what a move does, from the position before and after it and from what is expected to follow. `hint` puts
that into words, for an engine's favourite. Nothing is said that no rule and no reading has shown.
"""
