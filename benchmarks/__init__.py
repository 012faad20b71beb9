"""The benchmarks behind every speed claim: `python -m benchmarks`, or `make bench`."""
