"""`manage.py rotate_keys`: which keys stored secrets need, and sealing them all with the newest."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from vsdb.core import encryption, sealed_stores
from vsdb.core.commands import StatusCommand, add_json
from vsdb.core.words import quantity

_MISSING = 1


class Command(StatusCommand):
    help = (
        "Seal stored secrets (share links, feeds, second factors) with the first of FIELD_KEYS: those in the clear and "
        "those under older keys. Safe to repeat and to interrupt. Exits with 1 if a key is missing that stored secrets "
        "need, and with 2 for unusable input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        ways = parser.add_mutually_exclusive_group()
        ways.add_argument("--dry-run", action="store_true", help="only say what is stored under which key")
        ways.add_argument(
            "--in-clear",
            action="store_true",
            help="store the secrets unsealed, before going back to a version that has no keys",
        )
        add_json(parser, "print the answer as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Seal, or say what there is to seal."""
        done = 0
        if options["in_clear"]:
            done = sealed_stores.write_in_clear()
        elif not options["dry_run"]:
            done = sealed_stores.seal_anew()
        counts = sealed_stores.count_by_key()
        missing = sealed_stores.find_missing_keys(counts)
        told = {
            "keys": encryption.list_fingerprints(),
            "written": done,
            "stores": {name: {key or "clear": count for key, count in held.items()} for name, held in counts.items()},
            "missing": [{"fingerprint": key.fingerprint, "places": {**key.places}} for key in missing],
        }
        self.answer(options, lambda: told, _describe(told, missing))
        return _MISSING if missing else 0


def _describe(told: dict[str, Any], missing: list[sealed_stores.MissingKey]) -> Iterator[str]:
    newest, *others = told["keys"]
    yield f"Newest key: {newest}" + (f"; older: {', '.join(others)}" if others else "")
    for name, held in told["stores"].items():
        counts = ", ".join(f"{count} {_place(key, newest)}" for key, count in held.items())
        yield f"{name}: {counts or 'none'}"
    yield f"Written: {quantity(told['written'], 'secret')}"
    yield from (f"Missing: {key}" for key in missing)


def _place(key: str, newest: str) -> str:
    if key == newest:
        return "under the newest key"
    return "in the clear" if key == "clear" else f"under {key}"
