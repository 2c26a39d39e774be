"""The addresses of the rules documents."""

from django.urls import path

from vsdb.rules import views

app_name = "rules"
urlpatterns = [
    path("", views.documents, name="documents"),
    path("<str:document>/", views.document, name="document"),
    path("<str:document>/<str:rule>/", views.rule, name="rule"),
]
