"""Who is served next, on whose account, within which limits, and where the work runs."""
