"""The build hook: compiles the catalogues, and packs the files beside the package into the wheel."""

from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKED = ("templates", "static", "migrations")


class BuildHook(BuildHookInterface[Any]):
    """Hatchling runs this for a wheel ("standard") and for an installed checkout ("editable")."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues(Path(self.root, "companion", "i18n", "translations"))
        build_data["artifacts"].append("companion/i18n/translations/**/*.mo")
        if version == "standard":
            build_data["force_include"] |= {str(Path(self.root, name)): f"companion/_data/{name}" for name in PACKED}


def compile_catalogues(folder: Path) -> None:
    """Write a `.mo` beside each `.po` below `folder`."""
    for po in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        with po.open("rb") as source:
            catalogue = read_po(source, locale=po.parts[-3])
        mo, made = po.with_suffix(".mo"), BytesIO()
        write_mo(made, catalogue)
        # A catalogue is left untouched if it would not change, because someone may be reading it.
        if not mo.exists() or mo.read_bytes() != made.getvalue():
            mo.write_bytes(made.getvalue())
