"""Access control: hosts, origins, bans, limits of connections and bodies, error responses, and the request log."""
