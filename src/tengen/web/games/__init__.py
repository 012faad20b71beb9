"""Games in use: what a server keeps of each in memory, how it is shown, and what the computer does in it."""
