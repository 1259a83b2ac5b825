"""Tests of printing: what is on a sheet and where, measured in the PDF itself."""
