"""The trust that the parent process sets, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor_app.conversations.service import open_service
from editor_app.http_api.serving.parent_process import ParentTrust


@pytest.mark.parametrize("trusted", [True, False, None])
def test_a_line_says_what_is_trusted_from_now_on_and_any_other_line_says_nothing(
    tmp_path: Path, trusted: bool | None
) -> None:
    service, given = open_service(tmp_path, state_dir=tmp_path / "state"), ParentTrust(trusted=trusted)
    given.give_to(service)
    for line in (
        b"",
        b"{",
        b"[" * 10_000,
        b"null",
        b"[true]",
        b"{}",
        b'{"trusted": 1}',
        b'{"trusted": "true"}',
        b"\xff",
    ):
        given.take(line)
        assert service.permissions.trusted is trusted
    for word, meant in ((b"true", True), (b"false", False), (b"null", None)):
        given.take(b'{"trusted": ' + word + b"}")
        assert service.permissions.trusted is meant
    early = ParentTrust(trusted=trusted)
    early.take(b'{"trusted": true}')  # before there is a service
    early.give_to(service)
    assert service.permissions.trusted is True
