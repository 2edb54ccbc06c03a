"""A key that an endpoint sends back is in nothing that a run prints, records, stores or logs."""

from __future__ import annotations

import json
import logging

import pytest
from endpoint_connections import KEY
from odd_endpoint import spellings

from editor_app.library.paths import data_dir, state_dir
from editor_app.runs.endpoint.keys import open_keys

SCENARIO = """\
format: 1
model: {{endpoint: '{url}', name: some-model, tools: [read_file]}}
context_limit: 1000
system: {{text: Be kind.}}
steps:
- user: Hi
"""


@pytest.mark.parametrize("format_", [(), ("--json",)])
def test_a_key_that_is_sent_back_is_written_nowhere(
    foreword, library, odd_endpoint, own_home, caplog, format_
):
    caplog.set_level(logging.DEBUG)
    connection = odd_endpoint.connection("repeats-key")
    keys = open_keys(state_dir())
    keys.keep(connection.endpoint, connection.key)
    runs = library / "runs"
    runs.mkdir()
    (runs / "a.yaml").write_text(SCENARIO.format(url=connection.endpoint.url), "utf-8")
    ran = foreword("run", "prompts/runs/a.yaml", "--trust", "--record", "prompts/runs/b.yaml", *format_)
    recorded = (runs / "b.yaml").read_text("utf-8")
    assert "…" in recorded or "\\u2026" in recorded
    (sent,) = odd_endpoint.came(connection)[:1]
    assert sent["headers"]["authorization"] == f"Bearer {KEY}", "the control: it was sent"
    (state_dir() / "endpoint-keys.json").unlink()
    kept = [
        one
        for top in (own_home, data_dir())
        for one in top.rglob("*")
        if one.is_file() and one != odd_endpoint.log
    ]
    assert any(
        one.suffix in {".db", ".sqlite", ".sqlite3"} or b"SQLite" in one.read_bytes()[:20] for one in kept
    )
    written = "".join(one.read_bytes().decode("utf-8", "replace") for one in kept)
    everything = f"{ran.text}\n{ran.err}\n{recorded}\n{caplog.text}\n{written}".lower()
    everything += json.loads(f'"{json.dumps(everything)[1:-1]}"')
    assert [one for one in spellings(KEY) if one[3:-3].lower() in everything] == []
