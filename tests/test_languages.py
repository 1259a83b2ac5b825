"""Languages: whose is spoken, that nothing is left untranslated, and that no text escapes the catalogues."""

import ast
import re
from datetime import datetime
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from babel.messages import Catalog
from babel.messages.pofile import write_po
from flask import Flask
from jinja2 import Environment, nodes

import companion
from companion import games
from companion.core.messages import N_, Message, Phrase, PlayerRef
from companion.games import rulebooks as book
from companion.i18n import language, update
from companion.i18n.build import compile_catalogues

ROOT = Path(__file__).parents[1]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
PYTHON = sorted((ROOT / "companion").rglob("*.py"))
TEXTS = update.extracted()
CATALOGUES = [pytest.param(update.read(lang, path), id=lang) for lang, path in update.catalogues()]

# --- Which language a phone is answered in ---


@pytest.fixture
def phone(client):
    """A browser that has chosen no language yet."""
    return client


def spoken(phone, accepted: str | None = None) -> str:
    headers = {} if accepted is None else {"Accept-Language": accepted}
    return re.search(r'<html lang="([\w-]+)"', phone.get("/", headers=headers).text)[1]


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        (None, "en"),
        ("", "en"),
        ("de", "de"),
        ("de-AT,en;q=0.5", "de"),
        ("es-419", "es"),
        ("pt", "pt-BR"),
        ("pt-PT", "pt-BR"),
        ("fr,es;q=0.4,de;q=0.8", "de"),
        ("fr-FR", "en"),
        ("*", "en"),
        ("xx-,;q=nonsense,de", "de"),
    ],
)
def test_a_phone_is_answered_in_its_browsers_language(phone, accepted, expected):
    assert spoken(phone, accepted) == expected


def test_a_chosen_language_is_kept_on_the_phone(phone):
    answer = phone.post("/language", data={"lang": "pt-BR", "back": "/?round=2"})
    assert (answer.status_code, answer.location) == (303, "/?round=2")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "SameSite=Lax" in answer.headers["Set-Cookie"]
    assert spoken(phone, "de") == "pt-BR"


def test_an_unknown_language_is_refused_with_those_there_are(phone):
    answer = phone.post("/language", data={"lang": "tlh"})
    assert answer.status_code == 422
    assert "There is no language tlh. You can use en, es, pt-BR or de." in answer.text
    answer = phone.post("/language", data={"lang": "tlh"}, headers={"Accept-Language": "de"})
    assert "Die Sprache tlh gibt es nicht. Möglich: en, es, pt-BR oder de." in answer.text


@pytest.mark.parametrize(
    "back", ["//example.org", "/\\example.org", "https://example.org", "javascript:alert(1)", "/\nx", ""]
)
def test_choosing_a_language_leads_to_no_other_site(phone, back):
    assert phone.post("/language", data={"lang": "de", "back": back}).location == "/"


def test_a_spoilt_cookie_is_passed_over(phone):
    phone.set_cookie("lang", "../../etc")
    assert spoken(phone, "es") == "es"


def test_the_menu_names_each_language_in_itself(phone):
    text = phone.get("/").text
    buttons = dict(re.findall(r'<button name="lang" value="([\w-]+)"[^>]*>([^<]+)</button>', text))
    assert buttons == {language.tag(lang): name for lang, name in language.LANGUAGES.items()}


@pytest.mark.parametrize(
    ("lang", "date", "time"),
    [
        ("en", "1 Nov 2026", "20:07"),
        ("es", "1 nov 2026", "20:07"),
        ("pt-BR", "01/11/2026", "20:07"),
        ("de", "01.11.2026", "20:07"),
    ],
)
def test_dates_and_times_are_written_the_way_of_the_language(lang, date, time):
    app = Flask(__name__)
    language.init_app(app)
    at = datetime(2026, 11, 1, 20, 7).astimezone()
    with app.test_request_context(headers={"Accept-Language": lang}):
        assert (language.day(at), language.clock(at)) == (date, time)


# --- Translators ---


@pytest.fixture
def german(tmp_path, monkeypatch):
    """Catalogues in which German knows two texts."""
    catalogue = Catalog(locale="de")
    catalogue.add("{who} burns {card}", "{who} verbrennt {card}")
    catalogue.add(("{n} point", "{n} points"), ("{n} Punkt", "{n} Punkte"))
    catalogue.add("red {rank}", "rote {rank}")
    path = tmp_path / "de" / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalogue)
    compile_catalogues(tmp_path)
    monkeypatch.setattr(language, "CATALOGUES", tmp_path)
    language._catalogue.cache_clear()
    yield
    language._catalogue.cache_clear()


WORDS = {
    "burns": "{who} burns {card}",
    "card-R": "red {rank}",
    "R9": Phrase("card-R", {"rank": 9}),
    "points": ("{n} point", "{n} points"),
    "new": "Not translated yet",
}


def test_a_translator_speaks_the_language_asked_for(german):
    say = language.translator(WORDS, ["Ana"], "de-CH")
    assert say(Message("BID-24", "burns", {"who": PlayerRef(0), "card": "R9"})) == "Ana verbrennt rote 9"
    assert [say.say("points", {"n": n}) for n in (0, 1, 2)] == ["0 Punkte", "1 Punkt", "2 Punkte"]


def test_a_text_without_translation_is_said_in_english(german):
    assert language.translator(WORDS, [], "de").say("new") == "Not translated yet"


def test_english_needs_no_catalogue(german):
    say = language.translator(WORDS, [], "en")
    assert [say.say("points", {"n": n}) for n in (1, 2)] == ["1 point", "2 points"]


def test_a_translator_speaks_the_language_of_the_request(german):
    app = Flask(__name__)
    language.init_app(app)
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert language.translator(WORDS, []).say("points", {"n": 2}) == "2 Punkte"


def test_a_translator_outside_of_a_request_speaks_english(german):
    assert language.translator(WORDS, []).say("points", {"n": 2}) == "2 points"


def test_a_translator_in_an_unknown_language_is_refused():
    with pytest.raises(language.UnknownLanguage, match="no language tlh"):
        language.translator(WORDS, [], "tlh")


# --- The catalogues are complete ---


def ids(catalogue: Catalog) -> set[object]:
    return {text.id for text in catalogue if text.id}


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_a_catalogue_holds_the_texts_of_the_program_and_no_others(catalogue):
    assert ids(TEXTS) - ids(catalogue) == set(), "python -m companion.i18n.update brings them in"
    assert ids(catalogue) - ids(TEXTS) == set(), "python -m companion.i18n.update takes them out"


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_nothing_is_untranslated_or_a_guess(catalogue):
    assert [text.id for text in update.untranslated(catalogue)] == []


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{\w+\}|%\(\w+\)[sd]|%%", text))


# The form that is said of one only may leave out the number: "one card".
COUNTS = {"{n}", "%(n)s", "%(n)d", "%(num)s", "%(num)d"}


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_placeholders_are_the_same_in_every_language(catalogue):
    wrong = {}
    for text in catalogue:
        one, many = (text.id, text.id) if isinstance(text.id, str) else text.id
        for at, form in enumerate(update.forms(text) if text.id else ()):
            wanted = placeholders(one if at == 0 else many)
            optional = COUNTS if one != many and at == 0 else set()
            if form and not wanted - optional <= placeholders(form) <= wanted | optional:
                wrong[form] = wanted
    assert wrong == {}


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_translations_begin_and_end_like_the_english(catalogue):
    wrong = []
    for text in catalogue:
        english = text.id if isinstance(text.id, str) else text.id[-1]
        forms = update.forms(text) if text.id else ()
        wrong += [form for form in forms if form and edges(form) != edges(english)]
    assert wrong == []


# A hyphen before a number, and one between blanks; "K-5" is the notation of a record.
TYPEWRITER = re.compile(r"(?<![\w}-])-(?=[\d{%])| - ")


@pytest.mark.parametrize("catalogue", [TEXTS, *CATALOGUES])
def test_minus_signs_and_dashes_are_not_typed_as_hyphens(catalogue):
    said = [form for text in catalogue if text.id for form in (*_english(text), *update.forms(text))]
    assert [form for form in said if TYPEWRITER.search(form)] == []


def _english(text):
    return (text.id,) if isinstance(text.id, str) else text.id


def edges(text: str) -> tuple[bool, bool, bool]:
    return text[:1].isspace(), text[-1:].isspace(), text.endswith((".", "!", "?"))


# --- No text escapes them ---


def marked() -> set[str]:
    return {form for text in ids(TEXTS) for form in ((text,) if isinstance(text, str) else text)}


def modules():
    for found in walk_packages(companion.__path__, "companion."):
        if not found.name.startswith(("companion.i18n", "companion.__main__")):
            yield import_module(found.name)


def test_every_statement_of_the_program_is_marked():
    said = {}
    for module in modules():
        for code, text in getattr(module, "WORDS", {}).items():
            if isinstance(text, Phrase):
                assert text.id in module.WORDS, code
            else:
                said |= dict.fromkeys((text,) if isinstance(text, str) else text, code)
    assert len(said) > 100
    assert {text: code for text, code in said.items() if text not in marked()} == {}


def test_every_house_rule_is_marked():
    for slug in games.GAMES:
        for switch in games.load(slug).SWITCHES:
            assert {switch.question, switch.reason, *switch.answers} <= marked(), switch.rule


def test_every_rule_and_chapter_is_marked():
    for entry in book.entries().values():
        assert {entry.rule.text, entry.rule.chapter} <= marked(), entry.rule.id


def calls(tree: ast.AST):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield getattr(node.func, "id", getattr(node.func, "attr", "")), node


# How many of the first arguments are texts; the extraction reads them from these calls.
MARKERS = {"N_": 1, "NN_": 2}
SAYING = {"_": 1, "gettext": 1, "lazy_gettext": 1, "ngettext": 2, "lazy_ngettext": 2}


def test_no_text_is_put_together_before_it_is_translated():
    wrong = []
    for path in PYTHON:
        for name, call in calls(ast.parse(path.read_text(encoding="utf-8"))):
            said = f"{path.relative_to(ROOT)}:{call.lineno}: {ast.unparse(call)}"
            wrong += [said for text in call.args[: MARKERS.get(name, 0)] if not isinstance(text, ast.Constant)]
            # A name stands for a text that was marked elsewhere.
            wrong += [said for text in call.args[: SAYING.get(name, 0)] if is_put_together(text)]
    assert wrong == []


def is_put_together(text: ast.expr) -> bool:
    return isinstance(text, ast.JoinedStr | ast.BinOp) or ".format" in ast.unparse(text)


def test_forms_and_flashes_say_nothing_unmarked():
    wrong = []
    for path in (path for path in PYTHON if path.is_relative_to(ROOT / "companion" / "web")):
        for name, call in calls(ast.parse(path.read_text(encoding="utf-8"))):
            if name.endswith("Field") or name in {
                "flash",
                "DataRequired",
                "InputRequired",
                "Length",
                "ValidationError",
            }:
                keywords = (
                    keyword.value for keyword in call.keywords if keyword.arg in {"label", "message", "description"}
                )
                said = [node.value for node in (*call.args[:1], *keywords) if isinstance(node, ast.Constant)]
                texts = [text for text in said if isinstance(text, str) and text]
                wrong += [f"{path.relative_to(ROOT)}:{call.lineno}: {text}" for text in texts]
    assert wrong == []


class Visible(HTMLParser):
    """Collects what a reader sees of a page (`texts`) and what is said instead or when pointed at (`said`)."""

    SPOKEN = frozenset({"alt", "aria-label", "aria-description", "aria-roledescription", "placeholder", "title"})

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.said: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag, attrs):
        self.silent += tag in {"script", "style"}
        self.said += [value for name, value in attrs if name in self.SPOKEN and value]

    def handle_endtag(self, tag):
        self.silent -= tag in {"script", "style"}

    def handle_data(self, data):
        if not self.silent:
            self.texts.append(data)


def written(node: nodes.Node) -> str:
    """Return the HTML of a template as far as it is literal; what is looked up while running leaves a gap."""
    if isinstance(node, nodes.TemplateData):
        return node.data
    if isinstance(node, nodes.Block) and node.name == "look":
        return ""  # classes of the page, nothing that is read
    if isinstance(node, nodes.Const):
        return str(node.value) if isinstance(node.value, str) else "·"
    if isinstance(node, nodes.CondExpr):
        return " ".join(written(part) for part in (node.expr1, node.expr2) if part is not None)
    if isinstance(node, nodes.Concat | nodes.Or):
        parts = node.nodes if isinstance(node, nodes.Concat) else [node.left, node.right]
        return " ".join(map(written, parts))
    if isinstance(node, nodes.Expr):
        return "·"
    if isinstance(node, nodes.Output):
        return "".join(map(written, node.nodes))
    statements = (nodes.Stmt, nodes.Template)
    return "".join(written(child) for child in node.iter_child_nodes() if isinstance(child, statements))


# What is the same in every language: the names of the program, of the games, and of sheets of paper; addresses.
TITLES = "|".join(map(re.escape, games.titles().values()))
NAMES = re.compile(rf"Companion|BG Stats|·l/·|{TITLES}|A4|A5|Letter|PDF|JSON|QR|\bx\b")


def test_no_visible_text_of_a_template_escapes_translation():
    environment = Environment(extensions=["jinja2.ext.i18n", "jinja2.ext.do"], autoescape=True)
    escaped = {}
    for path in TEMPLATES:
        page = Visible()
        page.feed(written(environment.parse(path.read_text(encoding="utf-8"))))
        page.close()
        seen = [*page.texts, *page.said]
        escaped[path.name] = [text.strip() for text in seen if re.search(r"[^\W\d_]", NAMES.sub("", text))]
    assert {name: texts for name, texts in escaped.items() if texts} == {}


def test_the_search_for_visible_text_finds_it():
    found = Visible()
    template = '<p title="Hint">Hello {{ _("World") }}{% if x %}, you{% endif %}<b>{{ "on" if x else y }}</b>'
    found.feed(written(Environment(extensions=["jinja2.ext.i18n"]).parse(template)))
    found.close()
    assert [text for text in found.texts if re.search(r"\w", text)] == ["Hello ·, you", "on ·"]
    assert found.said == ["Hint"]


@pytest.mark.parametrize(
    ("last", "joined"),
    [
        ("Inés", "Luis e Inés"),
        ("Íñigo", "Luis e Íñigo"),
        ("Hilda", "Luis e Hilda"),
        ("Yvonne", "Luis e Yvonne"),
        ("Hiam", "Luis y Hiam"),
        ("hierro", "Luis y hierro"),
        ("Yolanda", "Luis y Yolanda"),
        ("Ana", "Luis y Ana"),
    ],
)
def test_spanish_says_e_for_y_before_the_sound_of_i(last: str, joined: str) -> None:
    words = {"allies": N_("{who} and {other} are allies, so one of them won a trick and has a black card.")}
    translator = language.translator(words, ["Luis", last], "es")
    assert translator.listed(translator.names) == joined
    assert (
        translator.say("allies", {"who": PlayerRef(0), "other": PlayerRef(1)})
        == f"{joined} están en alianza, así que alguien de la alianza ganó un turno y tiene una carta negra."
    )
    assert language.translator(lang="es").text("{who}", who=f"Luis y {last}") == joined


@pytest.mark.parametrize(
    ("last", "joined"), [("ocho", "7 u ocho"), ("8", "7 u 8"), ("Hortensia", "7 u Hortensia"), ("9", "7 o 9")]
)
def test_spanish_says_u_for_o_before_the_sound_of_o(last: str, joined: str) -> None:
    assert language.translator(lang="es").any_of(["7", last]) == joined
