"""Web push notifications for players without an open page."""
