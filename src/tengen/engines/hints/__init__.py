"""Hints: an engine's move and its reasons, in words.

`facts` compares the positions before and after a move, and its expected continuation; `hint` puts the facts of an
engine's favourite into words. Only rules and reading establish facts.
"""
