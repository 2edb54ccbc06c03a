"""Times in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from editor_app.window.kit.words.times import moment


def test_a_moment_has_its_day_unless_that_is_today_where_the_user_is():
    now = datetime(2026, 3, 4, 1, 30, tzinfo=timezone(timedelta(hours=2)))
    assert moment(datetime(2026, 3, 3, 22, 5, tzinfo=UTC), now) == "at 00:05"
    assert moment(datetime(2026, 3, 3, 21, 5, tzinfo=UTC), now) == "on 2026-03-03 at 23:05"
