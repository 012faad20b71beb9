"""What is there to learn and to solve, and how is a try judged: tasks as data, read, judged, checked and shown."""
