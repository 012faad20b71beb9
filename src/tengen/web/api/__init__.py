"""The JSON and WebSocket API, for the pages and for bots (docs/how/web.md)."""
