"""Command-line errors in the language of `--lang`: click looks up its own texts in our catalogues."""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from companion.core.messages import N_, NN_
from companion.i18n.language import CATALOGUES, UnknownLanguage, parse_language

DOMAIN = "messages"  # click looks up texts in the standard domain
# Click's own sentences, word for word, so that they are in the catalogues.
TEXTS = (
    N_("Usage:"),
    N_("Try '{command} {option}' for help."),
    N_("Error: {message}"),
    N_("No such option {name!r}."),
    N_("No such command {name!r}."),
    N_("Missing command."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("Option {name!r} does not take a value."),
    N_("Could not open file {filename!r}: {message}"),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a directory."),
    N_("Aborted!"),
)
FORMS = (
    NN_("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    NN_("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    NN_("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    NN_("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)


@contextmanager
def errors_in(args: Sequence[str]) -> Iterator[None]:
    """Let click use the language of `--lang` in `args` while it parses them, or English without it."""
    following = dict(pairwise(args))
    languages = [arg.partition("=")[2] for arg in args if arg.startswith("--lang=")]
    try:
        lang = parse_language(following.get("--lang", languages[0] if languages else "en"))
    except UnknownLanguage:
        lang = "en"
    before = os.environ.get("LANGUAGE")
    os.environ["LANGUAGE"] = lang
    gettext.bindtextdomain(DOMAIN, CATALOGUES)
    try:
        yield
    finally:
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before
