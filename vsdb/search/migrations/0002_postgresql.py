"""On PostgreSQL: the columns and indexes of its full-text search, and trigrams for names where they can be had."""

import logging

from django.db import DatabaseError, migrations, transaction

logger = logging.getLogger(__name__)

# The lexemes are our own tokens: PostgreSQL's reading of text, which cuts words in other places, has no part in it.
# Without a pending list the first searches after a build are as fast as later ones.
COLUMNS = (
    "ALTER TABLE search_searchtext"
    " ADD COLUMN vector tsvector GENERATED ALWAYS AS"
    " (array_to_tsvector(array_remove(string_to_array(words, ' '), ''))) STORED,"
    " ADD COLUMN wording_vector tsvector GENERATED ALWAYS AS"
    " (array_to_tsvector(array_remove(string_to_array(wording, ' '), ''))) STORED",
    "CREATE INDEX search_vector ON search_searchtext USING gin (vector) WITH (fastupdate = off)",
    "CREATE INDEX search_wording_vector ON search_searchtext USING gin (wording_vector) WITH (fastupdate = off)",
)
TRIGRAMS = (
    "CREATE EXTENSION IF NOT EXISTS pg_trgm",
    "CREATE INDEX search_name_trigrams ON search_searchtext USING gin (name gin_trgm_ops) WITH (fastupdate = off)",
)
BACK = (
    "DROP INDEX IF EXISTS search_name_trigrams",
    "ALTER TABLE search_searchtext DROP COLUMN vector, DROP COLUMN wording_vector",
)


def add(apps, schema_editor):
    connection = schema_editor.connection
    if connection.vendor != "postgresql":
        return
    for statement in COLUMNS:
        schema_editor.execute(statement)
    try:
        with transaction.atomic(using=connection.alias):
            for statement in TRIGRAMS:
                schema_editor.execute(statement)
    except DatabaseError as error:
        logger.warning("names are compared outside the database, since pg_trgm can't be had: %s", str(error).strip())


def remove(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for statement in BACK:
            schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("search", "0001_initial")]
    operations = [migrations.RunPython(add, remove)]
