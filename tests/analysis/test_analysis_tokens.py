"""Tokens are counted, or estimated where they can't be."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.text import tokens as tokens_module
from editor_app.text.tokens import count_tokens


@pytest.mark.parametrize(
    ("model", "is_estimate"),
    [
        (None, True),
        ("sonnet", True),
        ("gpt-4o-mini", False),
        ("openai/gpt-5", False),
        ("o3-mini", False),
        ("gpt-4-turbo", False),
        ("o300", True),
    ],
)
def test_a_count_says_whether_it_is_the_model_s_own(model, is_estimate):
    pytest.importorskip("rs_bpe")
    found = count_tokens("Say what you do not know, and never invent a source.", model)
    assert (found.count, found.is_estimate) == (13, is_estimate)


@given(st.text(st.characters(codec=None, exclude_categories=()), max_size=200))
def test_any_text_has_a_count(text):
    for model in (None, "gpt-4o"):
        found = count_tokens(text, model)
        assert (found.count == 0) == (text == "")
        assert found.count <= 8 * len(text)


@pytest.fixture
def without_a_counter(monkeypatch):
    monkeypatch.setitem(sys.modules, "rs_bpe.bpe", None)
    tokens_module.forget()
    yield
    tokens_module.forget()


def test_without_the_package_it_is_an_estimate(without_a_counter):
    found = count_tokens("Say what you do not know, and never invent a source.", "gpt-4o")
    assert (found.count, found.is_estimate) == (13, True)
    assert count_tokens("", None).count == 0
    assert count_tokens("漢字漢字", None).count == 3  # twelve bytes
