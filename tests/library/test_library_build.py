"""What a Foreword was installed from, by the file that its build wrote."""

from pathlib import Path

import pytest

from editor_app.library.build import build_in_words

BROKEN = "unknown: ‘build.json’ can’t be read"


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (b'{"kind": "deb"}', "a Debian package"),
        (
            b'{"kind": "deb", "commit": "47b445a1c2d3e4f5a6b7", "date": "2026-11-24", "more": 1}',
            "a Debian package, commit 47b445a1c2, 2026-11-24",
        ),
        (b'{"kind": "macos", "commit": "", "date": "2026-11-24"}', "the macOS app, 2026-11-24"),
        (b'{"kind": "windows", "commit": "no commit"}', "the Windows installer"),
        (b'{"kind": "wheel"}', "a Python wheel"),
        *((data, BROKEN) for data in (b"", b"\xff", b"[]", b"{}", b'{"kind": "x"}', b'{"kind": []}')),
        (b'{"kind": "deb", "commit": 4}', BROKEN),
    ],
)
def test_what_a_build_wrote(tmp_path: Path, written: bytes, words: str) -> None:
    (tmp_path / "editor_app" / "shipped").mkdir(parents=True)
    (tmp_path / "editor_app" / "shipped" / "build.json").write_bytes(written)
    assert build_in_words(tmp_path / "editor_app") == words


def test_without_the_file_the_folder_tells(tmp_path: Path) -> None:
    assert build_in_words(tmp_path / "editor_app") == "a Python wheel"
    (tmp_path / "pyproject.toml").touch()
    assert build_in_words(tmp_path / "editor_app") == "a checkout"
    (tmp_path / "editor_app" / "shipped" / "build.json").mkdir(parents=True)
    assert build_in_words(tmp_path / "editor_app") == BROKEN
