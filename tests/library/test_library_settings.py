import json
import os
import stat
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from library_trees import as_nobody, open_to_all

from editor_app.library.files.reading import FileError
from editor_app.library.history.version_lists import HistoryLimits, keep_limits, read_limits
from editor_app.library.settings.settings import (
    Settings,
    read_settings,
    use_history_settings,
    write_settings,
)
from editor_app.library.settings.table import BY_KEY, SETTINGS

DARK = Settings({"theme": "dark"})


def test_settings_come_back(tmp_path: Path):
    folder = tmp_path / "config"
    assert read_settings(folder) == (Settings(), ())
    write_settings(folder, DARK)
    assert read_settings(folder) == (DARK, ())
    assert stat.S_IMODE((folder / "settings.toml").stat().st_mode) & 0o077 == 0
    before = (folder / "settings.toml").stat().st_mtime_ns
    write_settings(folder, DARK)
    assert (folder / "settings.toml").stat().st_mtime_ns == before


def test_comments_order_and_unknown_keys_stay(tmp_path: Path):
    path = tmp_path / "settings.toml"
    path.write_text('# mine\nfuture = { x = 1 }  # kept\n\ntheme = "light" # by day\n\n[other]\ny = 2\n')
    write_settings(tmp_path, DARK)
    text = path.read_text()
    assert text.startswith("# mine\nfuture = { x = 1 }  # kept\n")
    assert 'theme = "dark" # by day' in text
    assert tomllib.loads(text)["other"] == {"y": 2}
    assert read_settings(tmp_path) == (DARK, ())


BROKEN = [
    b"theme = ",
    b"\xff\xfe\x00",
    b'theme = "caf\xe9"',
    b"x = " + b"[" * 5000,
    b"x = " + b"9" * 5000,
    b"\0" * 100,
    b"#" * 2_000_000,
]


@pytest.mark.parametrize("content", BROKEN, ids=[str(n) for n in range(len(BROKEN))])
def test_a_broken_file_starts_with_the_defaults_and_is_kept_aside_by_a_change(tmp_path: Path, content: bytes):
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    settings, [sentence] = read_settings(tmp_path)
    assert settings == Settings()
    assert sentence.startswith("‘settings.toml’ ")
    assert sentence.endswith(" The defaults are used.")
    kept, [sentence] = read_settings(tmp_path, DARK)
    assert kept == DARK
    assert sentence.endswith(" The settings stay as they were.")
    assert path.read_bytes() == content, "somebody is in the middle of it"
    write_settings(tmp_path, DARK)
    assert (tmp_path / "settings.broken-1.toml").read_bytes() == content
    assert read_settings(tmp_path) == (DARK, ())


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
@pytest.mark.timeout(20)
def test_what_is_no_file_starts_with_the_defaults(tmp_path: Path, make):
    make(tmp_path / "settings.toml")
    settings, [sentence] = read_settings(tmp_path)
    assert settings == Settings()
    assert "not a file that can be opened" in sentence
    write_settings(tmp_path, DARK)
    assert read_settings(tmp_path) == (DARK, ())


def test_a_value_that_makes_no_sense_costs_only_itself(tmp_path: Path):
    path = tmp_path / "settings.toml"
    path.write_text("theme = 5\nhistory_days = 7\n")
    settings, [sentence] = read_settings(tmp_path)
    assert settings == Settings({"history_days": 7})
    choices = "‘system’, ‘light’, ‘dark’"
    assert sentence == f"‘theme’ in settings.toml, line 1, must be one of {choices}; ‘system’ is used."
    assert path.exists()


def test_how_long_local_history_keeps_versions(tmp_path: Path):
    path, state = tmp_path / "settings.toml", tmp_path / "state"
    write_settings(tmp_path, DARK)
    assert "history" not in path.read_text(), "the default is not written"
    longer = DARK.with_value("history_days", 3650).with_value("history_megabytes", 1)
    write_settings(tmp_path, longer)
    assert read_settings(tmp_path) == (longer, ())
    assert use_history_settings(state, *read_settings(tmp_path)) == ()
    assert read_limits(state) == HistoryLimits(3650, 1)
    write_settings(tmp_path, DARK)
    assert read_settings(tmp_path) == (DARK, ()), "back to the default"


@pytest.mark.parametrize("value", ["0", "-1", "3651", "true", "1.5", '"90"', "[]", "99999999999999999999"])
def test_limits_of_history_that_make_no_sense_lower_nothing(tmp_path: Path, value: str):
    path, state = tmp_path / "settings.toml", tmp_path / "state"
    keep_limits(state, HistoryLimits(3000, 300))
    path.write_text(f'theme = "dark"\nhistory_days = {value}\n')
    settings, [sentence] = read_settings(tmp_path)
    assert settings == Settings({"theme": "dark"})
    assert sentence == (
        "‘history_days’ in settings.toml, line 2, must be a whole number from 1 to 3,650; "
        "what the history keeps stays."
    )
    assert use_history_settings(state, settings, (sentence,)) == (sentence,)
    assert read_limits(state) == HistoryLimits(3000, 300)
    write_settings(tmp_path, DARK)
    assert f"history_days = {value}\n" in path.read_text(), "it stays to be mended"
    path.write_text("history_megabytes = 0\n")
    assert read_settings(tmp_path)[1][0].startswith(
        "‘history_megabytes’ in settings.toml, line 1, must be a whole"
    )


def test_each_setting_takes_what_it_can_be_and_names_the_line_of_what_it_cannot(tmp_path: Path):
    path = tmp_path / "settings.toml"
    wrong = {"model": 5, "interface_font": ["Inter"], "editor_size": 7, "word_wrap": "yes", "editor_font": 1}
    lines = [f"{key} = {json.dumps(value)}" for key, value in wrong.items()]
    path.write_text("\n".join([*lines, "interface_size = 150", "unknown = 1"]))
    settings, sentences = read_settings(tmp_path)
    assert settings == Settings({"interface_size": 150}), "the rest is taken"
    for number, key in enumerate(wrong, 1):
        start = f"‘{key}’ in settings.toml, line {number}, must be {BY_KEY[key].sort.in_words}; "
        assert [one for one in sentences if one.startswith(start)], key


ANY_VALUE = st.none() | st.booleans() | st.integers() | st.floats() | st.text()


@given(st.sampled_from(SETTINGS), ANY_VALUE)
def test_a_value_that_a_setting_accepts_comes_back(tmp_path_factory, setting, value):
    folder = tmp_path_factory.mktemp("config")
    assert setting.sort.accepts(setting.default)
    if setting.sort.accepts(value):
        changed = Settings().with_value(setting.key, value)
        write_settings(folder, changed)
        assert read_settings(folder) == (changed, ())
        write_settings(folder, changed.with_value(setting.key, setting.default))
        assert read_settings(folder) == (Settings(), ())


def test_a_newer_versions_file_is_neither_used_nor_changed(tmp_path: Path):
    path = tmp_path / "settings.toml"
    path.write_text('format = 2\ntheme = "dark"\n')
    settings, [sentence] = read_settings(tmp_path)
    assert settings == Settings()
    assert "newer Foreword" in sentence
    write_settings(tmp_path, DARK)
    assert path.read_text() == 'format = 2\ntheme = "dark"\n'


def test_a_linked_file_stays_linked(tmp_path: Path):
    real = tmp_path / "dotfiles.toml"
    real.write_text("# in my dotfiles\n")
    folder = tmp_path / "config"
    folder.mkdir()
    (folder / "settings.toml").symlink_to(real)
    write_settings(folder, DARK)
    assert (folder / "settings.toml").is_symlink()
    assert real.read_text().startswith("# in my dotfiles\n")
    assert read_settings(folder) == (DARK, ())


def test_a_closed_folder_is_told(tmp_path: Path):
    open_to_all(tmp_path)
    (tmp_path / "settings.toml").write_text("theme = ")
    (tmp_path / "settings.toml").chmod(0o644)
    tmp_path.chmod(0o555)

    def attempt() -> tuple[str, str]:
        with pytest.raises(PermissionError):
            (tmp_path / "control").touch()
        with pytest.raises(FileError) as caught:
            write_settings(tmp_path, DARK)
        return read_settings(tmp_path)[1][0], caught.value.sentence

    read, written = as_nobody(attempt)
    assert read.endswith(" The defaults are used.")
    assert written.startswith("The settings were not saved: you have no permission.")


def test_too_many_broken_files_are_not_kept_for_ever(tmp_path: Path):
    for number in range(1, 100):
        (tmp_path / f"settings.broken-{number}.toml").touch()
    (tmp_path / "settings.toml").write_text("theme = ")
    write_settings(tmp_path, DARK)
    assert read_settings(tmp_path) == (DARK, ())
    assert len(list(tmp_path.glob("*.toml"))) == 100
