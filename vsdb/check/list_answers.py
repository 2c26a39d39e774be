"""Answers about a list that a request brings: a form that is sent leads to an address, and the address answers.

So an answer can be shared, loaded again and gone back to. Its address names the format and the day, so that it says the
same tomorrow, and holds the list, packed or by the key that it is kept under.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from datetime import date
from http import HTTPStatus
from typing import Any, Generic, TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render

from engine import InputError, NotFound, decklists
from vsdb.check.forms import Ask, CheckForm, find_sample, list_samples
from vsdb.check.list_links import Words, build_query, find_expiry, open_list
from vsdb.core.requests import drain, is_too_large
from vsdb.core.words import to_sentence
from vsdb.exchange.deck_lists.importing import import_deck_list

T = TypeVar("T")
_TOO_LARGE = "The list is too large. The limit is 256 KiB."
NO_FORMAT = "Choose a format. The cards don't show which game this is."
#: Words of a question that a list itself can answer, by the metadata that does.
_SAID_BY_LIST = {"format": "format", "on": "as-of"}


@dataclass(frozen=True, slots=True)
class SharedAnswer:
    """The query of an answer's address, and the last day on which it works where that is limited."""

    query: str
    until: date | None = None

    @property
    def has_list(self) -> bool:
        """Whether the address holds a list, which whoever has it can see."""
        return any(f"{name}=" in self.query for name in ("list", "deck", "code", "card"))


@dataclass(frozen=True, slots=True)
class ListQuestion(Generic[T]):
    """What is asked about a list, and the page that answers.

    `describe` gives the words of the address that the answer is for; `resolve` gives the same without the work that the
    page takes. `also` are the beginnings of further words that belong to the question. `extend` adds to what the page
    is given. A `dated` answer has an address that names format and day.
    """

    template: str
    ask: Ask[T]
    describe: Callable[[T], Words]
    resolve: Ask[Words] | None = None
    also: tuple[str, ...] = ()
    extend: Callable[[T, CheckForm, Container[str]], Mapping[str, Any]] | None = None
    is_dated: bool = True
    not_said: str = NO_FORMAT

    def show(self, request: HttpRequest, data: QueryDict | CheckForm) -> HttpResponse:
        """The answer at its address, the way there, or the form with what is wrong."""
        form = data if isinstance(data, CheckForm) else CheckForm(data, request.FILES)
        if form.refuse_address(request) or (request.method == "POST" and form.refuse_other_game()):
            return self._show_form(request, form)
        if not isinstance(data, CheckForm) and self._leads_on(request, data):
            words = form.answer(self.resolve or self._resolve, self.not_said)
            if words is None:
                return self._show_form(request, form)
            asked = [*words, *self._further_words(data), *_list_detected(form.cleaned_data["deck"], data, words)]
            if query := build_query(asked, form.cleaned_data["deck"], request=request):
                status = HTTPStatus.SEE_OTHER if request.method == "POST" else HTTPStatus.FOUND
                return HttpResponseRedirect(f"{request.path}?{query}", status=status)
        page = form.answer(self.ask, self.not_said)
        if page is None or isinstance(data, CheckForm):
            return self._show_form(request, form)
        return self._show_answer(request, form, data, page)

    def _resolve(self, text: str, game: str | None, slug: str, day: date | None) -> Words:
        return self.describe(self.ask(text, game, slug, day))

    def _leads_on(self, request: HttpRequest, data: QueryDict) -> bool:
        """Whether the question has another address: it was sent, or it says neither itself nor in its list for when."""
        if request.method == "POST":
            return True
        if not self.is_dated or "sample" in data:
            return False
        said = decklists.read_metadata(data.get("deck", ""))
        return not all(data.get(word) or said.get(key) for word, key in _SAID_BY_LIST.items())

    def _further_words(self, data: QueryDict) -> Words:
        named = (name for name in data if self.also and name.startswith(self.also))
        return [(name, value) for name in named if (value := data.get(name, ""))]

    def _show_answer(self, request: HttpRequest, form: CheckForm, data: QueryDict, page: T) -> HttpResponse:
        text, words = form.cleaned_data["deck"], self.describe(page)
        query = build_query([*words, *self._further_words(data)], text)
        shown = CheckForm(initial={"deck": text, **dict(words), "fingerprint": form.cleaned_data["fingerprint"]})
        more = self.extend(page, form, data.get("detected", "").split(",")) if self.extend else {}
        share = SharedAnswer(query, find_expiry(query))
        return self._render(request, {"form": shown, "page": page, "share": share, **more})

    def _show_form(self, request: HttpRequest, form: CheckForm) -> HttpResponse:
        status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
        return self._render(request, {"form": form, "page": None}, status)

    def _render(self, request: HttpRequest, context: dict[str, Any], status: int = HTTPStatus.OK) -> HttpResponse:
        return render(request, self.template, {**context, "samples": list_samples()}, status=status)


def _list_detected(text: str, data: QueryDict, words: Words) -> Words:
    """What neither the form nor the list said, as a word of the address."""
    said, resolved = decklists.read_metadata(text), dict(words)
    named = [word for word, key in _SAID_BY_LIST.items() if word in resolved and not (data.get(word) or said.get(key))]
    return [("detected", ",".join(named))] if named else []


def read_sent_list(request: HttpRequest, *, decodes: bool = True) -> QueryDict | CheckForm:
    """The words of a request with the list that it brings: pasted, a sample, in a deck code or behind a link.

    Without a list, or with one that can't be read, the form to show instead. Raises NotFound for a link that has
    expired.
    """
    if request.method == "POST" and is_too_large(request):
        drain(request)
        return CheckForm.refused(_TOO_LARGE)
    data = (request.POST if request.method == "POST" else request.GET).copy()
    try:
        if chosen := find_sample(data.get("sample", "")):
            data["deck"] = chosen.text
        elif data.get("list") and not data.get("deck"):
            data["deck"] = open_list(data.get("list", ""))
        elif decodes and data.get("code") and not data.get("deck"):
            data["deck"] = import_deck_list(data.get("code", "")).text
    except InputError as error:
        return CheckForm.refused(to_sentence(error.message), data.dict())
    except NotFound as error:
        if "list" in data:
            raise
        return CheckForm.refused(to_sentence(str(error)), data.dict())
    if request.method != "POST" and "deck" not in data:
        return CheckForm(initial=data.dict())
    return data
