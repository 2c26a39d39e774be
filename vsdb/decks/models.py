"""Stored decks: what stands in them is a row of revisions, the newest of which is the deck."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.text import slugify

from vsdb.catalog.cards.models import Game
from vsdb.core.sealed_fields import DigestField, SealedField, has_word, is_unreadable

PEOPLE = settings.AUTH_USER_MODEL
#: Words that stand below a deck's number in addresses, and so can't be its name there.
TAKEN = frozenset(
    (
        *(
            "edit",
            "versions",
            "export",
            "games",
            "hand",
            "hands",
            "odds",
            "judge",
            "life",
            "repair",
            "share",
            "describe",
            "delete",
            "fork",
            "file",
            "lacks",
            "similar",
        ),
        *("like", "comments", "report", "frame"),
    )
)


class Tag(models.Model):
    """A word that decks are found by."""

    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=40)

    class Meta:
        ordering = ("slug",)

    def __str__(self) -> str:
        return self.name


class Folder(models.Model):
    """Where somebody keeps decks of theirs, one folder a deck. `key` is the name folded: no two are alike."""

    owner = models.ForeignKey(PEOPLE, models.CASCADE, related_name="deck_folders")
    name = models.CharField(max_length=60)
    key = models.CharField(max_length=80)

    class Meta:
        ordering = ("key", "pk")
        constraints = (models.UniqueConstraint(fields=("owner", "key"), name="folder_once_a_person"),)

    def __str__(self) -> str:
        return self.name


class Label(models.Model):
    """A private word by which somebody sorts decks of theirs; nobody else sees it."""

    owner = models.ForeignKey(PEOPLE, models.CASCADE, related_name="deck_labels")
    name = models.CharField(max_length=40)
    key = models.CharField(max_length=60)

    class Meta:
        ordering = ("key", "pk")
        constraints = (models.UniqueConstraint(fields=("owner", "key"), name="label_once_a_person"),)

    def __str__(self) -> str:
        return self.name


class Deck(models.Model):
    """A deck that somebody keeps. `edition` is the number of its newest revision, from which title, format, day and
    list are repeated here; nobody's (`owner` NULL) belongs to the browser that built it until it is claimed.

    `secret` is the word of its secret link; empty where it has none. `edited` is when its list last changed.
    `words` are those by which title, event and owner are found, as `vsdb.decks.search.words` writes them; NULL where
    nobody has written them yet.
    """

    class Visibility(models.TextChoices):
        PRIVATE = "private", "Only you"
        LINK = "link", "Anyone with the link"
        PUBLIC = "public", "Everyone"

    owner = models.ForeignKey(PEOPLE, models.CASCADE, null=True, related_name="decks")
    game = models.ForeignKey(Game, models.PROTECT, related_name="+")
    edition = models.PositiveIntegerField(default=0)
    title = models.CharField(max_length=120)
    format = models.CharField(max_length=80, blank=True)
    as_of = models.DateField(null=True)
    text = models.TextField(blank=True)
    size = models.PositiveIntegerField(default=0)
    is_wholly_read = models.BooleanField(null=True)  #: whether `cards` holds all of `size`; NULL: not counted yet
    words = models.TextField(null=True)
    teams = models.TextField(null=True)  #: as `vsdb.decks.search.teams` writes them; NULL: not counted yet
    facts = models.CharField(max_length=64, blank=True)  #: version of those that cards, size and glance came from
    glance = models.JSONField(default=dict, blank=True)  #: what lists show of its cards (`vsdb.decks.glance`)
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.PRIVATE)
    secret = SealedField(max_length=255, blank=True, db_index=True)
    secret_digest = DigestField(of="secret", db_index=True)
    event = models.CharField(max_length=120, blank=True)
    played_on = models.DateField(null=True)
    tags: ClassVar = models.ManyToManyField(Tag, related_name="decks", blank=True)
    folder = models.ForeignKey(Folder, models.SET_NULL, null=True, blank=True, related_name="decks")
    labels: ClassVar = models.ManyToManyField(Label, related_name="decks", blank=True)
    liked = models.PositiveIntegerField(default=0, db_default=0)  #: how many `likes` it has, counted by each
    is_fork = models.BooleanField(default=False)  #: also after the version that it was forked from is gone
    forked_from = models.ForeignKey("Revision", models.SET_NULL, null=True, related_name="forks")
    created = models.DateTimeField(default=timezone.now, editable=False)
    edited = models.DateTimeField(default=timezone.now)
    published = models.DateTimeField(null=True)
    hidden_at = models.DateTimeField(null=True)  #: by staff: nobody but the owner and staff sees it
    hidden_why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("-edited", "-pk")
        indexes = (
            models.Index(fields=("visibility", "-edited")),
            models.Index(fields=("visibility", "-published")),
            models.Index(fields=("owner", "-edited")),
            models.Index(fields=("owner", "visibility")),
            models.Index(fields=("game", "visibility", "format")),
            # All that lists and searches ask of every deck, so that PostgreSQL needn't look at the decks themselves.
            models.Index(
                fields=("-edited", "-id"),
                include=(
                    *("visibility", "hidden_at", "owner", "game", "format", "as_of", "edition", "size", "facts"),
                    *("played_on", "forked_from", "is_wholly_read", "teams", "liked"),
                ),
                name="deck_in_lists",
            ),
            # The orders of lists, each to the end, so that the first page needs no more than its own decks.
            models.Index(
                fields=("-liked", "-edited", "-id"), include=("visibility", "hidden_at", "owner"), name="deck_by_likes"
            ),
            models.Index(
                *(Lower("title"), F("edited").desc(), F("id").desc()),
                include=("visibility", "hidden_at", "owner"),
                name="deck_by_title",
            ),
            models.Index(fields=("id",), condition=models.Q(words=None), name="deck_without_words"),
        )

    def __str__(self) -> str:
        return self.title

    @property
    def slug(self) -> str:
        """The readable end of its address."""
        slug = slugify(self.title)[:60].strip("-") or "deck"
        return f"{slug}-deck" if slug in TAKEN else slug

    def opens_with(self, word: str) -> bool:
        """Whether this is the word of its secret link."""
        return has_word(self, "secret", word)

    @property
    def is_link_unreadable(self) -> bool:
        """Whether it has a secret link that the site can't show: the key is gone."""
        return is_unreadable(self, "secret")


class Revision(models.Model):
    """What a deck was from one save to the next: title, format, day, list, and the notes on it and on its cards.

    Numbers count from 1 within a deck. A save that nobody asked for is automatic: the history shows the last of a row.
    """

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    by = models.ForeignKey(PEOPLE, models.SET_NULL, null=True, related_name="+")
    saved = models.DateTimeField(default=timezone.now, editable=False)
    is_automatic = models.BooleanField(default=False)
    comment = models.CharField(max_length=200, blank=True)
    title = models.CharField(max_length=120)
    format = models.CharField(max_length=80, blank=True)
    as_of = models.DateField(null=True)
    text = models.TextField(blank=True)
    notes = models.TextField(blank=True)
    card_notes = models.JSONField(default=dict)

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=("deck", "number"), name="revision_number_once_a_deck"),)

    def __str__(self) -> str:
        return f"{self.title}, version {self.number}"


class DeckCard(models.Model):
    """A card of a deck's newest revision, by which decks are found; the revision's list is the truth."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="cards")
    slug = models.CharField(max_length=160)
    section = models.CharField(max_length=500)
    count = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("deck", "section", "slug"), name="deck_card_once_a_section"),)
        indexes = (models.Index(fields=("slug", "deck")),)

    def __str__(self) -> str:
        return f"{self.count} {self.slug}"


class TitleWord(models.Model):
    """A folded word of a deck's title, by which the title is found from the beginning of any of its words."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="title_words")
    word = models.CharField(max_length=40, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("deck", "word"), name="title_word_once_a_deck"),)

    def __str__(self) -> str:
        return self.word


class Judgement(models.Model):
    """The outcome of a deck in a format, kept for as long as deck, facts and rules are those it came from.

    It was made for `as_of` and holds on every day from `since` to `until`; on none where these are missing. `codes` are
    those of its errors and unknowns, between spaces: ` banned deck-size `.
    """

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="judgements")
    edition = models.PositiveIntegerField()
    format = models.CharField(max_length=80)
    as_of = models.DateField()
    since = models.DateField(null=True)
    until = models.DateField(null=True)
    state = models.CharField(max_length=64)  #: fingerprint of the facts and of the code
    outcome = models.CharField(max_length=10)
    codes = models.TextField(blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("deck", "format", "as_of"), name="judgement_once_a_day"),)
        indexes = (
            models.Index(fields=("format", "as_of", "outcome")),
            models.Index(
                fields=("format", "outcome", "until"),
                include=("since", "deck", "edition", "state"),
                name="judgement_that_holds",
            ),
        )

    def __str__(self) -> str:
        return f"{self.outcome} in {self.format} on {self.as_of}"


class Like(models.Model):
    """Somebody likes a deck."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="likes")
    by = models.ForeignKey(PEOPLE, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("deck", "by"), name="like_once_each"),)
        indexes = (models.Index(fields=("deck", "at")),)

    def __str__(self) -> str:
        return f"{self.by_id} likes {self.deck_id}"


class Comment(models.Model):
    """What somebody said of a deck. One that staff has hidden keeps its text for staff and its author."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="comments")
    by = models.ForeignKey(PEOPLE, models.SET_NULL, null=True, related_name="+")
    text = models.TextField(max_length=4000)
    said = models.DateTimeField(default=timezone.now, editable=False)
    edited = models.DateTimeField(null=True)
    hidden_at = models.DateTimeField(null=True)
    hidden_by = models.ForeignKey(PEOPLE, models.SET_NULL, null=True, related_name="+")
    hidden_why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("said", "pk")

    def __str__(self) -> str:
        return self.text[:60]


class Report(models.Model):
    """Somebody asks staff to look at a comment or, where none is named, at the deck; settled once staff has."""

    class Outcome(models.TextChoices):
        HIDDEN = "hidden"
        KEPT = "kept"

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="reports")
    comment = models.ForeignKey(Comment, models.CASCADE, null=True, related_name="reports")
    by = models.ForeignKey(PEOPLE, models.SET_NULL, null=True, related_name="+")
    why = models.CharField(max_length=400)
    at = models.DateTimeField(default=timezone.now, editable=False)
    settled = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(PEOPLE, models.SET_NULL, null=True, related_name="+")
    outcome = models.CharField(max_length=8, choices=Outcome.choices, blank=True)

    class Meta:
        ordering = ("settled", "at", "pk")

    def __str__(self) -> str:
        return self.why[:60]
