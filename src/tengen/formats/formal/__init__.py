"""The formal notation of records (spec 1.21)."""
