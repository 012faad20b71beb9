"""The benchmarks behind every speed that Tengen claims: `python -m benchmarks`, or `make bench`."""
