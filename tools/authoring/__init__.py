"""Writing lessons and problems: checking them by playing them, proving answers, and finding positions that ask one."""
