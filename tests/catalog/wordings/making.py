"""Sources, wordings and rulings made for tests; every sentence in them is our own."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from engine.card_text import derive_facts, normalize_text
from vsdb.catalog.cards.models import Card, CardSet, Game, Keyword
from vsdb.catalog.wordings.models import NamedGroup, Ruling, RulingCard, RulingCitation, Source, Wording

CLASSIC = "vs-classic"
SLUG = "savage-beatdown"
PAGE = f"/cards/{CLASSIC}/{SLUG}/"
_KINDS = {"printed": 0, "former": 0, "reference": 10, "errata": 20}


def make_source(slug: str = "list", *days: str, game: str = CLASSIC, **other: Any) -> Source:
    """The source of that slug, published on a day or between two."""
    said = {"name": slug.title(), "kind": "card-file", "authority": "community", **other}
    if days:
        said |= {"published_earliest": days[0], "published_latest": days[-1]}
    Game.objects.filter(pk=game, imports_version="").update(imports_version="for tests")
    found, _ = Source.objects.get_or_create(game_id=game, slug=slug, defaults=said)
    return found


def make_wording(text: str, kind: str, *days: str, slug: str = SLUG, source: str = "list", **other: Any) -> Wording:
    """A text of a classic card that counts from a day, or from one between two."""
    card = Card.objects.get(game=CLASSIC, slug=slug)
    names = Keyword.objects.filter(game=CLASSIC).values_list("name", flat=True)
    words = normalize_text(text, CLASSIC)
    return Wording.objects.create(
        card=card,
        source=make_source(source),
        kind=kind,
        text=words,
        effective_earliest=date.fromisoformat(days[0]) if days else None,
        effective_latest=date.fromisoformat(days[-1]) if days else None,
        precedence=_KINDS[kind],
        derived=derive_facts(words, game=CLASSIC, name=card.name, type=card.type, keywords=names),
        **other,
    )


def make_ruling(
    text: str,
    *days: str,
    subject: str = "A question",
    source: str = "list",
    about: Iterable[str] = (),
    mentions: Iterable[str] = (),
    rules: Iterable[tuple[str, str]] = (),
    keywords: Iterable[str] = (),
    sets: Iterable[str] = (),
) -> Ruling:
    """A ruling of a classic source, behind those that it has, with what it leads to."""
    held = make_source(source)
    ruling = Ruling.objects.create(
        source=held,
        position=held.rulings.count(),
        subject=subject,
        text=text,
        day_earliest=date.fromisoformat(days[0]) if days else None,
        day_latest=date.fromisoformat(days[-1]) if days else None,
        place="line 7",
    )
    for is_subject, slugs in ((True, about), (False, mentions)):
        for slug in slugs:
            card = Card.objects.get(game=CLASSIC, slug=slug)
            RulingCard.objects.create(ruling=ruling, card=card, is_subject=is_subject)
    for document, rule in rules:
        RulingCitation.objects.create(ruling=ruling, document=document, rule=rule)
    ruling.keywords.set(Keyword.objects.filter(game=CLASSIC, name__in=keywords))
    ruling.sets.set(CardSet.objects.filter(game=CLASSIC, code__in=sets))
    return ruling


def make_group(name: str, *members: str) -> NamedGroup:
    """A named group of classic names."""
    return NamedGroup.objects.create(
        source=make_source(), game=Game.objects.get(pk=CLASSIC), slug=name.lower(), name=name, members=[*members]
    )
