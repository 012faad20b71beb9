"""Game records of other servers and programs: a module per notation, which reads it as a `Record`."""
