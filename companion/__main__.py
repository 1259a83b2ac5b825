"""`python -m companion` is the same as `companion`."""

from companion.cli import main

main(prog_name="companion")
