"""Date-times are those of RFC 3339, and compare as points in time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.system_messages.model.timestamps import probable_timestamp, read_moment

ZONES = st.integers(-23 * 60 - 59, 23 * 60 + 59).map(lambda minutes: timezone(timedelta(minutes=minutes)))


@given(st.datetimes(timezones=ZONES), st.datetimes(timezones=ZONES))
def test_moments_compare_as_points_in_time(one, other):
    texts = [moment.isoformat() for moment in (one, other)]
    first, second = map(read_moment, texts)
    assert (first < second, first == second) == (one < other, one == other)


@given(st.datetimes(), st.sampled_from(["T", "t"]), st.sampled_from(["Z", "z", "+00:00", "-00:00"]))
def test_spellings_of_one_moment_are_equal(moment, between, zone):
    utc = read_moment(moment.replace(tzinfo=UTC).isoformat())
    assert read_moment(moment.isoformat(sep=between) + zone) == utc


@given(*[st.integers(0, most) for most in (13, 32, 25, 61, 59)], st.sampled_from([1900, 2000, 2024, 2026]))
def test_the_calendar_is_that_of_the_library(month, day, hour, minute, second, year):
    try:
        known = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        known = None
    text = f"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"
    moment = read_moment(text)
    assert (moment is None) == (known is None)
    if known is not None:
        since = known - datetime(1, 1, 1, tzinfo=UTC)
        first = read_moment("0001-01-01T00:00:00Z")
        assert (moment.minute - first.minute) * 60 + moment.second == since.total_seconds()


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("2026-01-28", "2026-01-28T00:00:00Z"),
        ("2026-1-8", "2026-01-08T00:00:00Z"),
        ("2026/01/28 9:05", "2026-01-28T09:05:00Z"),
        ("2026-01-28T09:00Z", "2026-01-28T09:00:00Z"),
        ("2026-01-28 09:00:00 +0200", "2026-01-28T09:00:00+02:00"),
        ("2026-01-28 09:00:00.25 UTC", "2026-01-28T09:00:00.25Z"),
        ("2026-02-30", "2026-02-28T00:00:00Z"),
        ("2026-02-29T10:11:12.5+02:00", "2026-02-28T10:11:12.5+02:00"),
        ("2024-02-31T10:11:12-11:00", "2024-02-29T10:11:12-11:00"),
        ("2026-04-31T23:59:59Z", "2026-04-30T23:59:59Z"),
        ("2026-04-00T23:59:59Z", "2026-04-01T23:59:59Z"),
        ("2026-13-01T00:00:00Z", None),
        ("2026-00-01", None),
        ("2026-02-29T25:00:00Z", None),
        ("yesterday", None),
        ("2026-01-28T09:00:00Z", None),
        ("9" * 10_000, None),
    ],
)
def test_what_was_probably_meant(text, better):
    assert probable_timestamp(text) == better
    if better is not None:
        assert read_moment(better) is not None


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z",
        "2026-01-28T09:00:60Z",
        "2026-01-28T09:00:00",
        "2026-01-28",
    ],
)
def test_no_moment(text):
    assert read_moment(text) is None


def test_leap_days_and_seconds():
    assert read_moment("2000-02-29T00:00:00Z") is not None
    assert read_moment("2016-12-31T23:59:60Z") == read_moment("2017-01-01T00:59:60+01:00")
    assert read_moment("2016-12-31T23:59:60Z") < read_moment("2017-01-01T00:00:00Z")
