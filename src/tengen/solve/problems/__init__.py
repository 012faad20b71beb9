"""Which small positions are problems? Found by playing, proved by search, graded by what they ask of a reader."""
