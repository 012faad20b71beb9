"""Optional accounts: signing in, stored data, and ratings."""
