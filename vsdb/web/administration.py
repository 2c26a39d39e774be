"""The admin's own pages."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.utils import get_next_redirect_url
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator


class Administration(AdminSite):
    """The admin at /admin/, for people whom somebody has given permissions."""

    site_header = "vsdb administration"
    site_title = "vsdb administration"
    index_title = "Administration"

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The site's own door, with its limits and its second factor; the admin has no other.

        Staff that is signed in is led on; the decorator leads strangers to the door and refuses everybody else.
        """
        return redirect(get_next_redirect_url(request) or "admin:index")
