"""What is a small position worth where history forbids moves? Exact search, and proofs that no superko can spoil."""
