"""What goes first in a chat: what can be chosen of a library, what is usual, and how it is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis.chat_requests.settings import (
    NO_SYSTEM,
    RequestSettings,
    SystemChoice,
    kept_settings,
    settings_from,
    system_groups,
    usual_system,
)
from editor_app.analysis.library_facts.index import index_library
from editor_app.library.folders import open_library
from editor_app.requests.parts import CacheMarks, ModelFacts, Provider, facts_of, model_names

ROOT = Path("/library")
PROMPT = "---\nname: {name}\nversion: 1.0.0\nmax_tokens: 100\ndescription: d\n---\n\nHi\n"


@pytest.fixture
def root(tmp_path):
    files = {
        "ask.md": PROMPT.format(name="ask"),
        "mail/reply.md": PROMPT.format(name="reply"),
        "notes.md": "A document.",
        "compaction.md": "Summarise.",
        "system-messages/desk.yaml": "role: system\nblocks: []\n",
        "system-messages/desk.situations.yaml": "format: 1\nsituations: []\n",
        "chats/talk/1.md": "; role: user\n\n\nHi\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def shown(root):
    return {
        group.title: [(option.name, option.path.name) for option in group.options]
        for group in system_groups(index_library(open_library(root)[0]))
    }


def test_what_a_program_can_send_first_is_offered_under_its_heading(root):
    found = shown(root)
    assert list(found) == ["Template", "System messages", "Prompts"]
    assert found["System messages"] == [("desk", "desk.yaml")]
    assert found["Prompts"] == [("ask", "ask.md"), ("mail/reply", "reply.md")]
    assert len(found["Template"]) == 1  # the built-in one
    (root / "system-prompt.tmpl").write_text("Help.")
    assert shown(root)["Template"] == [("system-prompt", "system-prompt.tmpl")]


def test_the_users_own_template_goes_first_unless_the_chat_has_a_system_message(root):
    def usual(*roles):
        return usual_system(index_library(open_library(root)[0]), roles)

    assert usual("user") == NO_SYSTEM  # the built-in template is nobody's choice
    (root / "system-prompt.tmpl").write_text("Help.")
    assert usual("user", "system") == usual() == SystemChoice(root / "system-prompt.tmpl")
    assert usual("system", "user") == NO_SYSTEM
    (root / "system-prompt.tmpl").unlink()
    (root / "system-prompt.tmpl").mkdir()
    assert usual("user") == NO_SYSTEM


PATHS = st.sampled_from([None, ROOT / "system-prompt.tmpl", ROOT / "a/b.yaml", Path("/elsewhere/c.md")])
WORDS = st.none() | st.text(min_size=1, max_size=20)


@given(PATHS, WORDS, WORDS, WORDS, st.none() | st.integers(1, 10_000_000), st.sampled_from(list(CacheMarks)))
def test_settings_come_back_as_they_were_kept(path, conversation, trial, model, limit, cache):
    settings = RequestSettings(SystemChoice(path, conversation, trial), model, limit, cache)
    state = json.loads(json.dumps(kept_settings(settings, ROOT)))
    assert settings_from(state, ROOT) == settings


@given(
    st.dictionaries(
        st.sampled_from(["system", "conversation", "trial", "model", "max_tokens", "cache"]),
        st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers()),
    )
)
def test_a_state_that_is_damaged_gives_settings_that_can_be_used(state):
    settings = settings_from(state, ROOT)
    assert settings.max_tokens is None or settings.max_tokens > 0
    assert settings.cache in tuple(CacheMarks)
    assert settings_from(kept_settings(settings, ROOT), ROOT) == settings


@pytest.mark.parametrize("provider", list(Provider))
def test_the_models_that_are_offered_are_known(provider):
    names = model_names(provider)
    assert names
    assert len(set(names)) == len(names)
    assert all(facts_of(provider, name) != ModelFacts() for name in names)
