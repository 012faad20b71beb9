"""Who may ask: hosts, origins, bars, bounds of connections and bodies, errors as answers, and the log of requests."""
