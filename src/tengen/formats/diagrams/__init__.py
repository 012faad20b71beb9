"""Drawn notations: Sensei's Library's diagrams, Wikipedia's Goban template, plain rows."""
