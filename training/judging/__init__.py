"""How is a judging network made? KataGo's labels, learning and a report (`python -m training.judging.make`)."""
