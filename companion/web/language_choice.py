"""The choice of a language, which is kept on this phone."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_wtf import FlaskForm
from werkzeug import Response
from wtforms import HiddenField
from wtforms.fields.choices import SelectChoice

from companion.i18n import language
from companion.web import access
from companion.web.forms import ButtonField

bp = Blueprint("language_choice", __name__)
_YEAR = 365 * 24 * 3600
_MENU = [(language.tag(lang), name) for lang, name in language.LANGUAGES.items()]


class LanguageForm(FlaskForm):
    """One button for each language; `back` is the page to return to."""

    lang = ButtonField(choices=[SelectChoice(*choice) for choice in _MENU])
    back = HiddenField()


@bp.get("/language")
@access.public
def show() -> str:
    back = _own_page(request.args.get("back", ""))
    return render_template("languages.html", languages=_MENU, back=back)


@bp.post("/language")
@access.public
def choose() -> Response:
    """Keep the chosen language on this phone, and return to the page on which it was chosen."""
    form = LanguageForm()
    if not form.lang.data or not form.validate_on_submit():
        abort(422, language.UnknownLanguage(form.lang.data or "").message(_))
    response = redirect(_own_page(form.back.data or ""), 303)
    secure = current_app.config["SESSION_COOKIE_SECURE"]
    response.set_cookie(language.COOKIE, form.lang.data, max_age=_YEAR, secure=secure, httponly=True, samesite="Lax")
    return response


@bp.app_template_global()
def back() -> str:
    """The URL to return to: that of this page or, after a form, of the page that can be opened there."""
    if request.method == "GET":
        return request.full_path.rstrip("?")
    adapter = current_app.create_url_adapter(request)
    return request.path if adapter is not None and adapter.test(method="GET") else url_for("home.show")


def _own_page(url: str) -> str:
    """`url` if it is one of our own pages, else the home page: nobody is redirected to another site."""
    own = url.startswith("/") and not url.startswith(("//", "/\\")) and url.isprintable()
    return url if own else url_for("home.show")
