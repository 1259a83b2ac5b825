"""`python -m companion` runs the command."""

from companion.cli.main import main

main(prog_name="companion")
