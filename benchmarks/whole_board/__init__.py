"""Does a side get the whole board? One question for many processes, kept in a file: how 5x5 was solved."""
