"""The addresses of the drawn table; `vsdb.play.urls` has them before its own."""

from django.urls import path

from vsdb.play.table import views

TABLE_PATTERNS = [
    path("<slug:game>/table/", views.show, name="table"),
    path("<slug:game>/table/change/", views.change, name="table-change"),
]
