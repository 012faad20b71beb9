"""Differences of operating systems: file locks, groups of processes, priorities, command lines, folders.

Linux, macOS and Windows are supported. All system-specific code is here, and type checkers check each module once
for every system (``make lint-systems``).
"""
