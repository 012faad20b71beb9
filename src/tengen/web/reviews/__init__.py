"""Reviews: records, their nodes, and analyses of their positions."""
