"""The admin's own pages."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.utils import get_next_redirect_url
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.decorators import method_decorator


class Administration(AdminSite):
    """The admin at /admin/, for people with permissions."""

    site_header = "vsdb administration"
    site_title = "vsdb administration"
    index_title = "Administration"

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Sign in by the site's own page, with its limits and second factor.

        Lets staff on; the decorator sends strangers to sign in and refuses everybody else.
        """
        return HttpResponseRedirect(get_next_redirect_url(request) or reverse("admin:index"))
