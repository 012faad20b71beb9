"""Whether a side gets the whole board, decided by many processes with a file: how 5x5 was solved."""
