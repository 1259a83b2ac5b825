"""The web app manifest, for adding Companion to a phone's home screen, in the reader's language."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, url_for
from flask_babel import gettext as _

from companion.i18n import language
from companion.web import access

bp = Blueprint("manifest", __name__)
THEME_COLOUR, BACKGROUND_COLOUR = "#1c5b43", "#f3efe6"
SIZES = (192, 512)


@bp.get("/manifest.webmanifest")
@access.public
def show() -> Response:
    icons = [{"src": url_for("static", filename="icon.svg"), "type": "image/svg+xml", "sizes": "any"}]
    for size in SIZES:
        url = url_for("static", filename=f"icon-{size}.png")
        icons.append({"src": url, "type": "image/png", "sizes": f"{size}x{size}"})
    shortcuts = ((_("Rules and disputes"), "desk.ask"), (_("Print"), "printing.show"), (_("Join a table"), "join.ask"))
    response = jsonify(
        id="/",
        name="Companion",
        short_name="Companion",
        description=_("Keep score at your card table"),
        lang=language.tag(language.current()),
        start_url=url_for("home.show"),
        scope="/",
        display="standalone",
        theme_color=THEME_COLOUR,
        background_color=BACKGROUND_COLOUR,
        icons=icons,
        shortcuts=[{"name": name, "url": url_for(endpoint)} for name, endpoint in shortcuts],
    )
    response.mimetype = "application/manifest+json"
    return response
