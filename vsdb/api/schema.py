"""How the API describes itself."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import SAFE_METHODS

from vsdb.accounts.services import TOKEN_MARK
from vsdb.api.authentication import SCHEME, MayWrite, TokenAuthentication

Endpoint = tuple[str, str, str, Any]
_CRASH = "#/components/schemas/CrashShape"
_ERROR = "#/components/schemas/ErrorShape"
#: The headers of answers, each with its type and what it says.
_HEADERS = {
    "ETag": ("string", "The version of the answer, for If-None-Match. Missing where the answer is for one account."),
    "Link": ("string", "The next and the previous page, as next and prev, where there are any."),
    "RateLimit": ("string", "How many requests are left of each limit, and in how many seconds one comes back."),
    "RateLimit-Policy": ("string", "How many requests each limit allows, in how many seconds."),
    "Retry-After": ("integer", "How many seconds to wait."),
    "X-Request-ID": ("string", "The id of the request, by which its lines in the log are found."),
    "WWW-Authenticate": ("string", "How to send a token."),
}
_MAX_SUMMARY_LENGTH = 120  #: OpenAPI asks for short ones


def drop_slash_endpoints(endpoints: list[Endpoint]) -> list[Endpoint]:
    """The endpoints without those that only repeat another with a slash at its end."""
    paths = {path for path, *_ in endpoints}
    return [each for each in endpoints if not (each[0].endswith("/") and each[0].rstrip("/") in paths)]


def describe_common_answers(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add what holds for every endpoint: the headers of limits, links and ETags, and errors that any of them may give.

    Answers with `x-common` are those of every endpoint, so that pages can name them once.
    """
    result["components"]["headers"] = {
        name: {"description": said, "schema": {"type": kind}} for name, (kind, said) in _HEADERS.items()
    }
    schemas = result["components"]["schemas"]
    schemas["CrashShape"] = _describe_crash(schemas["ErrorShape"])
    for methods in result["paths"].values():
        for method, operation in methods.items():
            _add_errors(operation)
            for status, answer in operation["responses"].items():
                names = _list_headers(method, status, answer)
                answer["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    return result


def _add_errors(operation: dict[str, Any]) -> None:
    """The errors of any endpoint, and those of one with parameters and of a list in pages."""
    answers = operation["responses"]
    if any(each["in"] == "query" for each in operation.get("parameters", ())):
        answers.setdefault("400", _describe_error())
    if _is_page(answers.get("200", {})):
        answers.setdefault("404", _describe_error())
    for status, schema in (("401", _ERROR), ("429", _ERROR), ("500", _CRASH), ("503", _ERROR)):
        answers.setdefault(status, {**_describe_error(schema), "x-common": True})


def _describe_error(schema: str = _ERROR) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": {"$ref": schema}}}, "description": ""}


def _describe_crash(error: dict[str, Any]) -> dict[str, Any]:
    """A fault on our side: an error with the id of its request."""
    said = "The id of the request, also in X-Request-ID. The operator finds the fault in the log by it."
    return {
        **error,
        "description": "A fault on our side.",
        "properties": {**error["properties"], "request_id": {"type": "string", "description": said}},
        "required": [*error["required"], "request_id"],
    }


def _is_page(answer: dict[str, Any]) -> bool:
    """Whether an answer is a page of a list."""
    schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
    return "/Paginated" in schema.get("$ref", "")


def _list_headers(method: str, status: str, answer: dict[str, Any]) -> list[str]:
    """The headers of an answer that programs read."""
    own = {"429": ["Retry-After"], "401": ["WWW-Authenticate"]}.get(status, [])
    if method == "get" and status == "200":
        own = ["ETag", *(["Link"] if _is_page(answer) else [])]
    return [*own, "RateLimit", "RateLimit-Policy", "X-Request-ID"]


class Description(AutoSchema):
    """What stands in the description of an endpoint; where `MayWrite` alone guards it, everybody may read."""

    def get_auth(self) -> list[dict[str, Any]]:
        """The ways to say who asks; an empty one where nobody has to."""
        ways: list[dict[str, Any]] = super().get_auth()
        guards = self.view.get_permissions()
        is_open = self.method in SAFE_METHODS and {type(each) for each in guards} == {MayWrite}
        is_open = is_open or any(self.method in getattr(each, "open_methods", ()) for each in guards)
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
