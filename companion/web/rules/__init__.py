"""The rule books, the search in them, rules questions, and what to do when something goes wrong."""
