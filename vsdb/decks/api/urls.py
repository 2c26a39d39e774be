"""The addresses of stored decks in the API. What is read of one by its number is read by its secret link too."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema, extend_schema_view

from vsdb.api.base import StoredView
from vsdb.decks.api import ID, SECRET, filing, lacks, versions
from vsdb.decks.api import documents as papers
from vsdb.decks.api import views as decks
from vsdb.decks.rechecks import api

#: What is read of a deck: the address below the deck's, the view, its name.
READING: tuple[tuple[str, type[StoredView], str], ...] = (
    ("versions", versions.Versions, "versions"),
    ("versions/<int:number>", versions.OneVersion, "version"),
    ("export/<slug:layout>", papers.Exports, "export"),
    ("hand", papers.SampleHand, "hand"),
    ("figures", papers.Figures, "figures"),
    ("verdicts", papers.Verdicts, "verdicts"),
    ("repair", papers.StoredRepair, "repair"),
    ("lacks", lacks.DeckLacks, "lacks"),
    ("fingerprint", papers.Fingerprint, "fingerprint"),
    ("sheet", papers.Sheet, "sheet"),
    ("proxies", papers.Proxies, "proxies"),
    ("life", papers.StoredTimeline, "life"),
)


def _describe(view: type[StoredView], prefix: str, parameter: Any) -> Any:
    """The same view under an address that begins with this parameter."""
    made = type(f"{prefix}{view.__name__}", (view,), {"__doc__": view.__doc__, "__module__": view.__module__})
    described: type[StoredView] = extend_schema_view(get=extend_schema(parameters=[parameter]))(made)
    return described.as_view()


DECK_PATTERNS: list[URLPattern] = [
    path("decks", decks.Decks.as_view(), name="decks"),
    path("decks/read", papers.ReadList.as_view(), name="read-list"),
    path("decks/compare", versions.CompareDecks.as_view(), name="compare-decks"),
    path("decks/<int:pk>", decks.OneDeck.as_view(), name="deck"),
    path("shared/<slug:secret>", decks.SharedDeck.as_view(), name="shared"),
    *(path(f"decks/<int:pk>/{end}", _describe(view, "Deck", ID), name=f"deck-{name}") for end, view, name in READING),
    *(
        path(f"shared/<slug:secret>/{end}", _describe(view, "Shared", SECRET), name=f"shared-{name}")
        for end, view, name in READING
    ),
    path("decks/<int:pk>/verdict-changes", api.DeckVerdictChanges.as_view(), name="deck-verdict-changes"),
    path("decks/<int:pk>/restore", versions.Restore.as_view(), name="deck-restore"),
    path("decks/<int:pk>/fork", decks.Fork.as_view(), name="deck-fork"),
    path("shared/<slug:secret>/fork", decks.SharedFork.as_view(), name="shared-fork"),
    path("decks/<int:pk>/share", decks.Share.as_view(), name="deck-share"),
    path("decks/<int:pk>/like", decks.Liking.as_view(), name="deck-like"),
    path("decks/<int:pk>/comments", decks.Comments.as_view(), name="deck-comments"),
    path("decks/<int:pk>/comments/<int:comment>", decks.OneComment.as_view(), name="deck-comment"),
    path("decks/<int:pk>/filing", filing.Filing.as_view(), name="deck-filing"),
    path("folders", filing.Folders.as_view(), name="folders"),
    path("folders/<int:folder>", filing.OneFolder.as_view(), name="folder"),
    path("labels", filing.Labels.as_view(), name="labels"),
    path("labels/<int:label>", filing.OneLabel.as_view(), name="label"),
    path("decks/<int:pk>/report", decks.Reporting.as_view(), name="deck-report"),
]
