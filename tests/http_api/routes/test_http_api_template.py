"""The template over HTTP: read and saved as a window does, and never over what somebody is writing."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from asking import Client

from editor_app.library.files.unsaved_marks import hold_unsaved_mark
from editor_app.library.folders import open_library
from editor_app.library.history.history import read_version, versions_of
from editor_app.library.listing import list_files
from editor_app.library.paths import built_in_template


@pytest.fixture
def template(library: Path) -> Path:
    return library / "system-prompt.tmpl"


def test_the_built_in_template_is_read_until_one_is_saved(
    client: Client, library: Path, template: Path
) -> None:
    first = client.get("/system-prompt")
    assert first.json == {"template": built_in_template().read_text()}
    assert client.get("/system-prompt", if_none_match=first.headers["etag"]).status == 304
    same = client.put("/system-prompt", first.json)
    assert same.status == 200
    assert not template.exists()  # the same text writes nothing
    saved = client.put("/system-prompt", {"template": "Now [system:date]\r\nand\rthen"})
    assert saved.json == {"template": "Now [system:date]\nand\nthen"}
    assert template.read_bytes() == b"Now [system:date]\nand\nthen"
    again = client.get("/system-prompt")
    assert (again.json, again.headers["etag"]) == (saved.json, saved.headers["etag"])
    assert client.put("/system-prompt", {"template": ""}).json == {"template": ""}
    assert template.read_bytes() == b""  # nothing is sent
    assert client.get("/system-prompt").json == {"template": ""}
    assert not [file for file in list_files(open_library(library)[0]) if file.relative != template.name]


def test_a_template_is_saved_in_its_files_own_format_and_the_one_before_is_kept(
    client: Client, template: Path, state: Path
) -> None:
    template.write_bytes(b"\xef\xbb\xbfone\r\ntwo\nthree\r\n")
    template.chmod(0o640)
    target = template.with_name("elsewhere.tmpl")
    template.rename(target)
    template.symlink_to(target)
    assert client.get("/system-prompt").json == {"template": "one\ntwo\nthree\n"}
    saved = client.put("/system-prompt", {"template": "\ufeffone\ntwo\nthree\nfour\n"})
    assert saved.json == {"template": "one\ntwo\nthree\nfour\n"}
    assert target.read_bytes() == b"\xef\xbb\xbfone\r\ntwo\nthree\r\nfour\r\n"
    assert template.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o640
    before = os.stat(target)
    assert client.put("/system-prompt", saved.json).headers["etag"] == saved.headers["etag"]
    after = os.stat(target)
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)
    (version,) = versions_of(state, target)
    assert read_version(state, version) == b"\xef\xbb\xbfone\r\ntwo\nthree\r\n"


def test_if_match_lets_only_the_template_that_was_read_be_replaced(client: Client, template: Path) -> None:
    template.write_text("first")
    etag = client.get("/system-prompt").headers["etag"]
    for wrong in ('"other"', f"W/{etag}", etag.strip('"'), ""):
        refused = client.put("/system-prompt", {"template": "x"}, if_match=wrong)
        assert (refused.status, refused.code) == (412, "changed"), wrong
        assert template.read_text() == "first"
    assert client.put("/system-prompt", {"template": "second"}, if_match=f'"other", {etag}').status == 200
    assert client.put("/system-prompt", {"template": "third"}, if_match="*").status == 200
    assert client.put("/system-prompt", {"template": "fourth"}).status == 200
    assert template.read_text() == "fourth"
    for fine in ("W/" + client.get("/system-prompt").headers["etag"], "*"):
        assert client.get("/system-prompt", if_none_match=fine).status == 304
    assert client.get("/system-prompt", if_none_match=etag).status == 200


def test_of_many_who_save_over_one_etag_one_is_the_first(client: Client, template: Path) -> None:
    template.write_text("first")
    etag = client.get("/system-prompt").headers["etag"]
    with ThreadPoolExecutor(8) as threads:
        replies = threads.map(
            lambda number: client.put("/system-prompt", {"template": f"by {number}"}, if_match=etag), range(8)
        )
        statuses = sorted(reply.status for reply in replies)
    assert statuses == [200] + [412] * 7
    with ThreadPoolExecutor(8) as threads:  # without it each saves, the last over the others
        replies = threads.map(lambda n: client.put("/system-prompt", {"template": f"of {n}"}), range(8))
        assert {reply.status for reply in replies} == {200}


def test_while_a_window_has_unsaved_edits_nothing_is_written(
    client: Client, template: Path, state: Path
) -> None:
    template.write_text("first")
    mark = hold_unsaved_mark(state, template)
    refused = client.put("/system-prompt", {"template": "x"})
    assert (refused.status, refused.code) == (409, "unsaved-elsewhere")
    assert template.read_text() == "first"
    assert client.put("/system-prompt", {"template": "x"}, if_match='"other"').status == 412
    mark.release()
    assert client.put("/system-prompt", {"template": "x"}).status == 200


def _folder(path: Path) -> None:
    path.mkdir()


def _read_only(path: Path) -> None:
    path.write_text("first")
    path.chmod(0o444)


def _link_out(path: Path) -> None:
    outside = path.parent.parent / "outside.tmpl"
    outside.write_text("secret")
    path.symlink_to(outside)


@pytest.mark.parametrize("make", [_folder, os.mkfifo, _read_only, _link_out])
def test_a_template_that_cannot_be_written_stays_as_it_is(
    client: Client, template: Path, make: Callable[[Path], None]
) -> None:
    make(template)
    refused = client.put("/system-prompt", {"template": "x"})
    assert refused.status == (403 if make is _link_out else 503)
    assert "system-prompt.tmpl" in refused.json["error"]["message"]
    read = client.get("/system-prompt")
    assert read.status == (200 if make is _read_only else 422)
    assert "secret" not in read.body.decode()
    assert "secret" not in refused.body.decode()


def test_a_template_that_is_not_utf8_is_said_and_can_be_replaced(client: Client, template: Path) -> None:
    template.write_bytes(b"caf\xe9")
    refused = client.get("/system-prompt")
    assert (refused.status, refused.code) == (422, "unusable-template")
    assert refused.json["error"]["problems"][0]["filePath"] == str(template)
    assert client.put("/system-prompt", {"template": "café"}).status == 200
    assert template.read_text("utf-8") == "café"


def test_hidden_characters_are_noted_in_the_log(client: Client) -> None:
    plain = client.put("/system-prompt", {"template": "fine"})
    hidden = client.put("/system-prompt", {"template": "fi\u200bne"})
    assert "notes" not in plain.notes
    assert "hidden characters" in hidden.notes["notes"][0]
    assert hidden.json == {"template": "fi\u200bne"}


def test_variables_are_the_catalog_and_the_librarys_own(client: Client, library: Path) -> None:
    found = client.get("/system-prompt/variables").json["variables"]
    assert found[0] == {
        "type": "system",
        "name": "time",
        "description": "The time now, in UTC",
        "dynamic": False,
        "volatility": "turn",
        "example": "2025-01-31T14:02:05.123Z",
    }
    assert [one["type"] for one in found if one["dynamic"]] == ["file"]
    (library / "variables.yaml").write_text(
        "format: 1\nvariables:\n- {type: user, name: plan, description: The plan, volatility: day,"
        " sample: pro, supplied_by: billing}\n"
    )
    added = client.get("/system-prompt/variables").json["variables"][len(found) :]
    assert [(one["type"], one["name"], one["suppliedBy"]) for one in added] == [("user", "plan", "billing")]
