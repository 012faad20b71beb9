"""Files on disk: how they are written whole, kept to one writer, and taken up again after a power cut."""
