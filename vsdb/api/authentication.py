"""Who calls the API: a stranger, or a program by somebody's token. Cookies never count."""

from __future__ import annotations

from django.contrib.auth.models import User
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from vsdb.accounts.models import ApiToken
from vsdb.accounts.services import TOKEN_MARK, find_token_in_use

SCHEME = "Bearer"
_HOW = f"Send “Authorization: {SCHEME} {TOKEN_MARK}…” with your token"


class TokenAuthentication(BaseAuthentication):
    """By `Authorization: Bearer vsdb_…`, in one query; `request.auth` is the token.

    Whoever tries to say who they are and can't is refused, not taken for a stranger.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        header = request.META.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        scheme, _, secret = header.strip().partition(" ")
        secret = secret.strip()
        if scheme.lower() != SCHEME.lower() or not secret.startswith(TOKEN_MARK) or not secret.isascii():
            raise AuthenticationFailed(f"The Authorization header can’t be read. {_HOW}.")
        token = find_token_in_use(secret)
        if token is None:
            raise AuthenticationFailed("This token is wrong, expired or revoked. Make a new one on your account page.")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return f'{SCHEME} realm="vsdb"'


class MayRead(BasePermission):
    """Whoever has a token may; for what belongs to one person."""

    message = f"This needs a token. {_HOW}."

    def has_permission(self, request: Request, view: object) -> bool:
        return request.auth is not None


class MayWrite(BasePermission):
    """Everybody may read; what changes something asks for a token that may write."""

    message = "This token is read-only. Make one with write access."

    def has_permission(self, request: Request, view: object) -> bool:
        if request.method in SAFE_METHODS:
            return True
        return isinstance(request.auth, ApiToken) and request.auth.scope == ApiToken.Scope.WRITE
