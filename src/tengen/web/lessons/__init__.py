"""Lessons and problems: tasks as data, and how attempts are judged."""
