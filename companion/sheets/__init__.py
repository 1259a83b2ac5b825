"""Everything on paper: plain data in, PDF bytes out. No database, no request, no clock."""
