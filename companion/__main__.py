"""`python -m companion`: the command without its script."""

from companion.cli.main import main

main(prog_name="companion")
