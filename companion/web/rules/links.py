"""Rules in templates: where a rule is shown, and a house rule in words."""

from __future__ import annotations

from flask import abort, url_for

from companion import games
from companion.core.rulebook import HouseRule
from companion.games import rulebooks
from companion.i18n import language


def with_rules(slug: str) -> str:
    """This slug of a game, or respond with 404 if there is no such game or it has no rule book."""
    return slug if games.has_rules(slug) else abort(404)


def rule_url(rule_id: str) -> str:
    """The URL of the rule or mistake with this id, or "" if no game has it, such as `RECORD`."""
    if found := rulebooks.all_rules().get(rule_id):
        # What is checked in results is on no page, except for those who were refused something.
        results = 1 if found.is_about_results else None
        return url_for("rulebook.look_up", public_id=None, slug=found.slug, results=results, _anchor=rule_id)
    if rule_id in rulebooks.all_mistakes():
        slug, _mistake = rulebooks.all_mistakes()[rule_id]
        return url_for("misplays.show", public_id=None, slug=slug, misplay_id=rule_id)
    return ""


def house_rule(rule_id: str) -> HouseRule:
    return rulebooks.house_rule(rule_id, language.current())
