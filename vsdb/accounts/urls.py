"""The addresses of accounts; `vsdb.urls` puts those of people beside them."""

from django.urls import path

from vsdb.accounts import views

urlpatterns = [
    path("account/tokens/", views.show_tokens, name="tokens"),
    path("account/tokens/<int:token>/revoke/", views.revoke_token_view, name="revoke-token"),
    path("account/sessions/<int:session>/end/", views.end_session_view, name="end-session"),
    path("account/export/", views.export, name="export"),
    path("account/delete/", views.delete, name="delete"),
    path("account/deleted/", views.show_deleted, name="deleted"),
]
