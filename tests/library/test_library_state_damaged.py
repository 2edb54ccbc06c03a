"""Kept trial values that can’t be read: they are kept aside, and it is said."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from library_trees import fingerprint

from editor_app.library.settings.trial_values import (
    read_trial_values,
    set_trial_values_aside,
    write_trial_values,
)

LIBRARY = Path("/library")


@pytest.mark.parametrize(
    "harmed",
    [
        b"",
        b"\0" * 100,
        b"{",
        b"[" * 100_000,
        b'{"format": 1}',
        b'{"format": "x", "values": {}}',
        b'{"format": 2, "values": {"x": "1"}}',
        b'{"format": 1, "values": [1]}',
        b" " * (9 * 1024 * 1024),
    ],
    ids=len,
)
def test_values_that_cannot_be_read_are_kept_aside_before_new_ones_are_written(state: Path, harmed: bytes):
    write_trial_values(state, LIBRARY, "a.md", {"x": "1"})
    assert set_trial_values_aside(state, LIBRARY, "a.md") == "", "the control"
    [path] = (state / "trial-values").glob("*/*.json")
    path.write_bytes(harmed)
    assert read_trial_values(state, LIBRARY, "a.md") == {}
    sentence = set_trial_values_aside(state, LIBRARY, "a.md")
    aside = path.with_name(f"{path.stem}.broken-1.json")
    assert sentence.startswith("The values last typed for ‘a.md’ could not be read")
    assert aside.name in sentence
    write_trial_values(state, LIBRARY, "a.md", {"x": "2"})
    assert aside.read_bytes() == harmed
    assert json.loads(path.read_bytes())["values"] == {"x": "2"}


def test_values_that_cannot_be_read_now_stay_where_they_are(state: Path, monkeypatch: pytest.MonkeyPatch):
    assert set_trial_values_aside(state, LIBRARY, "a.md") == "", "none are there"
    write_trial_values(state, LIBRARY, "a.md", {"x": "1"})
    before = fingerprint(state)

    def fail(*_given: object) -> int:
        raise OSError(5, os.strerror(5))

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", fail)
        sentence = set_trial_values_aside(state, LIBRARY, "a.md")
    assert sentence == (
        "The values last typed for ‘a.md’ could not be read: "
        "the disk reported a fault. Check the disk and try again."
    )
    assert fingerprint(state) == before
