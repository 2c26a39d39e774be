"""The addresses of accounts and of people."""

from __future__ import annotations

from django.urls import path

from vsdb.accounts import views

app_name = "accounts"
urlpatterns = [
    path("account/", views.overview, name="overview"),
    path("account/tokens/", views.tokens, name="tokens"),
    path("account/tokens/<int:token>/revoke/", views.revoke_token, name="revoke-token"),
    path("account/export/", views.export, name="export"),
    path("account/delete/", views.delete, name="delete"),
    path("account/deleted/", views.deleted, name="deleted"),
    path("people/<str:name>/", views.profile, name="profile"),
]
