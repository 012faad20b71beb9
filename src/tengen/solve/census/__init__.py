"""Which boards are worth what? Rows of what is proved of many small boards, and files of them."""
