"""`_()` and `ngettext()` for templates: quicker than Jinja's own, which repeat some work for every text of a page."""

from __future__ import annotations

from typing import Any

from flask import Flask
from markupsafe import Markup

from companion.i18n.language import catalogue, current


def init_app(app: Flask) -> None:
    """Make the functions below available in the templates of `app`."""
    app.jinja_env.globals.update(_=gettext, gettext=gettext, ngettext=ngettext)


def gettext(text: str, **values: Any) -> Markup:
    """Return a text in the language of the request, with the `values` escaped and filled in."""
    translated = Markup(catalogue(current()).gettext(text))  # noqa: S704 - our own text
    return translated % values if values or "%" in text else translated


def ngettext(one: str, many: str, num: int, **values: Any) -> Markup:
    """Return the one of two texts that fits `num`, with `num` and `values` filled in."""
    translated = Markup(catalogue(current()).ngettext(one, many, num))  # noqa: S704 - our own text
    return translated % {"num": num, **values}
