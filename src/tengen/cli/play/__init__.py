"""The commands `tengen play`, `gtp`, `analysis-engine` and `engines`."""
