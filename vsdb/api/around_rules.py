"""What stands around a rule, and how documents compare, put together for the shapes of the API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.model.verdicts import Citation
from engine.rules.citations import codes_by_citation
from vsdb.catalog.rules.book import AROUND, Entry
from vsdb.catalog.rules.compare_page import ComparePage
from vsdb.catalog.rules.editions import InEdition
from vsdb.catalog.rules.models import Rule
from vsdb.catalog.rules.rule_page import RulePage
from vsdb.catalog.wordings.models import Ruling
from vsdb.catalog.wordings.selectors import rulings_citing


def around(page: RulePage) -> dict[str, Any]:
    """The fields of AroundRuleShape; one query, for the rulings."""
    rulings: Sequence[Ruling] = rulings_citing(page.rule)  # type: ignore[assignment]
    is_no_rule = page.entry is not None and page.entry.kind in AROUND
    return {
        "checks": page.checks,
        "tests": page.proofs,
        "formats": [fmt.slug for fmt in page.formats],
        "keywords": [keyword.slug for keyword in page.keywords],
        "cards": [{"name": cards[0].name, "cards": [card.slug for card in cards]} for cards, _ in page.cards],
        "rulings": [
            {"source": ruling.source, "number": ruling.position + 1, "subject": ruling.subject} for ruling in rulings
        ],
        "editions": () if is_no_rule else [_edition(each) for each in page.editions],
    }


def changes(page: ComparePage) -> list[dict[str, Any]]:
    """What became of each paragraph, deck building first, then what was only added last; no query."""
    if page.missing:
        return [
            {"kinds": (), "is_about_decks": _is_cited(old) or _is_cited(new), "before": _side(old), "after": _side(new)}
            for _, old, new in page.summed_up
        ]
    return [
        {
            "kinds": change.kinds,
            "is_about_decks": change.is_about_decks,
            "before": _side(change.before),
            "after": _side(change.after),
        }
        for change in (*page.decks, *page.others, *page.added)
    ]


def _edition(each: InEdition) -> dict[str, Any]:
    there = each.pair and (each.pair.after if each.is_newer else each.pair.before)
    return {
        "document": each.document,
        "slug": each.slug,
        "number": each.number,
        "state": each.state,
        "is_renumbered": bool(each.pair and each.pair.is_renumbered),
        "text": there.text if there else "",
    }


def _side(held: Entry | Rule | None) -> dict[str, str] | None:
    if held is None:
        return None
    if isinstance(held, Rule):
        return {"slug": held.slug, "number": held.number, "title": held.heading, "text": ""}
    return {"slug": held.slug, "number": held.number, "title": held.title, "text": held.text}


def _is_cited(rule: Rule | None) -> bool:
    return rule is not None and Citation(rule.document_id, rule.number) in codes_by_citation()
