"""Values of small positions under superko: exact search, and proofs that no superko affects."""
