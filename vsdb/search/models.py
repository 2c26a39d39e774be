"""What is searched as folded words, and which facts those words were taken from."""

from __future__ import annotations

from django.db import models

from vsdb.catalog.cards.models import Card, Game


class SearchText(models.Model):
    """A card's texts as they are searched: folded, so that case, accents, quotes and dots make no difference.

    `name` and `title` are whole spellings; the others are tokens joined by one space, with a space at both ends.
    `words` holds every text of the card: its title with identity and versions, what it is also called, its wording.
    `wording` is the text that counts on the day of the writing, and `text_of` the key of its `Wording`; NULL for none.
    On PostgreSQL the table has two more columns for its full-text search, which the database itself keeps.
    """

    card = models.OneToOneField(Card, models.CASCADE, primary_key=True, related_name="search_text")
    name = models.TextField(db_index=True)
    title = models.TextField()
    name_words = models.TextField()
    words = models.TextField()
    wording = models.TextField()
    text_of = models.BigIntegerField(null=True)

    def __str__(self) -> str:
        return self.title


class IndexState(models.Model):
    """Of which facts of a game the searched texts were made: the data version and the newest card there was.

    From `since` until the day before `until` the same wordings count; NULL where no text changes before or after.
    `build` names the writing of the texts, the same for all games; an index outside the database that was made from it
    carries that name.
    """

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="index_state")
    data_version = models.CharField(max_length=80)
    newest_card = models.BigIntegerField(null=True)
    build = models.CharField(max_length=32)
    since = models.DateField(null=True)
    until = models.DateField(null=True)

    def __str__(self) -> str:
        return f"{self.game_id}: {self.build}"


class CardKind(models.Model):
    """Which kind a card is of (`engine.formats.legality_table`): cards that no pool can tell apart have the same
    number."""

    card = models.OneToOneField(Card, models.CASCADE, primary_key=True, related_name="+")
    kind = models.BigIntegerField()

    class Meta:
        indexes = (models.Index(fields=["kind", "card"], name="search_kind"),)

    def __str__(self) -> str:
        return f"{self.card_id}: {self.kind}"


class KindState(models.Model):
    """Of which facts of a game the kinds of its cards were told: the data version and the newest card there was."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="+")
    data_version = models.CharField(max_length=80)
    newest_card = models.BigIntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.game_id}: {self.data_version}"


class LegalityCourses(models.Model):
    """The legality of every card in a format through time, as `engine.formats.legality_table` gives it, at a data
    version."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    data_version = models.CharField(max_length=80)
    format = models.CharField(max_length=120)
    table = models.JSONField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "data_version", "format"], name="courses_once_a_version"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}: {self.format} at {self.data_version}"
