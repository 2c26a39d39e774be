"""The addresses of the API."""

from __future__ import annotations

from django.urls import URLPattern, include, path, re_path, reverse
from django.views.generic import RedirectView
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from vsdb.api.errors import no_such_address
from vsdb.catalog.api import coverage, lookup, rule_views, views, wordings
from vsdb.catalog.api.card_shapes import EntranceShape
from vsdb.check import api as check
from vsdb.check import batch_api as check_batch
from vsdb.collection import api as collection
from vsdb.custom_formats import api as own_formats
from vsdb.decks.api.urls import DECK_PATTERNS
from vsdb.decks.rechecks import api as rechecks
from vsdb.error_reports import api as errors
from vsdb.events.urls import API_PATTERNS as EVENT_PATTERNS
from vsdb.exchange.bulk_files import api as bulk
from vsdb.news import api as changes
from vsdb.play import api as play
from vsdb.play.kept import api as play_kept
from vsdb.search import api as search
from vsdb.simulations.goldfish import api as goldfish
from vsdb.simulations.hands import api as hands
from vsdb.simulations.odds import api as odds
from vsdb.simulations.runs import api as simulation_runs
from vsdb.timelines.api import TimelineOfCard, TimelineOfList
from vsdb.web import api_guide
from vsdb.what_if import api as what_if

app_name = "api"

_LISTS = (
    *("games", "sets", "cards", "printings", "formats", "keywords", "teams", "documents", "rules"),
    *("rulings", "sources", "decks", "changes", "own-formats", "error-reports", "card-coverage", "bulk", "events"),
)
_LOOK_UPS = ("jump", "card-named", "card-titles", "card-random", "card-collection")
_QUESTIONS = (
    *("check", "check-batch", "check-team", "life", "odds", "play", "play-actions", "repair", "sample-hand"),
    *("simulate", "what-if"),
)


class Entrance(APIView):
    """What there is."""

    @extend_schema(responses=EntranceShape)
    def get(self, request: Request) -> Response:
        """List the addresses of the API."""
        names = (*_LISTS, *_LOOK_UPS, *_QUESTIONS, "following", "collection", "simulation-runs")
        addresses = {name.replace("-", "_"): request.build_absolute_uri(reverse(f"api:{name}")) for name in names}
        pages = {"documentation": reverse("api:docs"), "guide": reverse("api:guide")}
        return Response({**addresses, **{name: request.build_absolute_uri(path) for name, path in pages.items()}})


_OWN_FORMAT = "own-formats/<slug:game>/<slug:slug>"
_V1: list[URLPattern] = [
    path("games", views.Games.as_view(), name="games"),
    path("games/<slug:game>", views.OneGame.as_view(), name="game"),
    path("sets", views.Sets.as_view(), name="sets"),
    path("sets/<slug:game>/<slug:code>", views.OneSet.as_view(), name="set"),
    path("cards", search.Cards.as_view(), name="cards"),
    path("cards/named", lookup.NamedCard.as_view(), name="card-named"),
    path("cards/autocomplete", lookup.CardTitles.as_view(), name="card-titles"),
    path("cards/collection", lookup.CardCollection.as_view(), name="card-collection"),
    path("cards/random", search.RandomCard.as_view(), name="card-random"),
    path("cards/<slug:game>/<slug:slug>", wordings.OneCard.as_view(), name="card"),
    path("cards/<slug:game>/<slug:slug>/legality", views.Legality.as_view(), name="legality"),
    path("printings", views.Printings.as_view(), name="printings"),
    path("formats", views.Formats.as_view(), name="formats"),
    path("formats/<slug:game>/<format:slug>", views.OneFormat.as_view(), name="format"),
    path("formats/<slug:game>/<format:slug>/changes", views.FormatChanges.as_view(), name="format-changes"),
    path("own-formats", own_formats.OwnFormats.as_view(), name="own-formats"),
    path("own-formats/import", own_formats.ImportedFormat.as_view(), name="own-format-import"),
    path("own-formats/parts/<slug:game>", own_formats.FormatParts.as_view(), name="own-format-parts"),
    path(_OWN_FORMAT, own_formats.OneOwnFormat.as_view(), name="own-format"),
    path(f"{_OWN_FORMAT}/versions/<int:number>", own_formats.OwnFormatVersionView.as_view(), name="own-format-version"),
    path(f"{_OWN_FORMAT}/file", own_formats.OwnFormatFile.as_view(), name="own-format-file"),
    path(f"{_OWN_FORMAT}/tests", own_formats.OwnFormatTests.as_view(), name="own-format-tests"),
    path(f"{_OWN_FORMAT}/compare", own_formats.OwnFormatDifference.as_view(), name="own-format-compare"),
    path(f"{_OWN_FORMAT}/publish", own_formats.PublishedFormat.as_view(), name="own-format-publish"),
    path(f"{_OWN_FORMAT}/retire", own_formats.RetiredFormat.as_view(), name="own-format-retire"),
    path("keywords", views.Keywords.as_view(), name="keywords"),
    path("keywords/<slug:game>/<slug:slug>", views.OneKeyword.as_view(), name="keyword"),
    path("teams", views.Teams.as_view(), name="teams"),
    path("teams/<slug:game>/<slug:slug>", views.OneTeam.as_view(), name="team"),
    path("documents", rule_views.Documents.as_view(), name="documents"),
    path("documents/<str:document>", rule_views.OneDocument.as_view(), name="document"),
    path("documents/<str:document>/units", rule_views.Units.as_view(), name="units"),
    path("documents/<str:document>/units/<str:unit>", rule_views.OneUnit.as_view(), name="unit"),
    path("documents/<str:document>/rules/<str:rule>", rule_views.OneRule.as_view(), name="rule"),
    path("documents/<str:document>/coverage", rule_views.Coverage.as_view(), name="coverage"),
    path("rules", search.Rules.as_view(), name="rules"),
    path("rules/compare/<str:before>/<str:after>", rule_views.Compare.as_view(), name="compare"),
    path("coverage", coverage.CoverageOfGames.as_view(), name="card-coverage"),
    path("coverage/<slug:game>", coverage.CoverageOfGame.as_view(), name="game-coverage"),
    path("jump", search.Jump.as_view(), name="jump"),
    path("rulings", wordings.Rulings.as_view(), name="rulings"),
    path("sources", wordings.Sources.as_view(), name="sources"),
    path("sources/<slug:game>/<slug:slug>", wordings.OneSource.as_view(), name="source"),
    path("changes", changes.Changes.as_view(), name="changes"),
    path("following", changes.Following.as_view(), name="following"),
    path("following/<int:follow>", changes.OneFollow.as_view(), name="follow"),
    path("following/happenings", changes.Happenings.as_view(), name="happenings"),
    path("following/happenings/read", changes.HappeningsRead.as_view(), name="happenings-read"),
    path("collection", collection.CollectionView.as_view(), name="collection"),
    path("collection/totals", collection.CollectionTotals.as_view(), name="collection-totals"),
    path("collection/import", collection.CollectionImport.as_view(), name="collection-import"),
    path("collection/lacks", collection.CollectionLacks.as_view(), name="collection-lacks"),
    path("collection/want", collection.CollectionWant.as_view(), name="collection-want"),
    path("collection/wanted", collection.WantedCards.as_view(), name="collection-wanted"),
    path("collection/share", collection.WishListLink.as_view(), name="collection-share"),
    path("collection/shared/<slug:word>", collection.SharedWishList.as_view(), name="collection-shared"),
    path("collection/cards/<slug:game>/<slug:slug>", collection.CollectedCardView.as_view(), name="collected-card"),
    path("play", play.PlayQuestions.as_view(), name="play"),
    path("play/actions", play.PlayActions.as_view(), name="play-actions"),
    path("play/positions", play_kept.SavedPositions.as_view(), name="play-positions"),
    path("play/positions/<str:key>", play_kept.OneSavedPosition.as_view(), name="play-position"),
    *DECK_PATTERNS,
    path("rechecks", rechecks.Rechecks.as_view(), name="rechecks"),
    path("rechecks/<int:number>", rechecks.OneRecheck.as_view(), name="recheck"),
    path("rechecks/<int:number>/resume", rechecks.ResumedRecheck.as_view(), name="recheck-resume"),
    path("rechecks/<int:number>/changes", rechecks.RecheckChanges.as_view(), name="recheck-changes"),
    path("check/team", check.CheckTeam.as_view(), name="check-team"),
    path("check/batch", check_batch.CheckBatch.as_view(), name="check-batch"),
    path("check", check.Check.as_view(), name="check"),
    path("repair", check.Repairing.as_view(), name="repair"),
    path("life", TimelineOfList.as_view(), name="life"),
    path("cards/<slug:game>/<slug:slug>/life", TimelineOfCard.as_view(), name="card-life"),
    path("odds", odds.OddsQuestions.as_view(), name="odds"),
    path("sample-hand", hands.SampleHandQuestions.as_view(), name="sample-hand"),
    path("simulate", goldfish.GoldfishQuestions.as_view(), name="simulate"),
    path("simulation-runs", simulation_runs.SimulationRuns.as_view(), name="simulation-runs"),
    path("simulation-runs/<slug:key>", simulation_runs.OneSimulationRun.as_view(), name="simulation-run"),
    path("what-if", what_if.WhatIf.as_view(), name="what-if"),
    path("error-reports", errors.ErrorReports.as_view(), name="error-reports"),
    path("error-reports/<int:number>", errors.OneErrorReport.as_view(), name="error-report"),
    path("error-reports/sent/<slug:key>", errors.SentErrorReport.as_view(), name="sent-error-report"),
    path("bulk", bulk.BulkFiles.as_view(), name="bulk"),
    path("bulk/<slug:game>/<slug:kind>", bulk.OneBulkFile.as_view(), name="bulk-file"),
    *EVENT_PATTERNS,
    path("reference/<slug:game>", views.ReferenceDump.as_view(), name="reference"),
]
#: People add a slash at the end as often as not; a POST can't be redirected to the address without it.
_WITH_SLASH = [path(f"{each.pattern}/", each.callback) for each in _V1]

urlpatterns = [
    path("", api_guide.lead_on, name="start"),
    path("guide", RedirectView.as_view(pattern_name="api:guide")),
    path("guide/", api_guide.show_guide, name="guide"),
    path("docs", RedirectView.as_view(pattern_name="api:docs")),
    path("v1/", Entrance.as_view(), name="entrance"),
    path("v1/", include(_V1)),
    path("v1/", include(_WITH_SLASH)),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", api_guide.show_reference, name="docs"),
    path("docs/<slug:subject>/", api_guide.show_subject, name="docs-subject"),
    re_path("", no_such_address),
]
