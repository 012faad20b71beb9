"""What is the operator's: who is barred, what was reported, what goes after a while, and copies of the database."""
