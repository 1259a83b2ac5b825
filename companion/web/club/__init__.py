"""A club's evenings: who is here, who sits where, standings and seasons, on phones, on the wall and on paper."""
