"""Where each address leads."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path, register_converter

from vsdb.catalog.cards.addresses import GameConverter
from vsdb.catalog.formats.addresses import FormatConverter

register_converter(GameConverter, "game")
register_converter(FormatConverter, "format")

urlpatterns = [
    path("", include("vsdb.web.urls")),
    path("", include("vsdb.catalog.cards.urls")),
    path("", include("vsdb.search.urls")),
    path("", include("vsdb.catalog.wordings.urls")),
    path("", include("vsdb.accounts.urls")),
    path("account/", include("allauth.account.urls")),
    path("account/two-factor/", include("allauth.mfa.urls")),
    path("account/sessions/", include("allauth.usersessions.urls")),
    path("formats/own/", include("vsdb.custom_formats.urls")),
    path("formats/", include("vsdb.catalog.formats.urls")),
    path("what-if/", include("vsdb.what_if.urls")),
    path("check/", include("vsdb.check.urls")),
    path("decks/", include("vsdb.decks.urls")),
    path("rechecks/", include("vsdb.decks.rechecks.urls")),
    path("rules/", include("vsdb.catalog.rules.urls")),
    path("", include("vsdb.news.urls")),
    path("api/", include("vsdb.api.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "vsdb.web.views.bad_request"
handler403 = "vsdb.web.views.forbidden"
handler404 = "vsdb.web.views.not_found"
handler429 = "vsdb.web.views.too_many_requests"
handler500 = "vsdb.web.views.server_error"
