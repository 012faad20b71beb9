"""What operating systems do differently: file locks, groups of processes, priorities, command lines, folders.

Linux, macOS and Windows are served. Every place where one of them needs its own way is here, and type checkers look at
each module once for every system (``make lint-systems``).
"""
