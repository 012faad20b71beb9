"""Thousands of live games: what a move costs the server, and how soon the opponent hears of it.

`servers` starts servers and reads what they use, `playing` plays through WebSockets, `__main__` prints the table.
"""
