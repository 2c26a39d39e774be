"""Cards of our own with wordings and rulings of our own, as an import would leave them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import uuid4

from engine.card_text import derive_facts, normalize_text, strip_reminders
from vsdb.catalog.cards.models import Card, Game, Keyword
from vsdb.catalog.wordings.models import Ruling, RulingCard, RulingCitation, Source, Wording
from vsdb.core.folding import join_spaced, tokenize

PRECEDENCE = {Wording.Kind.PRINTED: 0, Wording.Kind.REFERENCE: 10, Wording.Kind.ERRATA: 20}
Days = tuple[str, str] | str | None


def new_data(game: str) -> None:
    """Let everybody see that there is something new."""
    Game.objects.filter(pk=game).update(data_version=uuid4().hex)


def a_card(name: str, game: str = "vs-classic", **columns: Any) -> Card:
    """A card of which little is recorded."""
    slug = "-".join((*tokenize(name), uuid4().hex[:6]))
    title = columns.pop("title", name)
    return Card.objects.create(game_id=game, slug=slug, name=name, title=title, copy_key=title, **columns)


def a_source(slug: str = "our-faq", game: str = "vs-classic", **columns: Any) -> Source:
    """A document, the same for the same slug."""
    Game.objects.filter(pk=game, imports_version="").update(imports_version="for tests")
    values = {"name": "Our Own Answers", "kind": Source.Kind.FAQ, "authority": Source.Authority.PUBLISHER, **columns}
    return Source.objects.get_or_create(game_id=game, slug=slug, defaults=values)[0]


def span(days: Days) -> tuple[date | None, date | None]:
    """A day, or the two days between which it lies."""
    if days is None:
        return None, None
    first, last = (days, days) if isinstance(days, str) else days
    return date.fromisoformat(first), date.fromisoformat(last)


def a_wording(card: Card, text: str, kind: str = "printed", days: Days = None, **columns: Any) -> Wording:
    """A text of a card, with what can be read off it."""
    game = card.game_id
    words = normalize_text(text, game)
    names = Keyword.objects.filter(game=game).values_list("name", flat=True)
    earliest, latest = span(days)
    return Wording.objects.create(
        card=card,
        source=columns.pop("source", None) or a_source(f"of-{kind}", game),
        kind=kind,
        printing_code=columns.pop("printing_code", "" if kind == "reference" else uuid4().hex[:8]),
        text=words,
        effective_earliest=earliest,
        effective_latest=latest,
        precedence=PRECEDENCE[Wording.Kind(kind)],
        derived=derive_facts(words, game=game, name=card.name, type=card.type or None, keywords=names),
        folded=join_spaced(tokenize(strip_reminders(words))),
        folded_full=join_spaced(tokenize(words)),
        **columns,
    )


def a_ruling(
    cards: Iterable[Card],
    text: str,
    *,
    days: Days = None,
    rules: Iterable[tuple[str, str]] = (),
    mentioned: Iterable[Card] = (),
    source: Source | None = None,
) -> Ruling:
    """A ruling about cards, which mentions others and cites rules, each a document and a number."""
    source = source or a_source()
    earliest, latest = span(days)
    position = Ruling.objects.filter(source=source).count()
    found = Ruling.objects.create(
        source=source, position=position, subject="Ours", text=text, day_earliest=earliest, day_latest=latest
    )
    for is_subject, held in ((True, cards), (False, mentioned)):
        for card in held:
            RulingCard.objects.create(ruling=found, card=card, is_subject=is_subject)
    for document, rule in rules:
        RulingCitation.objects.create(ruling=found, document=document, rule=rule)
    return found
