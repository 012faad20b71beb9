"""Reviews: a record on the table, its nodes, and the analyses of its positions."""
