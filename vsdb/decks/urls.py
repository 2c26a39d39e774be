"""The addresses of stored decks. What can be read of one by its number can be read by its secret link as well."""

from __future__ import annotations

from django.urls import path

from vsdb.decks import card_views, deck_views, embed_views, new_views, simulation_views, version_views
from vsdb.decks.access import View, with_way_out
from vsdb.decks.builder import views as builder_views
from vsdb.decks.filing import views as filing
from vsdb.decks.search import query as search_views
from vsdb.simulations.sources import PAGES

app_name = "stored"

#: What is read of a deck or made of it without changing it: address below the deck's, view, name.
READING: tuple[tuple[str, View, str], ...] = (
    ("versions/", version_views.show_history, "versions"),
    ("versions/<int:number>/", version_views.show_version, "version"),
    ("export/<slug:slug>/", deck_views.export, "export"),
    *((f"{page}/", simulation_views.show_page(page), page) for page in PAGES),
    ("sheet.pdf", deck_views.download_sheet, "sheet"),
    ("proxies.pdf", deck_views.download_proxies, "proxies"),
    ("judge/", deck_views.show_judge_list, "judge-list"),
    ("preview.png", deck_views.show_preview, "preview"),
    ("fork/", deck_views.fork, "fork"),
    ("life/", version_views.show_timeline_of_deck, "life"),
    ("repair/", version_views.repair, "repair"),
    ("lacks/", version_views.show_lacks, "lacks"),
    ("similar/", deck_views.show_similar, "similar"),
    ("badge.svg", embed_views.show_badge, "badge"),
    ("frame/", embed_views.show_frame, "frame"),
)


urlpatterns = [
    path("", deck_views.index, name="index"),
    path("complete/", search_views.complete, name="complete"),
    path("liked/", deck_views.show_liked, name="liked"),
    path("mine/", filing.show_my_decks, name="mine"),
    path("mine/selected/", filing.act_on_selected, name="selected"),
    path("folders/", filing.show_folders, name="folders"),
    path("folders/<int:folder>/", filing.change_folder, name="folder"),
    path("labels/<int:label>/", filing.change_label, name="label"),
    path("new/", new_views.show_new_deck, name="new"),
    path("import/", new_views.import_pasted_list, name="import"),
    path("oembed/", embed_views.show_oembed, name="oembed"),
    path("compare/", version_views.compare, name="compare"),
    path("preview-text/", deck_views.preview_text, name="preview-text"),
    path("claim/", deck_views.claim_view, name="claim"),
    path("reports/", deck_views.show_reports, name="reports"),
    path("card/<slug:game>/<slug:slug>/", card_views.show_decks_of_card, name="of-card"),
    path("shared/<slug:secret>/", deck_views.show_deck, name="shared"),
    path("<int:pk>/", deck_views.redirect_from_number, name="short"),
    path("<int:pk>/edit/", with_way_out(builder_views.edit), name="edit"),
    path("<int:pk>/edit/change/", builder_views.change, name="change"),
    path("<int:pk>/versions/<int:number>/restore/", version_views.restore_view, name="restore"),
    path("<int:pk>/repair/apply/", version_views.apply, name="repair-apply"),
    path("<int:pk>/share/", deck_views.share_view, name="share"),
    path("<int:pk>/describe/", deck_views.describe, name="describe"),
    path("<int:pk>/file/", filing.file_deck, name="file"),
    path("<int:pk>/delete/", deck_views.delete, name="delete"),
    path("<int:pk>/like/", deck_views.like, name="like"),
    path("<int:pk>/comments/", deck_views.post_comment, name="comment"),
    path("<int:pk>/comments/<int:comment>/", deck_views.edit_comment, name="comment-edit"),
    path("<int:pk>/comments/<int:comment>/delete/", deck_views.delete_comment, name="comment-delete"),
    path("<int:pk>/report/", deck_views.report, name="report"),
    *(path(f"<int:pk>/{end}", view, name=name) for end, view, name in READING),
    *(path(f"shared/<slug:secret>/{end}", view, name=f"shared-{name}") for end, view, name in READING),
    path("<int:pk>/<slug:slug>/", deck_views.show_deck, name="deck"),
]
