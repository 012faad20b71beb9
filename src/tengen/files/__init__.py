"""Files on disk: written whole or not at all, and recovered after a power cut."""
