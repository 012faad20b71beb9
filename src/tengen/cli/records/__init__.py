"""The commands for records and pictures: `tengen show`, `convert`, `book`, `replay` and `review`."""
