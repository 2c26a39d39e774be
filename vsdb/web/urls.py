"""The addresses of the site's own pages."""

from __future__ import annotations

from django.templatetags.static import static
from django.urls import path
from django.views.generic import RedirectView

from vsdb.web import views


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
    path("robots.txt", views.show_robots, name="robots"),
    path("favicon.ico", Favicon.as_view(), name="favicon"),
]
