"""A problem as its author writes it, for tests of those who read such files."""

WRITTEN = """
[[problems]]
name = "last-liberty"
title = "The last liberty"
ask = "Black to play and take the marked stone with one move."
say = "D3 was its last liberty."
grade = 1
variant = "chinese"
rows = [".....", "..X..", ".XO..", "..X..", "....."]
aim = { what = "take", stone = "C3", moves = 1 }
right = ["D3"]
"""
