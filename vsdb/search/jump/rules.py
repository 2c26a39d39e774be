"""Find rules by number, heading and text."""

from __future__ import annotations

import re

from vsdb.search.jump.places import BEGINS, HAS_WORDS, HOLDS, MAX_PLACES, WHOLE, JumpPlace, Wanted
from vsdb.search.rules import RuleHit, list_hits, search_rules
from vsdb.search.rules.ranking import OTHER_FORM, TEXT, RuleRanking

_BEFORE = re.compile(r"^(?:cr|rules?|section)[\s-]+(?=\d)", re.IGNORECASE)


def find_rules(wanted: Wanted) -> list[JumpPlace]:
    """Find rules that match a text, best first. Four queries; two without a match."""
    if not wanted.is_plain:
        return []
    found = search_rules(_BEFORE.sub("", wanted.text.strip()), game=wanted.game)
    if found.notes or not found.rows:
        return []
    ranking = RuleRanking(found.query.tree, found.reading)
    ranks = [_rank(ranking.rank(row)) for row in found.rows[:MAX_PLACES]]
    hits = list_hits(found, stop=MAX_PLACES)
    return [_build_place(hit, rank, place) for place, (hit, rank) in enumerate(zip(hits, ranks, strict=True))]


def _rank(lack: float) -> int:
    """The rule itself or what is headed so, then headings with the words; what only the text holds comes last.

    A heading in another form of the word, Mobile for mobilize, comes behind what has that very name.
    """
    if lack <= OTHER_FORM:
        return WHOLE if lack < OTHER_FORM else BEGINS
    return HOLDS if lack < TEXT - 3 else HAS_WORDS


def _build_place(hit: RuleHit, rank: int, place: int) -> JumpPlace:
    label = " ".join(filter(None, (hit.number, hit.heading))) or hit.above or hit.slug
    return JumpPlace("rule", label, hit.document_name, hit.url, rank, (place,))
