"""Accounts, which nobody needs: what opens them, what they keep, and how strong their players are."""
