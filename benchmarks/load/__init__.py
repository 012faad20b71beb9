"""Thousands of live games: the server's cost per move, and the delay until the opponent gets it.

`servers` starts servers and measures them, `playing` plays through WebSockets, `__main__` prints the table.
"""
