"""The addresses of the site's own pages."""

from __future__ import annotations

from django.contrib.sitemaps import views as views_of_sitemaps
from django.templatetags.static import static
from django.urls import path
from django.views.decorators.cache import cache_control
from django.views.generic import RedirectView

from vsdb.web import views
from vsdb.web.linking import show_linking
from vsdb.web.sitemaps import SITEMAPS

#: What they list changes slowly, and crawlers ask often.
sitemap_index = cache_control(max_age=3_600)(views_of_sitemaps.index)
sitemap_part = cache_control(max_age=3_600)(views_of_sitemaps.sitemap)


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
