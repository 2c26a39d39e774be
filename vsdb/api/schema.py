"""How the API describes itself."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import SAFE_METHODS

from vsdb.accounts.services import TOKEN_MARK
from vsdb.api.authentication import SCHEME, MayWrite, TokenAuthentication

Endpoint = tuple[str, str, str, Any]
_MAX_SUMMARY_LENGTH = 120  #: OpenAPI asks for short ones


def drop_slash_endpoints(endpoints: list[Endpoint]) -> list[Endpoint]:
    """The endpoints without those that only repeat another with a slash at its end."""
    paths = {path for path, *_ in endpoints}
    return [each for each in endpoints if not (each[0].endswith("/") and each[0].rstrip("/") in paths)]


class Description(AutoSchema):
    """What stands in the description of an endpoint; where `MayWrite` alone guards it, everybody may read."""

    def get_auth(self) -> list[dict[str, Any]]:
        """The ways to say who asks; an empty one where nobody has to."""
        ways: list[dict[str, Any]] = super().get_auth()
        is_open = self.method in SAFE_METHODS and {type(each) for each in self.view.get_permissions()} == {MayWrite}
        return [*ways, {}] if is_open else ways

    def get_summary(self) -> str | None:
        """The first sentence of the description, which is shown beside the address."""
        said = " ".join(self.get_description().split())
        first = said.partition(". ")[0].removesuffix(".")
        return first if len(first) <= _MAX_SUMMARY_LENGTH else None

    def get_tags(self) -> list[str]:
        """What the address is about: its first part after the version, under which it is listed."""
        parts = [part for part in self.path.split("/") if part]
        return [parts[2] if len(parts) > 2 else "entrance"]


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the API's description says it."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": SCHEME.lower(),
            "description": f"A token from your account page, {TOKEN_MARK}…, for reading or for reading and writing.",
        }
