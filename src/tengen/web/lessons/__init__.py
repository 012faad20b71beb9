"""Lessons and problems: tasks as data, and the judging of tries."""
