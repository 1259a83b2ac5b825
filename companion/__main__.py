"""`python -m companion` runs the command."""

from companion.cli.main import main, program_name

main(prog_name=program_name())
