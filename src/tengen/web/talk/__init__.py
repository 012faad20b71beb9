"""What two players show and say to each other beside the moves: who is at the table, and the chat."""
