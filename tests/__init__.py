"""The tests; docs/architecture.md says what each folder holds."""

from pathlib import Path

ROOT = Path(__file__).parents[1]  # the folder of the repository
