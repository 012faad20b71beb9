"""A recorded game as Go books print it: numbered figures, what they cannot show in notes, comments below."""
