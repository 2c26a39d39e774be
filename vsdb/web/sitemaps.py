"""The sitemap: every page that is meant to be found, for search engines."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar

from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.urls import reverse

from engine.model.games import game_of
from vsdb.catalog.cards.models import Card, CardSet, Game, Keyword, Team
from vsdb.catalog.formats.models import Format
from vsdb.catalog.rules.models import Document, Rule
from vsdb.decks.models import Deck
from vsdb.decks.selectors import list_public_decks
from vsdb.events.models import Event

_A_PAGE = 5_000  #: addresses


class PagesSitemap(Sitemap):  # type: ignore[type-arg]
    """The lists and the site's own pages."""

    def items(self) -> list[tuple[str, tuple[str, ...]]]:
        """The names of the addresses with their words."""
        games = list(Game.objects.order_by("pk").values_list("pk", flat=True))  # of others there is nothing to show
        own = (
            "site:home",
            "site:about",
            "site:help",
            "site:linking",
            "site:privacy",
            "site:terms",
            "search:help",
            "decks:check",
            "play:index",
            "play:quiz",
            "play:positions",
            "api:guide",
            "api:docs",
        )
        lists = ("cards:index", "cards:sets", "cards:gaps", "formats:index", "rules:documents", "stored:index")
        of_games = [
            (name, (game,))
            for game in games
            for name in ("cards:list", "cards:keywords", "formats:list", "cards:gaps-of-game")
        ]
        teams = [("cards:teams", (game,)) for game in games if game_of(game).site.words.teams]
        plain = [(name, ()) for name in (*own, *lists, "wordings:sources", "changes:index", "events:index")]
        return [*plain, *of_games, *teams]

    def location(self, item: tuple[str, tuple[str, ...]]) -> str:
        name, words = item
        return reverse(name, args=words)


class _RowsSitemap(Sitemap):  # type: ignore[type-arg]
    """The pages of the rows of a table: the name of their address, and the columns that it takes."""

    limit = _A_PAGE
    name: ClassVar[str]
    columns: ClassVar[tuple[str, ...]]
    rows: ClassVar[QuerySet[Any]]

    def items(self) -> QuerySet[Any]:
        """The words of each address; one query for each page of the sitemap, and one that counts."""
        return self.rows.order_by("pk").values_list(*self.columns)

    def location(self, item: Iterable[str]) -> str:
        return reverse(self.name, args=tuple(item))


class CardsSitemap(_RowsSitemap):
    """Every card."""

    name, columns, rows = "cards:card", ("game_id", "slug"), Card.objects.all()


class SetsSitemap(_RowsSitemap):
    """Every set."""

    name, columns, rows = "cards:set", ("game_id", "code"), CardSet.objects.all()


class FormatsSitemap(_RowsSitemap):
    """Every format of the publishers."""

    name, columns, rows = "formats:format", ("game_id", "slug"), Format.objects.all()


class KeywordsSitemap(_RowsSitemap):
    """Every keyword."""

    name, columns, rows = "cards:keyword", ("game_id", "slug"), Keyword.objects.all()


class TeamsSitemap(_RowsSitemap):
    """Every team and affiliation."""

    name, columns, rows = "cards:team", ("game_id", "slug"), Team.objects.all()


class DocumentsSitemap(_RowsSitemap):
    """Every rules document."""

    name, columns, rows = "rules:document", ("slug",), Document.objects.all()


class RulesSitemap(_RowsSitemap):
    """Every rule that has a summary of ours."""

    name, columns, rows = "rules:rule", ("document__slug", "slug"), Rule.objects.all()


class DecksSitemap(Sitemap):  # type: ignore[type-arg]
    """The public decks."""

    limit = _A_PAGE

    def items(self) -> QuerySet[Deck]:
        """The decks in the order in which they were made."""
        return list_public_decks().select_related(None).only("pk", "title", "edited").order_by("pk")

    def location(self, item: Deck) -> str:
        return reverse("stored:deck", args=(item.pk, item.slug))

    def lastmod(self, item: Deck) -> datetime:
        """The time of its last edit."""
        return item.edited


class EventsSitemap(Sitemap):  # type: ignore[type-arg]
    """The events that everybody sees, but samples."""

    limit = _A_PAGE

    def items(self) -> QuerySet[Event]:
        """The events in the order in which they were made."""
        hidden = (Event.Stage.DRAFT, Event.Stage.CANCELLED)
        return Event.objects.exclude(stage__in=hidden).filter(is_sample=False).only("pk").order_by("pk")

    def location(self, item: Event) -> str:
        return reverse("events:event", args=(item.pk,))


OF_DECKS = "decks"
SITEMAPS: dict[str, type[Sitemap[Any]]] = {
    "pages": PagesSitemap,
    "cards": CardsSitemap,
    "sets": SetsSitemap,
    "formats": FormatsSitemap,
    "keywords": KeywordsSitemap,
    "teams": TeamsSitemap,
    "documents": DocumentsSitemap,
    "rules": RulesSitemap,
    "events": EventsSitemap,
    OF_DECKS: DecksSitemap,
}
