"""Suites of tests for programs that speak GTP: reading them, asking programs, and what came of it."""
