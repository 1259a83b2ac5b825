"""The print page and its PDFs."""
