"""The pages: what a browser is shown at each address."""
