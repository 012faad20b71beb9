"""Files on disk: how they are written whole, and taken up again after a power cut."""
