"""KataGo: what it knows, how it is asked, and where it is found."""
