"""The state of a session as a value: what is written is read again, and nothing that is read fails."""

from __future__ import annotations

import json
from datetime import UTC

from hypothesis import given
from hypothesis import strategies as st

from editor_app.system_messages.situations.situation import OPEN, ConditionKey, Situation
from editor_app.window.session.state import (
    LinesInSight,
    SessionState,
    TabLook,
    TabState,
    TabTrial,
    session_from_json,
    session_to_json,
)
from editor_app.window.text.open_documents import TabSort

NAMES = st.text(max_size=4)
MOMENTS = st.datetimes(timezones=st.just(UTC))
PLACES = st.integers(0, 10_000)
KEYS = st.frozensets(st.builds(ConditionKey, NAMES, st.none() | NAMES), max_size=3)
SITUATIONS = st.builds(
    Situation,
    file=st.just(OPEN) | st.none() | NAMES,
    mode=st.just(OPEN) | st.none() | NAMES,
    tools=st.just(OPEN) | st.lists(NAMES, max_size=3).map(tuple),
    holds=KEYS,
    fails=KEYS,
    values=st.dictionaries(NAMES, st.none() | NAMES, max_size=3),
)
TABS = st.builds(
    TabState,
    path=st.none() | st.text(st.characters(exclude_characters="\0"), min_size=1, max_size=4),
    number=st.none() | st.integers(1, 99),
    caret=PLACES,
    anchor=PLACES,
    lines=st.builds(LinesInSight, PLACES, st.lists(PLACES, max_size=3).map(tuple)),
    look=st.builds(TabLook, st.booleans(), st.sampled_from(TabSort), st.just(()) | st.tuples(PLACES, PLACES)),
    tried=st.builds(
        TabTrial,
        st.none() | st.text(min_size=1, max_size=4),
        st.dictionaries(NAMES, NAMES, max_size=3),
        st.none() | SITUATIONS,
        st.none() | NAMES.filter(bool),
    ),
    of_kind=st.dictionaries(NAMES, st.none() | st.integers() | st.lists(NAMES, max_size=2), max_size=2),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | NAMES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(TABS, min_size=1, max_size=4).map(tuple), st.data(), NAMES)
def test_a_state_is_the_same_after_a_restart(tabs, data, preview):
    front = data.draw(st.integers(0, len(tabs) - 1))
    tried = data.draw(st.tuples(st.none() | NAMES, st.none() | NAMES, st.none() | MOMENTS))
    state = SessionState(tabs, front, data.draw(st.integers(-20, 40)), preview, *tried)
    assert session_from_json(json.loads(json.dumps(session_to_json(state)))) == state


@given(JSON)
def test_what_is_no_state_is_an_empty_one(value):
    assert isinstance(session_from_json(value), SessionState)


def parts_of(tab: TabState) -> dict[str, object]:
    """Return what is kept of a tab, by its key there."""
    own = {name: getattr(tab, name) for name in TabState.__slots__ if name not in {"lines", "look", "tried"}}
    tried = {name: getattr(tab.tried, name) for name in TabTrial.__slots__}
    look = {name: getattr(tab.look, name) for name in TabLook.__slots__}
    return {**own, **tried, **look, "first_line": tab.lines.first, "folds": tab.lines.folds}


@given(TABS, st.sampled_from(sorted(parts_of(TabState()))), JSON)
def test_a_broken_value_counts_as_missing_and_the_others_stand(tab, key, value):
    table = session_to_json(SessionState((tab,)))
    table["tabs"][0][key] = value
    table["of a later version"] = value
    [read] = session_from_json(table).tabs
    for name, part in parts_of(tab).items():
        if name != key:
            assert parts_of(read)[name] == part
