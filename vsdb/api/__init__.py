"""The REST API, from the same services as the pages."""
