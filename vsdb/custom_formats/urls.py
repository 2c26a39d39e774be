"""The addresses of formats by organizers."""

from django.urls import path

from vsdb.custom_formats import views

app_name = "ownformats"
urlpatterns = [
    path("", views.index, name="index"),
    path("new/", views.show_new_format, name="new"),
    path("import/", views.take_in, name="import"),
    path("<game:game>/<slug:slug>/", views.show_format, name="format"),
    path("<game:game>/<slug:slug>/compare/", views.compare, name="compare"),
    path("<game:game>/<slug:slug>/format.json", views.export, name="export"),
    path("<game:game>/<slug:slug>/edit/", views.edit, name="edit"),
    path("<game:game>/<slug:slug>/edit/tests/", views.edit_tests, name="tests"),
    path("<game:game>/<slug:slug>/edit/publish/", views.publish, name="publish"),
    path("<game:game>/<slug:slug>/edit/retire/", views.retire, name="retire"),
    path("<game:game>/<slug:slug>/edit/delete/", views.delete, name="delete"),
]
