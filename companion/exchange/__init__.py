"""Export and import: a table as `companion-table/1`, and files for other programs (docs/exchange.md)."""
