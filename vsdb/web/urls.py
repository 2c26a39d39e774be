"""The addresses of the site's own pages."""

from __future__ import annotations

from typing import Any

from django.contrib.sitemaps import views as views_of_sitemaps
from django.http import HttpRequest, HttpResponseBase
from django.templatetags.static import static
from django.urls import path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from django.views.generic import RedirectView

from vsdb.web import views
from vsdb.web.linking import show_linking
from vsdb.web.sitemaps import OF_DECKS, SITEMAPS

#: What they list changes slowly, and crawlers ask often.
keep_for_an_hour = cache_control(max_age=3_600)
#: With an ETag of its content: it says when a deck was last edited.
sitemap_index = keep_for_an_hour(conditional_page(views_of_sitemaps.index))
sitemap_of_decks = keep_for_an_hour(conditional_page(views_of_sitemaps.sitemap))
sitemap_of_facts = keep_for_an_hour(views_of_sitemaps.sitemap)


def sitemap_part(request: HttpRequest, section: str, **words: Any) -> HttpResponseBase:
    """A part of the sitemap. Decks change while the facts stay, so their part never carries the facts' ETag."""
    answer = sitemap_of_decks if section == OF_DECKS else sitemap_of_facts
    return answer(request, section=section, **words)


class Favicon(RedirectView):
    """Where browsers look for the icon unasked."""

    def get_redirect_url(self, *args: object, **kwargs: object) -> str:
        """The icon's own address, which carries its version."""
        return static("img/favicon.svg")


app_name = "site"
urlpatterns = [
    path("", views.show_home, name="home"),
    path("about/", views.show_about, name="about"),
    path("privacy/", views.show_privacy, name="privacy"),
    path("terms/", views.show_terms, name="terms"),
    path("help/", views.show_help, name="help"),
    path("help/linking/", show_linking, name="linking"),
    path("robots.txt", views.show_robots, name="robots"),
    path("sitemap.xml", sitemap_index, {"sitemaps": SITEMAPS, "sitemap_url_name": "site:sitemap-part"}, name="sitemap"),
    path("sitemap-<section>.xml", sitemap_part, {"sitemaps": SITEMAPS}, name="sitemap-part"),
    path("favicon.ico", Favicon.as_view(), name="favicon"),
]
