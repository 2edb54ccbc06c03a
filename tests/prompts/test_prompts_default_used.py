"""The default that callers get because the user's file of the same name is not valid."""

from __future__ import annotations

import pytest

from editor_app.library.folders import open_library
from editor_app.prompts.loading import default_used

GOOD = "---\nname: sale\nversion: 1.0.0\ndescription: d\nmax_tokens: 5\nvariables: []\n---\nx\n"
BAD = GOOD.replace("1.0.0", "one")


@pytest.mark.parametrize(
    ("mine", "default", "is_used"),
    [(BAD, GOOD, True), (GOOD, GOOD, False), (BAD, BAD, False), (BAD, None, False), (None, GOOD, False)],
)
def test_it_is_used_where_it_is_valid_and_the_user_s_is_not(tmp_path, mine, default, is_used):
    paths = tmp_path / "billing" / "sale.md", tmp_path / "defaults" / "billing" / "sale.md"
    for path, text in zip(paths, (mine, default), strict=True):
        path.parent.mkdir(parents=True)
        if text is not None:
            path.write_text(text)
    library, _ = open_library(tmp_path)
    assert default_used(paths[0], library) == (paths[1] if is_used else None)
    assert default_used(paths[1], library) is None, "a default is never used in place of itself"
    assert default_used(tmp_path.parent / "sale.md", library) is None
