"""Which small boards are worth what? Rows of what is proved of every graph and grid, in files that can be continued."""
