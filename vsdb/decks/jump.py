"""Public decks by the words of their titles, and the people who show decks, for the box in the header."""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from engine.model.games import game_of, name_in_messages
from vsdb.core.folding import tokenize
from vsdb.decks import selectors
from vsdb.decks.models import Deck, TitleWord
from vsdb.search.jump.places import MAX_PLACES, JumpPlace, SpelledName, Wanted

MAX_WORD = 40  #: characters of a word that are kept
_MAX_ROWS = 500  #: rows of the index that one answer looks at, however many decks share a word
_MAX_PEOPLE = 40
_LAST = "\U0010ffff"


def write_title_words(deck: Deck) -> None:
    """Keep the words of a deck's title in the index; three queries."""
    words = dict.fromkeys(word[:MAX_WORD] for word in tokenize(deck.title))
    deck.title_words.exclude(word__in=words).delete()
    TitleWord.objects.bulk_create((TitleWord(deck=deck, word=word) for word in words), ignore_conflicts=True)


def find_decks(wanted: Wanted) -> list[JumpPlace]:
    """The public decks whose title has the words; at most three queries, each of no more than 500 rows of an index.

    Of public decks that share all the words only so many are looked at; whoever types more is shown others.
    """
    words = sorted({token[:MAX_WORD] for token in wanted.tokens}, key=len, reverse=True)
    public = Deck.objects.filter(selectors.is_public(), pk=OuterRef("deck"))
    if wanted.game:
        public = public.filter(game=wanted.game)
    # Looked up beforehand, and sorted here: else a database may rather go through every public deck.
    longest = (
        TitleWord.objects.filter(_begins("word", words[0]), Exists(public)).order_by().values_list("deck", flat=True)
    )
    held = longest
    for word in words[1:]:
        held = held.filter(Exists(TitleWord.objects.filter(_begins("word", word), deck=OuterRef("deck"))))
    # A title may join the words: `spider man` is Spiderman.
    keys = set(held[:_MAX_ROWS]) or (set(longest[:_MAX_ROWS]) if len(words) > 1 else set())
    if not keys:
        return []
    rows = selectors.list_public_decks().filter(pk__among=keys).select_related(None)
    found = []
    for deck in rows.only("pk", "title", "game_id", "edited").order_by():
        name = SpelledName.of(deck.title)
        if (rank := wanted.rank(name)) is not None:
            url = reverse("stored:deck", args=(deck.pk, deck.slug))
            detail = f"{name_in_messages(game_of(deck.game_id))} · deck"
            found.append(
                JumpPlace("deck", deck.title, detail, url, rank, (*wanted.position(name), -deck.edited.timestamp()))
            )
    return sorted(found, key=lambda place: place.order)[:MAX_PLACES]


def find_people(wanted: Wanted) -> list[JumpPlace]:
    """The people with a public deck whose name begins so; one query, by the index of names.

    A name is found as it is typed, in lower or upper case, or with a capital first.
    """
    typed = wanted.text.strip()
    if " " in typed:
        return []
    spellings = dict.fromkeys((typed, typed.lower(), typed.upper(), typed[:1].upper() + typed[1:].lower()))
    named = reduce(or_, (_begins("username", spelling) for spelling in spellings))
    shows = Exists(Deck.objects.filter(selectors.is_public(), owner=OuterRef("pk")))
    # Not in order, else a database may rather go through every name.
    some = User.objects.filter(named, shows, is_active=True).order_by().values_list("username", flat=True)[:_MAX_PEOPLE]
    return [
        JumpPlace("person", name, "Decks", reverse("accounts:profile", args=(name,)), rank, wanted.position(spelled))
        for name in sorted(some)[:MAX_PLACES]
        if (rank := wanted.rank(spelled := SpelledName.of(name))) is not None
    ]


def _begins(column: str, text: str) -> Q:
    """A text that begins so, as each database looks it up in its index."""
    if connection.vendor == "postgresql":
        return Q(**{f"{column}__startswith": text})
    return Q(**{f"{column}__gte": text, f"{column}__lt": text + _LAST})
