"""The commands that prove and count: `tengen solve`, `cycles`, `life` and `count`."""
