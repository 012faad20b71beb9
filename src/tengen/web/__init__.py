"""The web page and its API: rooms, their store, the engine's workers and the pages (docs/how/web.md)."""
