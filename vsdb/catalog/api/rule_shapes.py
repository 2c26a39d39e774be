"""What is said of rules documents, their units, rules, comparisons and coverage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.play.rules import OutOfReach
from vsdb.api.shapes import Choice, Counts, Day, Flag, Link, Number, Recorded, Shape, Slugs, Text, Texts
from vsdb.catalog.rules import compare_page, comparing, rule_page
from vsdb.catalog.rules.book import AROUND, BookEntry
from vsdb.catalog.rules.coverage import STATES, DocumentCoverage
from vsdb.catalog.rules.models import SUMMARY, Rule, Unit
from vsdb.catalog.rules.play_coverage import list_open_topics
from vsdb.catalog.rules.rule_page import RuleInEdition, RulePage
from vsdb.catalog.wordings.selectors import list_rulings_citing

UNIT_KINDS = tuple(Unit.Kind.choices)
RULE_KINDS = (*UNIT_KINDS, (SUMMARY, "Summary"))
CHANGE_KINDS = compare_page.KINDS
EDITION_STATES = (rule_page.SAME, comparing.REWORDED, rule_page.NOT_IN, rule_page.BEYOND, rule_page.NOT_LOADED)


class DocumentShape(Shape):
    """A document that verdicts cite."""

    slug = Text("Its slug, for citations and addresses.")
    name = Text("Its name.")
    game = Text("The slug of its game; null: all games.", source="game_id", allow_null=True)
    edition_date = Day("The day its edition took effect; null: not recorded.", allow_null=True)
    note = Recorded("Remarks.")
    rule_count = Number("How many of its rules are cited and summarized.")
    has_text = Flag(
        "Its text is loaded, and has units.",
        of=lambda document: bool(document.text_digest),
        read_only=True,
    )
    text_doubt = Recorded("What is doubtful about the copy that is loaded; null: nothing is recorded.")
    page = Link("The path of its page on this site.", "rules:document", "slug")
    api = Link("Its path in this API.", "api:document", "slug")


class RuleShape(Shape):
    """A rule that verdicts cite or a query finds, with its text if it is loaded."""

    document = Text("The slug of its document.")
    number = Text("Its number, or its heading if the document has no numbers.")
    slug = Text("Its slug for addresses.")
    page = Link("The path of its page on this site.", "rules:rule", "document", "slug")
    api = Link("Its path in this API.", "api:rule", "document", "slug")
    kind = Choice("Its kind; summary: its text isn't loaded.", RULE_KINDS)
    heading = Recorded("The subject.")
    summary = Recorded("A summary in our own words.")
    text = Recorded("The text; null: not loaded, or a heading without text.")


class UnitShape(Shape):
    """A piece of a document's text: a rule, an example, a heading or a term."""

    document = Text("The slug of its document.", source="document_id")
    slug = Text("Its slug, for addresses.")
    page = Link("The path of its page on this site.", "rules:rule", "document_id", "slug")
    api = Link("Its path in this API.", "api:unit", "document_id", "slug")
    position = Number("Its position in the document, from 0.")
    depth = Number("Its level below the top, from 0.")
    kind = Choice("Its kind.", UNIT_KINDS)
    number = Recorded("Its number in the document; null: none.")
    likely = Recorded("The probable number, if the document's is wrong.")
    parent = Text("The slug of the unit above it.", source="parent.slug", allow_null=True, default=None)  # type: ignore[assignment]
    title = Recorded("Its heading, term or name.")
    text = Text("Its text, one paragraph per line.")
    line = Number("Its first line in the file.")


class UnitReferenceShape(Shape):
    """A place in a unit's text that refers to a rule."""

    start = Number("Its start in the text, in characters from 0.")
    end = Number("Its end in the text.")
    written = Text("The words there.")
    unit = Text(
        "The slug of the unit; null: not in this document.", source="target.slug", allow_null=True, default=None
    )
    outside = Recorded("The rule number, if it is in another document.")
    is_between = Flag("Whether the unit lies inside a range and isn't named.")


class ReferringShape(Shape):
    """A unit that refers to another."""

    slug = Text("Its slug, for addresses.")
    kind = Choice("Its kind.", UNIT_KINDS)
    number = Recorded("Its number; null: none.")
    title = Recorded("Its heading, term or name.")


class UnitInFullShape(UnitShape):
    """A unit with its references in both directions and our summary."""

    heading = Recorded("Its subject in our own words.")
    summary = Recorded("A summary in our own words.")
    children = Texts("The slugs of the units directly below.", source="below")
    refers_to = UnitReferenceShape.several("The references in its text, in order.")
    referred_by = ReferringShape.several("Units that refer to it.", source="referring")


class ProofShape(Shape):
    """A class of tests that cites a rule."""

    file = Text("The test file.")
    name = Text("The test class.")
    tests = Number("Its number of tests.")


class NamedCardsShape(Shape):
    """A card name in an example."""

    name = Text("The name.", of=lambda cards: cards[0].name)
    cards = Slugs("The slugs of the cards with that name.", of=list)


class CitingRulingShape(Shape):
    """A ruling that cites a rule; its text is in `/api/v1/rulings`."""

    source = Text("The slug of its source.", source="source.slug")  # type: ignore[assignment]
    number = Number("Its number among the rulings of its source, from 1.", of=lambda ruling: ruling.position + 1)
    subject = Text("Its heading.")


def _text_there(each: RuleInEdition) -> str:
    there = each.pair and (each.pair.after if each.is_newer else each.pair.before)
    return there.text if there else ""


class OtherEditionShape(Shape):
    """The same rule in another edition, matched by number and text."""

    document = Text("The slug of the edition.", source="document.slug")
    slug = Recorded("Its slug there; null: not there.")
    number = Recorded("Its number there; null: not there.")
    state = Choice(
        "same, reworded or not-in that edition; beyond: the older text ends before it; not-loaded: one of the "
        "texts isn't loaded.",
        EDITION_STATES,
    )
    is_renumbered = Flag(
        "Whether it has another number there.", of=lambda each: bool(each.pair and each.pair.is_renumbered)
    )
    text = Recorded("Its text there, with the heading; null: not there, or not loaded.", of=_text_there)


def _editions(page: RulePage) -> Sequence[RuleInEdition]:
    return () if page.entry is not None and page.entry.kind in AROUND else page.editions


class PlayCheckShape(Shape):
    """A check that the play judge makes for an action."""

    game = Text("The slug of its game.")
    action = Text("The action: the verb that a question to `play` names.", source="verb")
    title = Text("The title of the action.")
    code = Text("The code of the check.")
    question = Text("What it asks.")
    page = Link("The path of the page that asks.", "play:start", "game", "verb")


class OpenTopicShape(Shape):
    """A topic that the play judge doesn't decide."""

    topic = Text("The topic.")
    reason = Text("Why.")


class AroundRuleShape(Shape):
    """The checks, tests, formats, cards, rulings and other editions of a rule."""

    checks = Texts("The codes of the deck checks based on it.")
    tests = ProofShape.several("The tests of those checks.", source="proofs")
    play_checks = PlayCheckShape.several("The checks of the play judge based on it.")
    formats = Slugs("The slugs of the formats that apply it.")
    keywords = Slugs("The slugs of the keywords it defines.")
    cards = NamedCardsShape.several(
        "The cards named in its examples.", of=lambda page: [cards for cards, _ in page.cards]
    )
    rulings = CitingRulingShape.several(
        "The rulings that cite it, newest first.", of=lambda page: list_rulings_citing(page.rule)
    )
    editions = OtherEditionShape.several("The rule in other editions of its game, oldest first.", of=_editions)


class RuleInFullShape(RuleShape, AroundRuleShape):
    """A rule with its context. Works without the document's text."""


class UnitWithAroundShape(UnitInFullShape, AroundRuleShape):
    """A unit with its context and its references in both directions."""


def _title(side: BookEntry | Rule) -> str:
    return side.heading if isinstance(side, Rule) else side.title


class SideShape(Shape):
    """A paragraph in one of two documents."""

    slug = Text("Its slug, for addresses.")
    number = Recorded("Its number; null: none.")
    title = Recorded("Its heading or term.", of=_title)
    text = Recorded("Its text; null: not loaded, or only a heading.", of=lambda side: getattr(side, "text", None))


class ChangeShape(Shape):
    """How one paragraph changed from one document to another."""

    kinds = Texts(
        "The kinds of change; empty: unknown, because a text isn't loaded.",
        child=Choice("", CHANGE_KINDS),
    )
    is_about_decks = Flag("Whether a deck check cites it or a rule above it.")
    before = SideShape.one("The paragraph in the first document; null: not there.", allow_null=True)
    after = SideShape.one("The paragraph in the second document; null: not there.", allow_null=True)


class CoveredShape(Shape):
    """A deck-building rule and whether vsdb checks it."""

    rule = Text("Its number or heading.", source="citation.rule")
    slug = Recorded(
        "Its slug for addresses; null: it has no page.", of=lambda rule: rule.slug if rule.is_held else None
    )
    heading = Recorded("The subject.")
    state = Choice("Whether the engine checks it, people check it, or nobody does yet.", STATES)
    checks = Texts("The codes of the deck checks that enforce it.", source="codes")
    tests = ProofShape.several("The tests of those checks.", source="proofs")
    checked_with = Recorded("The rule that the checks cite instead.", source="checked_with.rule", default=None)
    checked_with_document = Recorded("The slug of that rule's document.", source="checked_with.document", default=None)
    why = Recorded("Why people check it.")


class PlayedRuleShape(Shape):
    """A rule that the play judge checks."""

    rule = Text("Its number or heading.", source="citation.rule")
    slug = Recorded(
        "Its slug for addresses; null: it has no page.", of=lambda rule: rule.slug if rule.is_held else None
    )
    heading = Recorded("The subject.")
    checks = PlayCheckShape.several("The checks based on it.")


def _open_topics(coverage: DocumentCoverage) -> list[OutOfReach]:
    games = [coverage.document.game_id] if coverage.played else []
    return [topic for each in list_open_topics(games) for topic in each.topics]


class CoverageShape(Shape):
    """The deck-building rules of a document, and those that the play judge checks, each in its order."""

    document = Text("The slug of the document.", source="document.slug")
    counts = Counts("The number of rules in each state.", of=lambda coverage: dict(coverage.counts))
    rules = CoveredShape.several("The deck-building rules.")
    play_rules = PlayedRuleShape.several("The rules that the play judge checks.", source="played")
    play_open = OpenTopicShape.several("What the play judge of its game doesn't decide.", of=_open_topics)


def build_rule_row(rule: Rule, unit: Unit | BookEntry | None) -> dict[str, Any]:
    """A rule as a list has it, with the text of its unit where that is loaded."""
    return {
        "document": rule.document_id,
        "number": rule.number,
        "slug": rule.slug,
        "kind": unit.kind if unit else SUMMARY,
        "heading": rule.heading,
        "summary": rule.summary,
        "text": unit.text if unit else "",
    }
