"""What does a trained network see in positions, and what does it say of them? (no PyTorch needed)."""
