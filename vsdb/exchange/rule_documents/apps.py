"""Register the app, for its command."""

from django.apps import AppConfig


class RuleDocumentsConfig(AppConfig):
    name = "vsdb.exchange.rule_documents"
