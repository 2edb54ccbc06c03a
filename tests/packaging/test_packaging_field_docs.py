"""The schemas and the manual's page of fields are those that the tables of fields give."""

from __future__ import annotations

import jsonschema
import pytest

from editor_app.library.paths import resource_path
from field_docs import FILES, KindOfFile, schema_of, written


@pytest.mark.parametrize("path", written())
def test_the_files_are_what_the_tables_give(path: str) -> None:
    text = resource_path(path).read_text("utf-8")
    assert text == written()[path], "python packaging/field_docs.py writes them"


@pytest.mark.parametrize("kind", FILES, ids=lambda kind: kind.name)
def test_a_schema_is_one(kind: KindOfFile) -> None:
    jsonschema.Draft202012Validator.check_schema(schema_of(kind))
