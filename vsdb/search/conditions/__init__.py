"""Trees into conditions on the tables: a module a kind of field."""
