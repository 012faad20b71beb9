"""Files on disk: written completely or not at all, and recovered after a power cut."""
