"""KataGo: its rules and boards, its queries, and its installations."""
