"""Tests of the print room: what stands on a sheet and where, measured in the PDF itself."""
