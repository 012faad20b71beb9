"""What `tengen doctor` looks at: each module finds one kind of things, and survives whatever is wrong with them."""
