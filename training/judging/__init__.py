"""Training a judging network: KataGo's labels, learning and a report (`python -m training.judging.make`)."""
