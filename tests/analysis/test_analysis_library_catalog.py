"""A library's own variables stand behind those of every library."""

from __future__ import annotations

from pathlib import Path

from editor_app.analysis.analysis import analyse
from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.library.folders import open_library
from editor_app.library.kinds import Kind
from editor_app.variables.catalog import TEMPLATE_CATALOG

VARIABLES = """format: 1
variables:
  - {type: shop, name: region, description: Where the customer is, volatility: conversation}
"""


def test_a_library_s_own_variables_are_known_in_its_templates(tmp_path: Path):
    library = open_library(tmp_path)[0]
    assert catalog_of(library) == catalog_of(None) == TEMPLATE_CATALOG
    (tmp_path / "variables.yaml").write_text(VARIABLES, "utf-8")
    catalog = catalog_of(library)
    assert [entry.key for entry in catalog[len(TEMPLATE_CATALOG) :]] == ["shop:region"]
    assert not analyse("[shop:region]", Kind.TEMPLATE, "a.tmpl", catalog=catalog).diagnostics
    assert analyse("[shop:region]", Kind.TEMPLATE, "a.tmpl").diagnostics
