from __future__ import annotations

import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.library.settings.shortcuts import (
    MOST_KEYS,
    Shortcuts,
    is_typed,
    normal_key,
    owner_of,
    presets,
    read_shortcuts,
    write_shortcuts,
)

DEFAULTS = {
    "save": ("Ctrl+S",),
    "save_all": ("Ctrl+Shift+L",),
    "quit": ("Ctrl+Q",),
    "find": ("Ctrl+F", "F3"),
    "cut": ("Ctrl+X",),
}


def read(folder: Path, text: str | bytes) -> tuple[Shortcuts, tuple[str, ...]]:
    (folder / "keys.toml").write_bytes(text.encode() if isinstance(text, str) else text)
    return read_shortcuts(folder, DEFAULTS)


def test_without_a_file_the_defaults_are_used(tmp_path):
    shortcuts, sentences = read_shortcuts(tmp_path, DEFAULTS)
    assert (shortcuts, sentences) == (Shortcuts(), ())
    assert shortcuts.in_use(DEFAULTS) == DEFAULTS


def test_what_is_changed_comes_back_and_comments_and_other_commands_stay(tmp_path):
    shortcuts, _ = read(tmp_path, '# mine\npreset = "vscode" # hands\n[keys]\nsave = "ctrl+alt+s" # why\n')
    assert shortcuts == Shortcuts("vscode", {"save": ("Ctrl+Alt+S",)})
    changed = shortcuts.with_keys("find", ("Ctrl+F", "Ctrl+L")).with_keys("quit", ())
    write_shortcuts(tmp_path, shortcuts, changed)
    assert read_shortcuts(tmp_path, DEFAULTS) == (changed, ())
    text = (tmp_path / "keys.toml").read_text()
    assert text.startswith('# mine\npreset = "vscode" # hands\n')
    assert "# why" in text
    write_shortcuts(tmp_path, changed, Shortcuts())
    assert read_shortcuts(tmp_path, DEFAULTS) == (Shortcuts(), ())


def test_a_key_that_is_given_is_taken_from_the_one_that_had_it():
    shortcuts = Shortcuts().giving("save_all", ("Ctrl+F",), DEFAULTS)
    in_use = shortcuts.in_use(DEFAULTS)
    assert (in_use["save_all"], in_use["find"]) == (("Ctrl+F",), ("F3",))
    again = shortcuts.giving("quit", ("Ctrl+F",), in_use)
    assert again.in_use(DEFAULTS)["quit"] == ("Ctrl+F",)
    assert again.in_use(DEFAULTS)["save_all"] == ()
    assert again.with_keys("quit", None).with_keys("save_all", None).in_use(DEFAULTS) == DEFAULTS


def test_a_key_of_two_strokes_clashes_with_its_first():
    in_use = {"save": ("Ctrl+X, Ctrl+S",), "quit": ("Ctrl+X, Ctrl+C",)}
    assert owner_of("Ctrl+X", in_use) == "save"
    assert owner_of("Ctrl+X, Ctrl+C", in_use) == "quit"
    assert owner_of("Ctrl+X, Ctrl+D", in_use) is None
    assert Shortcuts("", {"save": ("Ctrl+X, Ctrl+S",)}).in_use(DEFAULTS)["cut"] == ()


def test_a_file_that_binds_every_key_to_quit_leaves_the_others_theirs(tmp_path):
    letters = string.ascii_uppercase + string.digits
    keys = [*letters, *(f"Ctrl+{letter}" for letter in letters), *(f"F{number}" for number in range(1, 25))]
    shortcuts, sentences = read(tmp_path, f"[keys]\nquit = {keys}")
    assert shortcuts.changed["quit"] == ("Ctrl+A", "Ctrl+B", "Ctrl+C", "Ctrl+D")
    assert len(sentences) == 6
    assert sentences[0] == "‘quit’ in keys.toml, line 2, has ‘A’, which types or moves; add Ctrl or Alt."
    assert sentences[-1] == "keys.toml has 32 more mistakes."
    assert shortcuts.in_use(DEFAULTS)["save"] == ("Ctrl+S",)
    all_same, _ = read(tmp_path, "[keys]\n" + "\n".join(f'{one} = "Ctrl+Q"' for one in DEFAULTS))
    in_use = all_same.in_use(DEFAULTS)
    assert [one for one, keys in in_use.items() if keys] == ["save"], "the first has it"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("save = ", "‘keys.toml’ is not valid TOML: "),
        (b'x = "\xe9"', "‘keys.toml’ is not UTF-8 at byte 6."),
        (b"#" * 10_000_000, "‘keys.toml’ "),
        ("x = " + "[" * 5_000, "‘keys.toml’ is nested too deeply."),
        ("keys = 5", "‘keys’ in keys.toml, line 1, must be a table of commands and their keys."),
        ('preset = "vim"', "‘preset’ in keys.toml, line 1, must be one of ‘vscode’, ‘jetbrains’, ‘emacs’."),
        ('[keys]\nsavee = "F7"', "‘savee’ in keys.toml, line 2, is not a command. Did you mean ‘save’?"),
        ('[keys]\nsave = "Hyper+S"', "‘save’ in keys.toml, line 2, has ‘Hyper+S’, which is not a key."),
        ("[keys]\nsave = 5", "‘save’ in keys.toml, line 2, has ‘5’, which is not a key."),
        ('[keys]\nsave = "Shift+A"', "‘save’ in keys.toml, line 2, has ‘Shift+A’, which types or moves"),
        ("[keys]\nsave = [[]]", "‘save’ in keys.toml, line 2, has ‘[]’, which is not a key."),
    ],
)
def test_what_cannot_be_used_is_named_with_its_line_and_the_rest_is_taken(tmp_path, text, sentence):
    shortcuts, sentences = read(tmp_path, text)
    assert len(sentences) == 1
    assert sentences[0].startswith(sentence)
    assert not [key for keys in shortcuts.changed.values() for key in keys]


@pytest.mark.parametrize("written", ['"Ctrll+S"', '"A"', '["", "B"]', "5", '"Ctrl+"'])
def test_a_command_whose_key_cannot_be_used_keeps_its_own_and_what_is_written_stays(tmp_path, written):
    text = f'preset = "vim"\n[keys]\nsave = {written} # mine\nsav_all = "F7"\nquit = ["ctrl+w", "Ctrll+W"]\n'
    shortcuts, _ = read(tmp_path, text)
    assert shortcuts == Shortcuts("", {"quit": ("Ctrl+W",)})
    assert shortcuts.in_use(DEFAULTS)["save"] == ("Ctrl+S",)
    changed = shortcuts.with_keys("find", ("F9",))
    write_shortcuts(tmp_path, shortcuts, changed)
    assert (tmp_path / "keys.toml").read_text() == text + 'find = "F9"\n'
    write_shortcuts(tmp_path, changed, changed.with_keys("save", ()).with_keys("quit", None))
    assert read_shortcuts(tmp_path, DEFAULTS)[0] == Shortcuts("", {"find": ("F9",), "save": ()})
    assert 'sav_all = "F7"\n' in (tmp_path / "keys.toml").read_text()


def test_keys_that_are_no_table_stay_until_there_are_some(tmp_path):
    read(tmp_path, "keys = 5\n")
    write_shortcuts(tmp_path, Shortcuts(), Shortcuts("emacs"))
    assert "keys = 5\n" in (tmp_path / "keys.toml").read_text()
    write_shortcuts(tmp_path, Shortcuts("emacs"), Shortcuts("emacs", {"quit": ()}))
    assert read_shortcuts(tmp_path, DEFAULTS) == (Shortcuts("emacs", {"quit": ()}), ())


def test_a_file_that_is_no_toml_is_kept_aside_when_others_are_written(tmp_path):
    read(tmp_path, "save = ")
    write_shortcuts(tmp_path, Shortcuts(), Shortcuts("emacs"))
    assert (tmp_path / "keys.broken-1.toml").read_text() == "save = "
    assert read_shortcuts(tmp_path, DEFAULTS) == (Shortcuts("emacs"), ())


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("ctrl+shift+s", "Ctrl+Shift+S"),
        ("Shift+Alt+Up", "Alt+Shift+Up"),
        ("Ctrl++", "Ctrl++"),
        ("ctrl+plus", "Ctrl++"),
        ("Ctrl+,", "Ctrl+,"),
        ("enter", "Return"),
        ("Ctrl+X, Ctrl+S", "Ctrl+X, Ctrl+S"),
        ("Ctrl+X, s", "Ctrl+X, S"),
        ("", None),
        ("Ctrl+", None),
        ("Ctrl+Ctrl+S", None),
        ("Ctrl+Nothing", None),
        ("Ctrl+\0", None),
        ("Ctrl+A, Ctrl+B, Ctrl+C", None),
    ],
)
def test_a_key_is_written_in_one_way(written, key):
    assert normal_key(written) == key


@given(st.text(max_size=12))
def test_any_text_is_a_key_or_none(written):
    key = normal_key(written)
    assert key is None or normal_key(key) == key
    assert key is None or is_typed(key) in {True, False}


def test_presets_have_keys_that_can_be_and_give_none_twice():
    assert [one.name for one in presets()] == ["vscode", "jetbrains", "emacs"]
    for preset in presets():
        keys = [key for given in preset.keys.values() for key in given]
        assert [key for key in keys if normal_key(key) != key or is_typed(key)] == []
        assert len({*keys}) == len(keys)
        assert all(len(given) <= MOST_KEYS for given in preset.keys.values())
        in_use = Shortcuts(preset.name).in_use(dict.fromkeys(preset.keys, ()))
        assert in_use == dict(preset.keys), preset.title
