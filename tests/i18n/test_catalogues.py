"""The catalogues are complete, and contain every text of the program."""

import ast
import os
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from runpy import run_path
from shutil import copytree
from types import ModuleType
from typing import Any, cast

import pytest
from babel.messages import Message
from jinja2 import Environment, nodes

import companion
from companion.core.messages import Phrase
from companion.i18n import language, update
from companion.i18n.build import BuildHook, compile_catalogues
from companion.i18n.language import CATALOGUES
from tests import ROOT
from tests.i18n.books import book_texts
from tests.i18n.catalogues import TRANSLATED, catalogue, files, forms, marked, untranslated
from tests.i18n.visible_texts import NAMES, Visible

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
PYTHON = sorted((ROOT / "companion").rglob("*.py"))

# ---- The catalogues are complete


def test_a_catalogue_is_what_the_update_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copytree(CATALOGUES, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(language, "CATALOGUES", tmp_path)
    monkeypatch.setitem(language.LANGUAGES, "fr", "Français")
    run_path(update.__file__, run_name="__main__")
    for lang in TRANSLATED:
        now, then = (folder / lang / "LC_MESSAGES" / "messages.po" for folder in (CATALOGUES, tmp_path))
        assert now.read_text(encoding="utf-8") == then.read_text(encoding="utf-8"), "python -m companion.i18n.update"
    assert (tmp_path / "fr" / "LC_MESSAGES" / "messages.po").is_file(), "a new language gets its catalogue"


def test_the_build_compiles_what_has_changed_and_packs_the_files_beside_the_package(tmp_path: Path) -> None:
    po = tmp_path / "companion" / "i18n" / "translations" / "de" / "LC_MESSAGES" / "messages.po"
    po.parent.mkdir(parents=True)
    po.write_text('msgid "Yes"\nmsgstr "Ja"\n', encoding="utf-8")
    mo, root = po.with_suffix(".mo"), str(tmp_path)
    for version, packed in (("standard", ["migrations", "static", "templates"]), ("editable", [])):
        data: dict[str, Any] = {"artifacts": [], "force_include": {}}
        BuildHook(root, {}, None, cast("Any", None), root, "wheel").initialize(version, data)
        folders = {str(tmp_path / name): f"companion/_data/{name}" for name in packed}
        assert data == {"artifacts": ["companion/i18n/translations/**/*.mo"], "force_include": folders}
        os.utime(mo, (0, 0))
    compile_catalogues(tmp_path / "companion" / "i18n" / "translations")
    assert mo.stat().st_mtime == 0, "someone may be reading it"
    compiled = mo.read_bytes()
    mo.write_bytes(compiled[:-1])
    compile_catalogues(tmp_path / "companion" / "i18n" / "translations")
    assert mo.read_bytes() == compiled


@pytest.mark.parametrize("lang", TRANSLATED)
def test_nothing_is_untranslated_or_fuzzy(lang: str) -> None:
    """On a branch a language may lag; CI, which skips nothing, tells a release what it lacks."""
    if missing := [text.id for text in untranslated(catalogue(lang))]:
        pytest.skip(f"{lang}: {len(missing)} texts to translate, such as {missing[:3]}")


PLACEHOLDER = re.compile(r"%\(\w+\)s")


def placeholders(text: str) -> set[str]:
    return set(re.findall(rf"{PLACEHOLDER.pattern}|%%|\{{[^}}]*\}}", text))


# The singular may leave out the number: "one card".
COUNTS = {"%(n)s", "%(num)s"}


@pytest.mark.parametrize("lang", TRANSLATED)
def test_placeholders_are_the_same_in_every_language(lang: str) -> None:
    wrong = {}
    for text in catalogue(lang):
        one, many = (text.id, text.id) if isinstance(text.id, str) else text.id
        for at, form in enumerate(forms(text) if text.id else ()):
            wanted = placeholders(one if at == 0 else many)
            optional = COUNTS if one != many and at == 0 else set()
            if form and not wanted - optional <= placeholders(form) <= wanted | optional:
                wrong[form] = wanted
    assert wrong == {}


def is_well_formed(text: str, *, is_filled_in: bool) -> bool:
    """Return whether `text` has no braces, and doubled percent signs only if values are filled in."""
    rest = PLACEHOLDER.sub("", text)
    return not set("{}") & set(rest) and ("%" not in rest.replace("%%", "") if is_filled_in else "%%" not in rest)


@pytest.mark.parametrize("lang", ["en", *TRANSLATED])
def test_placeholders_have_one_syntax(lang: str) -> None:
    """A percent sign is doubled where `%` fills in values: beside placeholders, and in templates always."""
    wrong = []
    for text in catalogue(lang):
        if text.id:
            said = (*_english(text), *filter(None, forms(text)))
            in_template = any(name.startswith("templates") for name in files(text))
            is_filled_in = in_template or any(map(PLACEHOLDER.search, said))
            wrong += [form for form in said if not is_well_formed(form, is_filled_in=is_filled_in)]
    assert wrong == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_begin_and_end_like_the_english(lang: str) -> None:
    wrong = []
    for text in catalogue(lang):
        english = text.id if isinstance(text.id, str) else text.id[-1]
        translations = forms(text) if text.id else ()
        wrong += [form for form in translations if form and edges(form) != edges(english)]
    assert wrong == []


# A hyphen before a number, and one between blanks; "K-5" is the notation of a record.
TYPEWRITER = re.compile(r"(?<![\w-])-(?=[\d%])| - ")


@pytest.mark.parametrize("lang", ["en", *TRANSLATED])
def test_minus_signs_and_dashes_are_not_typed_as_hyphens(lang: str) -> None:
    said = [form for text in catalogue(lang) if text.id for form in (*_english(text), *forms(text))]
    said += [text for text in book_texts(lang) if not text.isupper()]  # K-5 is a card
    assert [form for form in said if TYPEWRITER.search(form)] == []


def _english(text: Message) -> tuple[str, ...]:
    return (text.id,) if isinstance(text.id, str) else tuple(text.id)


def edges(text: str) -> tuple[bool, bool, bool]:
    return text[:1].isspace(), text[-1:].isspace(), text.endswith((".", "!", "?"))


# ---- No text is missing from them


def modules() -> Iterator[ModuleType]:
    for found in walk_packages(companion.__path__, "companion."):
        if not found.name.startswith(("companion.i18n", "companion.__main__")):
            yield import_module(found.name)


def test_every_message_of_the_program_is_marked() -> None:
    said: dict[str, str] = {}
    for module in modules():
        for code, text in getattr(module, "WORDS", {}).items():
            if isinstance(text, Phrase):
                assert text.id in module.WORDS, code
            else:
                said |= dict.fromkeys((text,) if isinstance(text, str) else text, code)
    assert len(said) > 100
    assert {text: code for text, code in said.items() if text not in marked()} == {}


@cache
def calls(path: Path) -> list[tuple[str, ast.Call]]:
    """Return the calls in a file, each with the name of what is called."""
    found = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return [(getattr(node.func, "id", getattr(node.func, "attr", "")), node) for node in found]


@pytest.fixture(scope="module", autouse=True)
def forget_calls() -> Iterator[None]:
    """Free the parsed files after the last test that reads them."""
    yield
    calls.cache_clear()


# How many of the first arguments are texts; the extraction reads them from these calls.
MARKERS = {"N_": 1, "NN_": 2}
SAYING = {"_": 1, "gettext": 1, "_l": 1, "ngettext": 2, "failure": 1}


def test_no_text_is_formatted_before_it_is_translated() -> None:
    wrong = []
    for path in PYTHON:
        for name, call in calls(path):
            texts = [text for text in call.args[: MARKERS.get(name, 0)] if not isinstance(text, ast.Constant)]
            # A name stands for a text that was marked elsewhere.
            texts += filter(is_put_together, call.args[: SAYING.get(name, 0)])
            wrong += [f"{path.relative_to(ROOT)}:{call.lineno}: {ast.unparse(text)}" for text in texts]
    assert wrong == []


def test_no_marked_text_is_overlooked_by_the_extraction() -> None:
    """Inside an f-string it would be, before Python 3.12."""
    texts = {
        ast.literal_eval(text)
        for path in PYTHON
        for name, call in calls(path)
        for text in call.args[: MARKERS.get(name, 0) or SAYING.get(name, 0)]
        if isinstance(text, ast.Constant)
    }
    assert len(texts) > 1000
    assert texts - marked() == set()


def is_put_together(text: ast.expr) -> bool:
    return isinstance(text, ast.JoinedStr | ast.BinOp) or ".format" in ast.unparse(text)


def test_texts_of_forms_and_flashes_are_marked() -> None:
    wrong = []
    for path in (path for path in PYTHON if path.is_relative_to(ROOT / "companion" / "web")):
        for name, call in calls(path):
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


def written(node: nodes.Node) -> str:
    """Return the HTML of a template as far as it is literal; what is looked up at run time leaves a gap."""
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


def test_no_visible_text_of_a_template_escapes_translation() -> None:
    environment = Environment(extensions=["jinja2.ext.i18n", "jinja2.ext.do"], autoescape=True)
    escaped = {}
    for path in TEMPLATES:
        page = Visible()
        page.feed(written(environment.parse(path.read_text(encoding="utf-8"))))
        page.close()
        seen = [*page.texts, *page.said]
        escaped[path.name] = [text.strip() for text in seen if re.search(r"[^\W\d_]", NAMES.sub("", text))]
    assert {name: texts for name, texts in escaped.items() if texts} == {}


def test_the_search_for_visible_text_finds_it() -> None:
    found = Visible()
    template = '<p title="Hint">Hello {{ _("World") }}{% if x %}, you{% endif %}<b>{{ "on" if x else y }}</b>'
    found.feed(written(Environment(extensions=["jinja2.ext.i18n"]).parse(template)))
    found.close()
    assert [text for text in found.texts if re.search(r"\w", text)] == ["Hello ·, you", "on ·"]
    assert found.said == ["Hint"]
