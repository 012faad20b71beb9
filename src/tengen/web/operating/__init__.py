"""The operator's tools: bans, reports, retention, and backups of the database."""
