"""Writing lessons and problems: checking them by play, proving answers, and finding positions with a single answer."""
