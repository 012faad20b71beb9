"""How do other servers and programs write a game? A module for each notation, which reads it to a `Record`."""
