"""Tables: the home page, players, access links, and tables as files."""
