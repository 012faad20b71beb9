"""Backups of the database: made while the server runs, verified, and restored."""
