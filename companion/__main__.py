"""`python -m companion`: the command without its script."""

from companion.cli import main

main(prog_name="companion")
