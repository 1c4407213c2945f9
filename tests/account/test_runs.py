"""When a schedule runs, whatever its rhythm."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retaguarda.account.scheduling.run_dates import Rhythm, next_runs
from retaguarda.foundation.business_days import is_business_day


@pytest.fixture(autouse=True)
def every_invariant_holds_afterwards() -> None:
    """Nothing is written here: no database is needed."""


#: Offsets that jump by an hour, at midnight, by half an hour, by a whole day, or never.
ZONES = (
    "America/Sao_Paulo", "America/New_York", "Europe/Lisbon", "America/Santiago", "Australia/Lord_Howe", "Asia/Beirut",
    "Pacific/Kiritimati", "UTC",
)  # fmt: skip
DAYS = st.dates(date(2024, 1, 10), date(2031, 12, 31))


@st.composite
def rhythms(draw: st.DrawFn) -> Rhythm:
    frequency = draw(st.sampled_from(("once", "daily", "weekly", "monthly")))
    start = draw(DAYS)
    return Rhythm(
        frequency=frequency,
        starts_on=start,
        time_zone=draw(st.sampled_from(ZONES)),
        hour=draw(st.integers(0, 23)),
        rule=draw(st.sampled_from(("previous", "next", "none"))),
        ends_on=None if frequency == "once" else draw(st.none() | st.dates(start, start + timedelta(days=900))),
        weekday=draw(st.integers(1, 7)) if frequency == "weekly" else None,
        day=draw(st.integers(1, 31)) if frequency == "monthly" else None,
    )


@given(rhythms(), st.datetimes(datetime(2024, 1, 30), datetime(2031, 12, 1)), st.integers(1, 8))  # noqa: DTZ001  (their zone is drawn, too)
@settings(max_examples=200, deadline=None)
def test_runs_are_later_than_asked_strictly_increasing_and_on_days_that_fit(
    rhythm: Rhythm, after: datetime, count: int
) -> None:
    asked = after.replace(tzinfo=UTC)
    runs = next_runs(rhythm, asked, count)
    assert len(runs) <= count
    assert all(run > asked for run in runs)
    assert all(first < second for first, second in pairwise(runs))
    for run in runs:
        there = run.astimezone(ZoneInfo(rhythm.time_zone))
        assert rhythm.rule == "none" or is_business_day(there.date())
        # An hour that a clock change leaves out becomes the next.
        assert there.hour in (rhythm.hour, rhythm.hour + 1)
        if rhythm.rule == "none":
            assert rhythm.starts_on <= there.date() <= (rhythm.ends_on or date.max)
            assert rhythm.weekday in (None, there.isoweekday())
    # One at a time or all at once: the same runs.
    assert next_runs(rhythm, runs[0], count - 1) == runs[1:] if runs and count > 1 else True


def days(rhythm: Rhythm, after: date, count: int) -> list[str]:
    zone = ZoneInfo(rhythm.time_zone)
    begin = datetime(after.year, after.month, after.day, tzinfo=zone)
    return [run.astimezone(zone).strftime("%m-%d") for run in next_runs(rhythm, begin, count)]


def test_the_31st_is_the_last_day_of_a_shorter_month() -> None:
    rhythm = Rhythm("monthly", date(2028, 1, 1), "America/Sao_Paulo", 9, "none", day=31)
    assert days(rhythm, date(2028, 1, 1), 4) == ["01-31", "02-29", "03-31", "04-30"]
    assert days(rhythm, date(2027, 12, 1), 1) == ["01-31"]


def test_two_days_that_move_to_one_business_day_are_one_run() -> None:
    rhythm = Rhythm("daily", date(2026, 12, 24), "America/Sao_Paulo", 9, "next")
    assert days(rhythm, date(2026, 12, 24), 4) == ["12-24", "12-28", "12-29", "12-30"]
    before = Rhythm("daily", date(2026, 12, 24), "America/Sao_Paulo", 9, "previous")
    assert days(before, date(2026, 12, 24), 3) == ["12-24", "12-28", "12-29"]


def test_an_hour_that_does_not_exist_is_the_next_and_one_that_comes_twice_is_the_first() -> None:
    spring = Rhythm("once", date(2026, 3, 8), "America/New_York", 2)
    assert next_runs(spring, datetime(2026, 1, 1, tzinfo=UTC), 5) == [datetime(2026, 3, 8, 7, tzinfo=UTC)]
    autumn = Rhythm("once", date(2026, 11, 1), "America/New_York", 1)
    assert next_runs(autumn, datetime(2026, 1, 1, tzinfo=UTC), 5) == [datetime(2026, 11, 1, 5, tzinfo=UTC)]
