"""Suites of tests for programs that speak GTP: reading them, running programs, and the results."""
