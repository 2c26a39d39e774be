"""The addresses of the rules documents; `vsdb.urls` puts their list, which is searched too, before them."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from vsdb.catalog.rules import views


class NumberConverter(StringConverter):
    """The slug of a document or of a rule; anything else is another address."""

    regex = r"[\w.-]+"


register_converter(NumberConverter, "number")

urlpatterns = [
    path("coverage/", views.show_coverage, name="every-coverage"),
    path("compare/<number:before>/<number:after>/", views.compare, name="compare"),
    path("<number:document>/", views.show_document, name="document"),
    path("<number:document>/all/", views.show_whole_document, name="whole"),
    path("<number:document>/glossary/", views.show_glossary, name="glossary"),
    path("<number:document>/coverage/", views.show_coverage, name="coverage"),
    path("<number:document>/<number:rule>/", views.show_rule, name="rule"),
]
