"""The commands for play: `tengen play`, `gtp` and `serve`."""
