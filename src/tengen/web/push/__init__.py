"""Calling players who look at no page: web push, by which a browser learns that it is its owner's turn."""
