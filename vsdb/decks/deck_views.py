"""Lists of decks, also those of a person, the page of one, what its owner does with it, what others say of it, and what
it gives away: files in every layout, paper, and a picture for other sites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.template.defaultfilters import pluralize
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.model.cards import GAMES
from engine.model.errors import InputError, NotFound
from vsdb.accounts import selectors as people
from vsdb.accounts.viewers import for_members, forget_built, get_viewer, remember_built
from vsdb.catalog.cards.filters import write_term
from vsdb.catalog.cards.preview import SIZE
from vsdb.check.forms import format_choices
from vsdb.core.dates import parse_day
from vsdb.core.errors import ApplicationError
from vsdb.core.requests import answers_in_read_only_mode, read_number, redirect_to_own_address
from vsdb.core.responses import serve_uncached
from vsdb.core.words import to_sentence
from vsdb.decks import access, browse, comments, deck_page, services
from vsdb.decks.access import ViewedDeck, with_deck_action, with_readable_deck
from vsdb.decks.embedding import build_embedding
from vsdb.decks.link_picture import build_link_picture, draw_link_picture
from vsdb.decks.models import Deck
from vsdb.decks.pdf import documents
from vsdb.decks.pdf.listing import build_judge_list_page
from vsdb.decks.prose import render_prose
from vsdb.decks.search.filter_panel import DeckFilterPanel
from vsdb.decks.selectors import list_unclaimed_decks
from vsdb.decks.similar import MAX_COMPARED, build_similar_page
from vsdb.exchange.deck_lists.layouts import list_layouts
from vsdb.search.filter_panel import SHOWN, is_submitted
from vsdb.search.language.parser import MAX_CHARACTERS

_Words = Mapping[str, str] | None
_A_PAGE = 25
_INLINE = frozenset({"text/plain"})  #: what a browser shows as it is; everything else is saved


@require_safe
@serve_uncached
def index(request: HttpRequest) -> HttpResponse:
    """The decks that everybody may see; filters that are submitted are written into the query first."""
    viewer, asked = get_viewer(request), browse.parse_browse_request(request.GET)
    panel = DeckFilterPanel(asked.text)
    if is_submitted(request.GET):
        shown = request.GET.get(SHOWN, "").replace("\0", "")[:MAX_CHARACTERS]
        panel = DeckFilterPanel(shown, request.GET)
        if panel.is_valid():
            return redirect(asked.address(q=panel.write_query(asked.text)))
    listed = browse.browse_decks(asked, viewer, request.GET.get("page"))
    sorts = [(slug, order.name) for slug, order in browse.SORTS.items()]
    formats = format_choices(listed["asked"].format)
    context = {"list": listed, "viewer": viewer, "formats": formats, "games": GAMES, "sorts": sorts, "panel": panel}
    context["card"] = browse.find_card(listed["asked"].card)
    return render(request, "decks/index.html", context, status=400 if panel.is_bound else 200)


@require_safe
@serve_uncached
def redirect_from_number(request: HttpRequest, pk: int) -> HttpResponse:
    """A deck's number leads to its page."""
    return _redirect_to_deck(request, access.find_viewed_deck(request, pk))


def _redirect_to_deck(request: HttpRequest, place: ViewedDeck) -> HttpResponseRedirect:
    """To the page of a deck, with what the address asks of it."""
    query = request.GET.urlencode()
    return HttpResponseRedirect(f"{place.address()}{'?' if query else ''}{query}")


@with_readable_deck
def show_deck(request: HttpRequest, place: ViewedDeck, slug: str = "") -> HttpResponseBase:
    """A deck for people."""
    if slug and slug != place.deck.slug:
        return _redirect_to_deck(request, place)
    return render_deck(request, place)


def render_deck(
    request: HttpRequest, place: ViewedDeck, *, problems: _Words = None, typed: _Words = None, status: int = 200
) -> HttpResponse:
    """The page of a deck; where a form on it was refused, with what is wrong and what was typed."""
    found, root = deck_page.build_deck_page(place, request.GET.dict()), access.get_site_root(request)
    context = {
        "page": found,
        "place": place,
        "root": root,
        "qr": found["proof"].picture(root),
        "embedding": build_embedding(place.deck, root) if place.has_preview or place.is_own else None,
        "sharing": deck_page.SHARING,
        "layouts": list_layouts(place.deck.game_id),
        "most_comment": comments.MAX_COMMENT,
        "most_tags": services.MAX_TAGS,
        "size": SIZE,
        "problems": problems or {},
        "typed": typed or {},
    }
    return render(request, "decks/deck.html", context, status=status)


@with_deck_action
def fork(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """A deck of one's own that begins as a version of this one."""
    access.refuse_too_often(request, place.viewer)
    made = services.fork(place.deck, place.viewer, read_number(request.POST, "version"))
    remember_built(request, made)
    return redirect("stored:deck", made.pk, made.slug)


@with_deck_action
def share_view(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """Who may see the deck; `renew` gives it another secret link."""
    pk, viewer = place.deck.pk, place.viewer
    if request.POST.get("renew"):
        services.renew_link(pk, viewer)
    else:
        services.share(pk, viewer, request.POST.get("visibility", ""))
    if request.POST.get("back") == "edit":
        return redirect("stored:edit", pk)
    return _back_to(ViewedDeck(place.deck, place.viewer), "share")


@with_deck_action
def describe(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """Where it was played, and its tags."""
    words = request.POST
    on, event, tags = words.get("played_on", "").strip(), words.get("event", ""), words.get("tags", "").split(",")
    try:
        played_on = parse_day(on) if on else None
        services.describe(place.deck.pk, place.viewer, event=event, played_on=played_on, tags=tags)
    except InputError as error:
        problems = {"about": to_sentence(error.message)}
        return render_deck(request, place, problems=problems, typed=words.dict(), status=400)
    return _back_to(ViewedDeck(place.deck, place.viewer), "about")


@with_deck_action
def delete(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """The deck with all its versions, for good: asked once more before it goes."""
    if not place.is_own:
        raise NotFound(f"you have no deck {place.deck.pk}")
    if request.POST.get("sure") != "yes":
        return render(request, "decks/delete.html", {"place": place})
    services.delete(place.deck.pk, place.viewer)
    return redirect("stored:mine")


@require_POST
@serve_uncached
def claim_view(request: HttpRequest) -> HttpResponse:
    """What this browser has built without an account becomes the account's."""
    claimed = services.claim(get_viewer(request))
    forget_built(request, frozenset(deck.pk for deck in claimed))
    if count := len(claimed):
        messages.success(request, f"{count} deck{pluralize(count)} added to your account.")
    return redirect("stored:mine")


@require_safe
@login_required
def show_account(request: HttpRequest) -> HttpResponse:
    """What the account holds, and where each thing is changed."""
    viewer = get_viewer(request)
    unclaimed, decks = list_unclaimed_decks(viewer).count(), Deck.objects.filter(owner=viewer.user).count()
    told = people.summarize_account(cast(User, request.user))
    return render(request, "accounts/overview.html", {**told, "unclaimed": unclaimed, "decks": decks})


@for_members("GET", "HEAD")
def show_liked(request: HttpRequest) -> HttpResponse:
    """The decks that somebody likes."""
    viewer = get_viewer(request)
    listed = browse.list_liked_decks(viewer, request.GET.get("page"))
    return render(request, "decks/liked.html", {"list": listed, "viewer": viewer})


@require_safe
@never_cache
def show_profile(request: HttpRequest, name: str) -> HttpResponseBase:
    """Somebody's name, how long they are here, and the decks that they show everybody."""
    shown = people.get_person(name)
    if shown.username != name:
        return redirect_to_own_address(request, "accounts:profile", shown.username)
    listed = browse.list_decks_of_person(shown, request.GET.get("page"))
    return render(
        request,
        "accounts/profile.html",
        {
            "shown": shown,
            "list": listed,
            "decks": listed["rows"],
            "author_query": write_term("author", shown.username, "="),
        },
    )


@with_deck_action
def like(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """The deck is liked, or with `like=no` no longer."""
    if request.POST.get("like") == "no":
        comments.unlike(place.deck, place.viewer)
    else:
        comments.like(place.deck, place.viewer)
    return _back_to(place, "likes")


@with_deck_action
def post_comment(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """Something is said of the deck; what is refused stays in its field, with why."""
    text = request.POST.get("text", "")
    try:
        made = comments.add_comment(place.deck, place.viewer, text)
    except (InputError, ApplicationError) as error:
        said, status = (to_sentence(error.message), 400) if isinstance(error, InputError) else (error.message, 409)
        return render_deck(request, place, problems={"say": said}, typed={"text": text}, status=status)
    return _back_to(place, f"comment-{made.pk}")


@answers_in_read_only_mode
@require_POST
@serve_uncached
def preview_text(request: HttpRequest) -> HttpResponse:
    """How a text will look: the note or comment of the form that asks, not stored anywhere."""
    form = request.POST
    text = next((form[name] for name in ("text", "notes", "note") if name in form), "")
    game = form.get("game", "") if form.get("game", "") in GAMES else next(iter(GAMES))
    if not text.strip():
        return HttpResponse('<p class="soft">Nothing to preview.</p>')
    if len(text) > services.MAX_NOTES:
        said = f"No preview: {len(text):,} characters, at most {services.MAX_NOTES:,}."
        return HttpResponse(f'<p class="field__error">{said}</p>', status=400)
    return HttpResponse(render_prose(text.replace("\x00", ""), game, is_small="note" in form, is_kept=False))


@with_deck_action
def edit_comment(request: HttpRequest, place: ViewedDeck, comment: int) -> HttpResponse:
    """One's comment is said in another way."""
    said = comments.edit_comment(place.deck, comment, place.viewer, request.POST.get("text", ""))
    return _back_to(place, f"comment-{said.pk}")


@with_deck_action
def delete_comment(request: HttpRequest, place: ViewedDeck, comment: int) -> HttpResponse:
    """One's comment is taken back."""
    comments.delete_comment(place.deck, comment, place.viewer)
    return _back_to(place, "comments")


@with_deck_action
def report(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """Staff is asked to look at the deck or at one of its comments."""
    comments.report(place.deck, place.viewer, request.POST.get("why", ""), read_number(request.POST, "comment"))
    return render(request, "decks/reported.html", {"place": place})


@require_http_methods(["GET", "HEAD", "POST"])
@serve_uncached
def show_reports(request: HttpRequest) -> HttpResponse:
    """What staff is asked to look at; nobody else is told that there is such a page."""
    viewer = get_viewer(request)
    found = comments.open_reports(viewer)
    if request.method == "POST":
        hide = request.POST.get("decision") == "hide"
        pk, why = read_number(request.POST, "report") or 0, request.POST.get("why", "")
        comments.settle_report(pk, viewer, hide=hide, why=why)
        return redirect("stored:reports")
    page = Paginator(found, _A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "settled": comments.list_settled_reports(viewer)[:_A_PAGE],
        "most": comments.MAX_HIDDEN_WHY,
    }
    return render(request, "decks/reports.html", context)


def _back_to(place: ViewedDeck, part: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(f"{place.address()}#{part}")


@with_readable_deck
def show_similar(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """The public decks that share most cards with a deck."""
    context = {"place": place, "list": build_similar_page(place.deck), "most": MAX_COMPARED}
    return render(request, "decks/similar.html", context)


@with_readable_deck
def export(request: HttpRequest, place: ViewedDeck, slug: str) -> HttpResponse:
    """The deck in a layout, as a file or, with `show=page`, on a page with what couldn't go in as it was."""
    found = documents.export_deck(place, slug, request.build_absolute_uri)
    if request.GET.get("show") == "page":
        context = {"place": place, "layout": found.layout, "written": found.export, "name": found.name}
        return render(request, "decks/export.html", context)
    disposition = content_disposition_header(found.layout.media_type not in _INLINE, found.name)
    headers = {"Content-Disposition": disposition} if disposition else {}
    return HttpResponse(found.export.text, content_type=found.layout.content_type, headers=headers)


@with_readable_deck
def download_sheet(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """The registration sheet as PDF."""
    return documents.render_sheet_file(place, request.GET, request.build_absolute_uri)


@with_readable_deck
def download_proxies(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """Print proxies as a PDF: card faces at true size, nine to a page."""
    return documents.render_proxies_file(place, request.GET)


@with_readable_deck
def show_judge_list(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """The list by name, to be ticked in a deck check."""
    sheet = documents.build_sheet_request(place, request.GET, request.build_absolute_uri)
    page = build_judge_list_page(sheet, place.address())
    return render(request, "decks/pdf/judge_list.html", {"page": page})


@with_readable_deck
def show_preview(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """The picture for other sites: of public decks, and of others where their secret link is known."""
    if not (place.has_preview or place.is_own):
        raise NotFound("this deck has no preview image")
    read = deck_page.read_version(place.deck)
    drawn = draw_link_picture(build_link_picture(place.deck, read))
    return HttpResponse(drawn, content_type="image/png")
