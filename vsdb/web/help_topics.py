"""The pages and the help topics that the box in the header leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from django.urls import reverse

from vsdb.core.folding import join_spaced, tokenize
from vsdb.search.jump.places import HAS_WORDS, JumpPlace, SpelledName, Wanted


@dataclass(frozen=True, slots=True)
class HelpTopic:
    """A page, or a section of one, with other words that people type for it.

    Any text with one of its `signs` leads to it too, whatever else the text says.
    """

    label: str
    detail: str
    view: str
    anchor: str = ""
    words: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        """Its address."""
        return reverse(self.view) + (f"#{self.anchor}" if self.anchor else "")


TOPICS = (
    HelpTopic("Help", "How to use the site", "site:help", words=("how to", "guide")),
    HelpTopic("Keyboard shortcuts", "Help", "site:help", "keys", ("keys", "shortcuts")),
    HelpTopic("Building a deck", "Help", "site:help", "building", ("builder", "deck builder")),
    HelpTopic("Your collection", "Help", "site:help", "collection", ("owned cards", "wish list", "wants")),
    HelpTopic("Sorting your decks", "Help", "site:help", "sorting", ("folders", "labels", "drafts")),
    HelpTopic("Notes and comments", "Help", "site:help", "writing", ("markdown", "formatting")),
    HelpTopic("Sharing a deck", "Help", "site:help", "sharing", ("share", "secret link", "proxies")),
    HelpTopic("Link to vsdb", "Help", "site:linking", words=("bookmarklet", "embed a verdict", "badge", "prefill")),
    HelpTopic("Legality over time", "Help", "site:help", "time", ("timeline", "history")),
    HelpTopic("Help with events", "Help", "site:help", "events", ("organizer", "judge", "register for an event")),
    HelpTopic("Custom formats", "Help", "site:help", "own-formats", ("own format", "house rules", "league")),
    HelpTopic("Following changes", "Help", "site:help", "following", ("follow", "feed", "rss")),
    HelpTopic("Card texts and rulings", "Help", "site:help", "wordings", ("wordings", "errata", "import")),
    HelpTopic("Search language", "How to write a query", "search:help", words=("query", "syntax", "how to search")),
    HelpTopic("Search fields", "Search language", "search:help", "fields", ("fields", "operators", "filters")),
    HelpTopic("Check a deck", "Page", "decks:check", words=("deck check", "legality", "verdict", "paste a list")),
    HelpTopic("Check a team", "Page", "decks:team", words=("team check",)),
    HelpTopic("Check many lists", "Page", "decks:many", words=("batch", "zip of lists", "event lists")),
    HelpTopic("When was it legal?", "Page", "decks:life", words=("timeline of a deck", "legality history")),
    HelpTopic("Smallest repair", "Page", "decks:repair", words=("repair", "fix a deck", "make it legal")),
    HelpTopic(
        "Hands, odds and games",
        "Page",
        "simulate:start",
        words=("sample hand", "opening hand", "twenty hands", "simulate", "test draw", "hypergeometric"),
        signs=("odds", "how likely", "likelihood", "probability", "mulligan", "mulligans", "goldfish", "sample hands"),
    ),
    HelpTopic(
        "May I do this now?",
        "Page",
        "play:index",
        words=("play judge", "judge", "may i attack", "rules of play", "walk-through", "position"),
        signs=("may i", "can i attack", "legal play"),
    ),
    HelpTopic("Quiz: legal or not?", "Page", "play:quiz", words=("quiz", "judge training")),
    HelpTopic("Help with play", "Help", "site:help", "play"),
    HelpTopic("Help with hands, odds and games", "Help", "site:help", "hands"),
    HelpTopic("Events", "Page", "events:index", words=("tournaments", "tournament", "event calendar")),
    HelpTopic("New event", "Page", "events:new", words=("create an event", "organize an event", "announce an event")),
    HelpTopic("What if", "Page", "whatif:page", words=("try a ban", "proposed ban")),
    HelpTopic("Decks", "Page", "stored:index", words=("deck lists", "decklists")),
    HelpTopic("New deck", "Page", "stored:new", words=("build a deck", "create a deck")),
    HelpTopic("Cards", "Page", "cards:index", words=("card list",)),
    HelpTopic("Sets", "Page", "cards:sets", words=("checklists", "expansions")),
    HelpTopic("Formats", "Page", "formats:index", words=("ban list", "banned cards", "bans", "banlist")),
    HelpTopic("Rules", "Page", "rules:documents", words=("rulebook", "comprehensive rules", "cr")),
    HelpTopic("Changes", "New facts, sets and bans", "changes:index", words=("what changed", "news")),
    HelpTopic("Sources", "Page", "wordings:sources", words=("where card texts come from",)),
    HelpTopic("API", "For developers", "api:guide", words=("json", "developers", "rate limits", "tokens")),
    HelpTopic("API reference", "For developers", "api:docs", words=("openapi", "swagger", "endpoints")),
    HelpTopic("Bulk files", "API", "api:guide", "bulk", ("download", "dump", "json lines")),
)  # fmt: skip


def find_topics(wanted: Wanted) -> Iterator[JumpPlace]:
    """The topics whose name, or another word for them, holds the words; and those with a sign in the words."""
    typed = join_spaced(wanted.tokens)
    for place, (topic, names, signs) in enumerate(_spell_topics()):
        ranks = [rank for name in names if (rank := wanted.rank(name)) is not None]
        if wanted.is_plain and any(sign in typed for sign in signs):
            ranks.append(HAS_WORDS)
        if ranks:
            yield JumpPlace("help", topic.label, topic.detail, topic.url, min(ranks), (place,))


@cache
def _spell_topics() -> list[tuple[HelpTopic, list[SpelledName], list[str]]]:
    """The topics with all their names and with their signs, as they are compared."""
    return [
        (
            topic,
            [SpelledName.of(text) for text in (topic.label, *topic.words, *topic.signs)],
            [join_spaced(tokenize(sign)) for sign in topic.signs],
        )
        for topic in TOPICS
    ]
