"""Wordings and rulings as tables. Every text comes from a user's own copy of a source; the project ships none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from django.db import models
from django.db.models import Case, DateField, Exists, F, OuterRef, Q, Value, When
from django.db.models.expressions import OrderBy
from django.db.models.functions import Coalesce

from engine.card_text import name_own_symbol, unify_symbols
from engine.model.cards import Between
from vsdb.catalog.cards.models import Card, CardSet, Game, Keyword, NamedModel
from vsdb.catalog.rules.models import Document
from vsdb.core.sorting import by_code_point

T = TypeVar("T")
_UNDATED = Value(date.min, DateField())


def _between(earliest: date | None, latest: date | None) -> Between | None:
    return Between(earliest, latest) if earliest and latest else None


class Source(NamedModel):
    """A document or a card file that wordings and rulings came from.

    `published_earliest` and `published_latest` bound the day of its publication; both NULL where it isn't known.
    `digest` is the SHA-256 of the file that was imported last.
    """

    class Kind(models.TextChoices):
        REFERENCE = "reference", "official card reference"
        FAQ = "faq", "set FAQ"
        CARD_FILE = "card-file", "card file"
        ERRATA = "errata", "errata notice"
        ERRATA_LIST = "errata-list", "list of errata"

    class Authority(models.TextChoices):
        PUBLISHER = "publisher", "the publisher"
        JUDGE = "judge", "a judge"
        COMMUNITY = "community", "players"

    game = models.ForeignKey(Game, models.CASCADE, related_name="sources")
    slug = models.SlugField(max_length=80)
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    authority = models.CharField(max_length=12, choices=Authority.choices)
    document = models.ForeignKey(Document, models.SET_NULL, null=True, related_name="sources")
    published_earliest = models.DateField(null=True)
    published_latest = models.DateField(null=True)
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ("game", "published_latest", "slug")
        constraints = (models.UniqueConstraint(fields=("game", "slug"), name="source_slug_once_a_game"),)


class Wording(models.Model):
    """A text of a card, as one source gives it, and the day from which it counts.

    `text` is the game text with its reminders, a paragraph a line, symbols as the source spells them
    (`engine.card_text.to_printed_form`); `flavour` stands apart. The day lies between the two
    `effective` days; both NULL where it isn't known, and such a text is older than every dated one, and older than one
    without a day whose source came out later. A former text is
    what an errata notice quotes as the text before it. `printing_code` is the printing whose text this is (`AEW-001`),
    empty for a text of the card itself; a reference that shows a printing with a text of its own is no text of the
    card. `changed` holds the passages that an errata notice marks as new. Of texts from one day the one of the highest
    `precedence` counts.
    `derived` is what `engine.card_text` reads off the text. `folded` and `folded_full` are the searched words, without
    and with reminders, as `vsdb.core.folding.join_spellings` gives them: with symbols in one spelling and as printed.
    """

    class Kind(models.TextChoices):
        PRINTED = "printed", "as printed"
        ERRATA = "errata", "errata"
        REFERENCE = "reference", "official reference"
        FORMER = "former", "before the errata"

    card = models.ForeignKey(Card, models.CASCADE, related_name="wordings")
    source = models.ForeignKey(Source, models.CASCADE, related_name="wordings")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    printing_code = models.CharField(max_length=24, blank=True)
    text = models.TextField(blank=True)
    flavour = models.TextField(blank=True)
    changed = models.JSONField(default=list)
    effective_earliest = models.DateField(null=True)
    effective_latest = models.DateField(null=True)
    precedence = models.PositiveSmallIntegerField(default=0)
    place = models.CharField(max_length=160, blank=True)
    derived = models.JSONField(default=dict)
    folded = models.TextField(blank=True)
    folded_full = models.TextField(blank=True)

    class Meta:
        ordering = ("card", "effective_latest", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("card", "source", "kind", "printing_code"), name="wording_once_a_source_and_printing"
            ),
        )
        indexes = (models.Index(fields=("card", "effective_latest")), models.Index(fields=("kind", "effective_latest")))

    def __str__(self) -> str:
        return f"{self.card_id}: {self.kind}"

    @property
    def since(self) -> Between | None:
        """The day from which it counts."""
        return _between(self.effective_earliest, self.effective_latest)

    @property
    def key(self) -> str:
        """What names it among those of its card: its source with the printing or the kind."""
        return f"{self.source.slug}.{self.printing_code or self.kind}"

    @property
    def compared_text(self) -> str:
        """The text with symbols in one spelling: two texts that differ in their spelling alone say the same."""
        game = self.source.game_id
        return name_own_symbol(unify_symbols(self.text, game), game, self.own_domains)

    @property
    def own_domains(self) -> tuple[str, ...]:
        """The domain that the symbol for the card's own means, where the text has it and the card has one domain."""
        return tuple(self.derived.get("own_domains", ()))

    @property
    def is_aside(self) -> bool:
        """Whether it stands on one printing in a reference that has another text for the card."""
        return self.kind == self.Kind.REFERENCE and bool(self.printing_code)


class Ruling(models.Model):
    """What a source says about cards, keywords, sets or rules beyond their wording.

    `day_earliest` and `day_latest` bound the day it was made; both NULL where neither it nor its source is dated.
    """

    source = models.ForeignKey(Source, models.CASCADE, related_name="rulings")
    position = models.PositiveIntegerField()
    subject = models.CharField(max_length=400)
    text = models.TextField()
    day_earliest = models.DateField(null=True)
    day_latest = models.DateField(null=True)
    place = models.CharField(max_length=160, blank=True)
    cards = models.ManyToManyField(Card, through="RulingCard", related_name="rulings")
    keywords = models.ManyToManyField(Keyword, related_name="rulings")
    sets = models.ManyToManyField(CardSet, related_name="rulings")

    class Meta:
        ordering = ("source", "position")
        constraints = (models.UniqueConstraint(fields=("source", "position"), name="ruling_once_a_place"),)

    def __str__(self) -> str:
        return self.subject

    @property
    def day(self) -> Between | None:
        """The day it was made."""
        return _between(self.day_earliest, self.day_latest)


class RulingCard(models.Model):
    """A card that a ruling is about, or one that it only mentions."""

    ruling = models.ForeignKey(Ruling, models.CASCADE, related_name="ruling_cards")
    card = models.ForeignKey(Card, models.CASCADE, related_name="ruling_cards")
    is_subject = models.BooleanField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("ruling", "card"), name="card_once_a_ruling"),)

    def __str__(self) -> str:
        return f"{self.ruling_id}: {self.card_id}"


class RulingCitation(models.Model):
    """A rule that a ruling refers to, by its document's slug (empty where it doesn't say) and its number."""

    ruling = models.ForeignKey(Ruling, models.CASCADE, related_name="citations")
    document = models.CharField(max_length=80, blank=True)
    rule = models.CharField(max_length=80)

    class Meta:
        ordering = ("rule",)
        constraints = (models.UniqueConstraint(fields=("ruling", "document", "rule"), name="citation_once_a_ruling"),)

    def __str__(self) -> str:
        return f"{self.document} {self.rule}".strip()


class NamedGroup(NamedModel):
    """Names that a source puts together under one word, as in a list of members; whatever cards bear those names."""

    source = models.ForeignKey(Source, models.CASCADE, related_name="groups")
    game = models.ForeignKey(Game, models.CASCADE, related_name="groups")
    slug = models.SlugField(max_length=80)
    name = models.CharField(max_length=80)
    members = models.JSONField(default=list)
    place = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ("game", "name")
        constraints = (models.UniqueConstraint(fields=("game", "slug"), name="group_slug_once_a_game"),)


#: The rows of texts that a reference shows on one printing alone.
ASIDE = Q(kind=Wording.Kind.REFERENCE) & ~Q(printing_code="")
Ordering = OrderBy | str


#: The columns of a text that `Aged` takes, in its order.
AGE_COLUMNS = (
    *("pk", "kind", "effective_earliest", "effective_latest", "precedence"),
    *("source__published_latest", "source__slug"),
)


@dataclass(frozen=True, slots=True)
class Aged(Generic[T]):
    """What is known of a text, and then what its age among those of its card hangs on (`AGE_COLUMNS`)."""

    known: T
    pk: int
    kind: str
    effective_earliest: date | None
    effective_latest: date | None
    precedence: int
    published_latest: date | None
    source: str


def order_by_age() -> Sequence[Ordering]:
    """The order in which a card's texts count, the last above all others: texts without a day first, in the order in
    which their sources came out, then what was printed first, then by day, of one day by precedence.

    What a card's first printing says is older than every dated errata and reference, also of days before its release;
    where another release overlaps the day of an errata, the errata is the newer one. In which order sources were
    imported decides nothing.
    """
    day, source = _day().asc(nulls_first=True), by_code_point("source__slug")
    return _rank().asc(), day, _published().asc(nulls_first=True), "precedence", source.asc(), "pk"


def order_newest_first() -> Sequence[Ordering]:
    """The order of `order_by_age` turned round."""
    day, source = _day().desc(nulls_last=True), by_code_point("source__slug")
    return _rank().desc(), day, _published().desc(nulls_last=True), "-precedence", source.desc(), "-pk"


def sort_by_age(texts: Iterable[Aged[T]]) -> list[Aged[T]]:
    """The texts of one card in the order of `order_by_age`: what a query with that order compares each with each, for a
    card that has thousands of them."""
    found = list(texts)
    printed = [text.effective_earliest or date.min for text in found if text.kind == Wording.Kind.PRINTED]
    first_printed = min(printed, default=date.max)
    return sorted(found, key=lambda text: _age(text, first_printed))


def _age(text: Aged[T], first_printed: date) -> tuple[int, bool, date, bool, date, int, str, int]:
    is_printed = text.kind == Wording.Kind.PRINTED
    day = text.effective_earliest if is_printed else text.effective_latest
    is_first = is_printed and first_printed >= (text.effective_earliest or date.min)
    rank = 0 if text.effective_latest is None else 1 if is_first else 2
    published = text.published_latest if text.effective_latest is None else None
    came_out = published is not None, published or date.min
    return rank, day is not None, day or date.min, *came_out, text.precedence, text.source, text.pk


def _rank() -> Case:
    """Made anew for each query: a query that is used twice within another mistakes its tables."""
    printed_before = (
        Wording.objects.alias(day=Coalesce("effective_earliest", _UNDATED))
        .filter(card=OuterRef("card"), kind=Wording.Kind.PRINTED)
        .filter(day__lt=Coalesce(OuterRef("effective_earliest"), _UNDATED))
        .order_by()
    )
    return Case(
        When(effective_latest=None, then=0),
        When(Q(kind=Wording.Kind.PRINTED) & ~Exists(printed_before), then=1),
        default=2,
    )


def _day() -> Case:
    return Case(When(kind=Wording.Kind.PRINTED, then=F("effective_earliest")), default=F("effective_latest"))


def _published() -> Case:
    """The day on which the source of a text without a day came out."""
    return Case(When(effective_latest=None, then=F("source__published_latest")))
