"""The addresses of the rules documents."""

from django.urls import path, register_converter

from vsdb.rules import views
from vsdb.rules.addresses import NumberConverter

register_converter(NumberConverter, "number")

app_name = "rules"
urlpatterns = [
    path("", views.documents, name="documents"),
    path("<number:document>/", views.document, name="document"),
    path("<number:document>/<number:rule>/", views.rule, name="rule"),
]
