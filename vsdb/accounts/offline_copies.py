"""Which answers a browser may store to show them without a network: headers that the service worker obeys.

It stores an answer only if that carries `Offline-Copy`, whose value says for whom: `public`, or the digest of the
account that asked. `Offline-Account` names the account on other pages too, so that what was stored for another one goes
at the first page that the next one sees.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

COPY, ACCOUNT = "Offline-Copy", "Offline-Account"
PUBLIC = "public"  #: for whoever has no account


def get_account_digest(user: int) -> str:
    """The word by which a browser tells accounts apart; it says nothing of the account."""
    return salted_hmac("vsdb.offline_copies", str(user), algorithm="sha256").hexdigest()[:32]


def name_account(request: HttpRequest) -> str:
    """`public`, or the digest of the account that asks; a request without a session's cookie is a stranger's."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
        return PUBLIC
    return get_account_digest(request.user.pk)


def allow_offline_copy(request: HttpRequest, response: HttpResponseBase) -> None:
    """Let the browser of whoever asks store an answer."""
    response.headers[COPY] = response.headers[ACCOUNT] = name_account(request)
