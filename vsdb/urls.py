"""Where each address leads."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from vsdb.accounts import urls as accounts
from vsdb.accounts import views as account_views
from vsdb.catalog.cards import urls as cards
from vsdb.catalog.rules import urls as rules
from vsdb.check import urls as check
from vsdb.decks import deck_views
from vsdb.search import views as search
from vsdb.timelines import views as timelines

#: Namespaces whose addresses lead to several rooms.
ACCOUNTS = (
    [
        path("account/", deck_views.show_account, name="overview"),
        path("people/<str:name>/", deck_views.show_profile, name="profile"),
        *accounts.urlpatterns,
    ],
    "accounts",
)
CARDS = (
    [
        path("cards/", search.show_every_game, name="index"),
        path("cards/<game:game>/", search.show_game, name="list"),
        path("cards/<game:game>/<slug:slug>/life/", timelines.show_timeline_of_card, name="card-life"),
        *cards.urlpatterns,
    ],
    "cards",
)
CHECK = ([path("life/", timelines.show_timeline_of_list, name="life"), *check.urlpatterns], "decks")
RULES = ([path("", search.show_documents, name="documents"), *rules.urlpatterns], "rules")

urlpatterns = [
    path("", include("vsdb.web.urls")),
    path("", include("vsdb.device.urls")),
    path("", include(CARDS)),
    path("", include("vsdb.search.urls")),
    path("", include("vsdb.catalog.wordings.urls")),
    path("", include(ACCOUNTS)),
    path("account/", include("allauth.account.urls")),
    path("account/two-factor/", include("allauth.mfa.urls")),
    path("account/sessions/", account_views.show_sessions, name="usersessions_list"),
    path("formats/own/", include("vsdb.custom_formats.urls")),
    path("formats/", include("vsdb.catalog.formats.urls")),
    path("what-if/", include("vsdb.what_if.urls")),
    path("check/", include(CHECK)),
    path("engine/", include("vsdb.check.on_device.urls")),
    path("simulate/", include("vsdb.simulations.urls")),
    path("play/", include("vsdb.play.urls")),
    path("collection/", include("vsdb.collection.urls")),
    path("decks/", include("vsdb.decks.urls")),
    path("rechecks/", include("vsdb.decks.rechecks.urls")),
    path("events/", include("vsdb.events.urls")),
    path("rules/", include(RULES)),
    path("", include("vsdb.news.urls")),
    path("", include("vsdb.error_reports.urls")),
    path("", include("vsdb.operations.urls")),
    path("api/", include("vsdb.api_urls")),
    path("admin/", admin.site.urls),
]

handler400 = "vsdb.web.views.bad_request"
handler403 = "vsdb.web.views.forbidden"
handler404 = "vsdb.web.views.not_found"
handler429 = "vsdb.web.views.too_many_requests"
handler500 = "vsdb.web.views.server_error"
