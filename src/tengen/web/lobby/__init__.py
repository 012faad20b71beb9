"""The lobby: open challenges, players online, house bots, and public games."""
