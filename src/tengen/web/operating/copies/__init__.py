"""Copies of the database: made while the server runs, opened to see that they are whole, and put back."""
