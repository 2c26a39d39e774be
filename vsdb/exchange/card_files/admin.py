"""Imports in the admin: a file is tried, its report is read, and then it is applied."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.accounts.staff_log import log_staff_action
from vsdb.core.requests import drain
from vsdb.exchange.card_files import services, tasks, uploads
from vsdb.exchange.card_files.models import Import
from vsdb.exchange.card_files.sources.vocabulary import find_game_in_text
from vsdb.exchange.card_files.uploads import LimitedUploadHandler, is_announced_too_large
from vsdb.exchange.reports import LISTS, describe_counts

_LABELS = {
    "octgn": "OCTGN set (XML)",
    "tcgbrowser": "TCG Browser list (JSON)",
    "cockatrice": "Cockatrice cards (XML)",
    "csv": "Table (CSV)",
    "reference": "Official card reference or set FAQ (text)",
    "gallery": "Riftbound card gallery (JSON)",
    "errata-article": "Riftbound errata articles (JSON)",
    "errata-overlay": "Riftbound list of errata (JSON)",
    "faq-article": "Riftbound FAQ articles (JSON)",
}
#: A longer file is looked into only when it is imported.
_LOOKED_INTO = 8 * 1024 * 1024


class UploadForm(forms.Form):
    """A file, what kind of file it is, and its game where the file doesn't say it."""

    file = forms.FileField(label="File", help_text="The file is tested first. Nothing changes until you import it.")
    source = forms.ChoiceField(label="File type", choices={"": "Choose…", **_LABELS})
    game = forms.ChoiceField(
        label="Game",
        required=False,
        choices={"": "Detect from the file", **GAMES},
        help_text="Choose one if neither the file nor its name states the game.",
    )

    def clean(self) -> dict[str, Any]:
        """What was sent, once the file begins as one of its kind and of its game does."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        file = cast("UploadedFile[bytes] | None", cleaned.get("file"))
        source, game = cleaned.get("source"), cleaned.get("game", "")
        if file is None or not source:
            return cleaned
        if game and find_game_in_text(file.name or "") not in (None, game):
            self.add_error("game", "The file’s name states another game. Choose that game or rename the file.")
        if self.errors or (file.size or 0) > _LOOKED_INTO:
            return cleaned
        name = uploads.build_name_with_game(file.name or "", game)
        try:
            said = uploads.detect_game(file, name, source)  # type: ignore[arg-type]
        except InputError as error:
            text = str(error)
            field = "game" if error.code == "unknown-game" else "file"
            self.add_error(field, f"{text[:1].upper()}{text[1:]}".rstrip(".") + ".")
        else:
            if game and said not in (None, game):
                self.add_error("game", f"The file is for {GAMES.get(said, said)}. Choose that game.")
        return cleaned


def report_page(record: Import) -> dict[str, Any]:
    """What the page of an import shows, from its record and from what its process tells."""
    state = uploads.get_import_state(record)
    if state == uploads.DIED:
        record.refresh_from_db()
        state = uploads.get_import_state(record)
    done, total = (services.get_progress(record.pk) or (0, 0)) if state == "running" else (0, 0)
    report = record.report
    return {
        "record": record,
        "state": state,
        "said": "waiting to start" if state == "waiting" else state,
        "is_under_way": state in ("waiting", "running"),
        "done": done,
        "total": total,
        "percent": done * 100 // total if total else None,
        "error": report.get("error", ""),
        "counts": [*describe_counts(report.get("counts", {}))],
        "listings": [*_listings(report)],
        "reasons": [(count, reason) for reason, count in report.get("ignored_reasons", {}).items()],
        "has_changed": report.get("has_changed", False),
        "may_be_applied": uploads.may_be_applied(record),
        "may_be_started_again": uploads.may_be_started_again(record),
    }


def summarize_report(
    counts: Mapping[str, Mapping[str, int]] | None, problems: int | None, conflicts: int | None
) -> str:
    """A report in a few words, for a list."""
    rows = [(table, (counts or {}).get(table, {})) for table in ("cards", "wordings", "rulings")]
    done = ((number, f"{table} {what}") for table, each in rows for what, number in each.items() if what != "unchanged")
    outcomes = [f"{number} {what}" for number, what in done if number]
    faults = ((problems, "problem"), (conflicts, "conflict"))
    outcomes += (f"{number} {what}{'s' if number > 1 else ''}" for number, what in faults if number)
    return ", ".join(outcomes) or ("no changes" if counts else "")


def _listings(report: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The lists that have lines; `more` counts those that aren't shown."""
    for name, heading in LISTS.items():
        found = report.get(name)
        if found and found["total"]:
            yield {
                "name": name,
                "heading": heading.replace("'", "’"),
                "compares": name in ("conflicts", "differences"),
                "total": found["total"],
                "lines": [_line(each) for each in found["shown"]],
                "more": found["total"] - len(found["shown"]),
            }


def _line(line: Mapping[str, Any]) -> dict[str, Any]:
    """A line with its values as a person reads them."""
    return {
        **line,
        "place": ":".join(str(part) for part in (line["line"], line["column"]) if part),
        **{key: _shown(line[key]) for key in ("recorded", "found") if key in line},
    }


def _shown(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value) or "none"
    return value if isinstance(value, str) else "nothing" if value is None else json.dumps(value, ensure_ascii=False)


#: Where the report has what its line in the list says.
_TOTALS = {"counts": "counts", "problem_count": "problems__total", "conflict_count": "conflicts__total"}


@admin.register(Import)
class ImportAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What was imported and tried, and the way to import a file. Records stay as they are."""

    list_display = ("file_name", "source", "said_state", "kind", "outcome", "by", "asked")
    list_select_related = ("by",)
    list_per_page = 50
    ordering = ("-pk",)
    search_fields = ("file_name",)
    show_full_result_count = False

    def get_urls(self) -> list[URLPattern]:
        """The upload and what can be done with a tried file, before the addresses that every model has."""
        wrap = self.admin_site.admin_view
        return [
            path("add/", csrf_exempt(never_cache(self._upload)), name="importing_import_add"),
            path("<int:number>/apply/", wrap(require_POST(self._apply)), name="importing_import_apply"),
            path("<int:number>/discard/", wrap(require_POST(self._discard)), name="importing_import_discard"),
            path("<int:number>/again/", wrap(require_POST(self._start_again)), name="importing_import_again"),
            path("<int:number>/change/", wrap(self._page), name="importing_import_change"),
            *super().get_urls(),
        ]

    def has_change_permission(self, request: HttpRequest, obj: Import | None = None) -> bool:
        """Nobody writes reports by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Import | None = None) -> bool:
        """What was imported is not to be forgotten."""
        return False

    def has_view_permission(self, request: HttpRequest, obj: Import | None = None) -> bool:
        """Whoever may import may also see what came of it."""
        return super().has_view_permission(request, obj) or self.has_add_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Import]:
        """The imports without their reports, of which a list needs the counts alone."""
        totals = {name: F(f"report__{path}") for name, path in _TOTALS.items()}
        imports: QuerySet[Import] = super().get_queryset(request)
        return imports.defer("report").annotate(**totals)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The imports, the newest first."""
        return super().changelist_view(request, {**(extra_context or {}), "title": "Imports"})

    @admin.display(description="state")
    def said_state(self, record: Import) -> str:
        """The state, also of an import whose process died."""
        return uploads.get_import_state(record)

    def kind(self, record: Import) -> str:
        """Whether it was tried or made."""
        return "dry run" if record.is_dry_run else "import"

    @admin.display(description="result")
    def outcome(self, record: Any) -> str:
        """The counts of the report."""
        return summarize_report(record.counts, record.problem_count, record.conflict_count)

    def _upload(self, request: HttpRequest) -> HttpResponseBase:
        """Who may not upload, and what is too large, is refused before the body is read."""
        if not self.admin_site.has_permission(request):
            return redirect_to_login(request.get_full_path(), reverse("admin:login"))
        if not self.has_add_permission(request):
            raise PermissionDenied
        if is_announced_too_large(request):
            drain(request)
            return self._refuse(request)
        limited = LimitedUploadHandler(request)
        request.upload_handlers = [limited]
        return self.admin_site.admin_view(partial(self._upload_form, limited=limited))(request)

    def _upload_form(self, request: HttpRequest, limited: LimitedUploadHandler) -> HttpResponse:
        if request.method != "POST":
            return self._form_page(request, UploadForm())
        form = UploadForm(request.POST, request.FILES)
        if limited.is_exceeded:
            return self._refuse(request)
        if not form.is_valid():
            return self._form_page(request, form, status=400)
        asked = form.cleaned_data
        record, is_new = uploads.receive(asked["file"], source=asked["source"], game=asked["game"], by=_user(request))
        log_staff_action(_user(request).pk, record, f"Uploaded {record.file_name}; tested first.")
        return self._start(record, is_new=is_new)

    def _page(self, request: HttpRequest, number: int) -> HttpResponse:
        """How far an import is, and its report."""
        record = self._found(request, number)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": record.file_name,
            "page": report_page(record),
            "may_import": self.has_add_permission(request),
        }
        return TemplateResponse(request, "exchange/import_page.html", context)

    def _apply(self, request: HttpRequest, number: int) -> HttpResponse:
        self._found(request, number, to_import=True)
        try:
            record, is_new = uploads.take_for_applying(number, by=_user(request))
        except InputError as error:
            messages.error(request, f"{str(error).capitalize()}.")
            return _to_page(number)
        log_staff_action(_user(request).pk, record, f"Imported {record.file_name}.")
        return self._start(record, is_new=is_new)

    def _discard(self, request: HttpRequest, number: int) -> HttpResponse:
        record = self._found(request, number, to_import=True)
        if uploads.may_be_applied(record) or uploads.may_be_started_again(record):
            uploads.discard(record)
            log_staff_action(_user(request).pk, record, f"Discarded {record.file_name}.")
        return _to_page(number)

    def _start_again(self, request: HttpRequest, number: int) -> HttpResponse:
        record = self._found(request, number, to_import=True)
        if may_start := uploads.may_be_started_again(record):
            Import.objects.filter(pk=number).update(asked=timezone.now())
            log_staff_action(_user(request).pk, record, f"Started {record.file_name} again.")
        return self._start(record, is_new=may_start)

    def _start(self, record: Import, *, is_new: bool) -> HttpResponse:
        """The page of an import, which is started where that isn't done yet."""
        if is_new:
            transaction.on_commit(partial(tasks.start, record.pk))
        return _to_page(record.pk)

    def _found(self, request: HttpRequest, number: int, *, to_import: bool = False) -> Import:
        if not (self.has_add_permission(request) if to_import else self.has_view_permission(request)):
            raise PermissionDenied
        return get_object_or_404(Import.objects.select_related("by"), pk=number)

    def _refuse(self, request: HttpRequest) -> HttpResponse:
        """The form again, with what is wrong with a file that is too large beside its field."""
        form = UploadForm({})
        form.errors.clear()
        most = f"at most {settings.IMPORT_MAX_BYTES} bytes are allowed (IMPORT_MAX_BYTES)"
        form.add_error("file", f"The file is too large; {most}.")
        return self._form_page(request, form, status=413)

    def _form_page(self, request: HttpRequest, form: UploadForm, status: int = 200) -> HttpResponse:
        context = {**self.admin_site.each_context(request), "opts": self.opts, "title": "Import a file", "form": form}
        return TemplateResponse(request, "exchange/import_upload.html", context, status=status)


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)


def _to_page(number: int) -> HttpResponse:
    return redirect("admin:importing_import_change", number)
