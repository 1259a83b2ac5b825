"""A club's evening without its database: who sits where in a round, and who stands where after it.

People are numbers, and what is known about them is given as plain values. Equal input gives equal results.
"""
