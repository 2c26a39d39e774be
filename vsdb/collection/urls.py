"""The addresses of collections."""

from __future__ import annotations

from django.urls import path

from vsdb.collection import list_views, views

app_name = "collection"

urlpatterns = [
    path("", views.show_collection, name="index"),
    path("change/", views.change, name="change"),
    path("change/set/", views.change_set, name="change-set"),
    path("import/", list_views.import_list, name="import"),
    path("export/<slug:layout>/", views.export, name="export"),
    path("delete/", views.delete, name="delete"),
    path("wanted/", views.show_wanted, name="wanted"),
    path("wanted/share/", views.share, name="share"),
    path("wanted/shared/<slug:word>/", views.show_shared, name="shared"),
    path("lacks/", list_views.show_lacks_of_list, name="lacks"),
    path("lacks/want/", list_views.want_lacking_cards, name="want"),
]
