"""Days on which banks work."""

from datetime import date

import pytest

from retaguarda.foundation.business_days import BeyondCalendar, adjust, calendar_range, is_business_day


@pytest.mark.parametrize(
    ("day", "works"),
    [
        (date(2026, 2, 16), False),  # Monday of Carnival
        (date(2026, 2, 17), False),
        (date(2026, 2, 18), True),  # Ash Wednesday
        (date(2026, 4, 3), False),  # Good Friday
        (date(2026, 6, 4), False),  # Corpus Christi
        (date(2026, 11, 20), False),
        (date(2026, 11, 21), False),  # a Saturday
        (date(2026, 12, 24), True),
        (date(2026, 12, 31), True),
        (date(2032, 12, 31), True),
    ],
)
def test_banks_work_from_monday_to_friday_but_on_holidays(day: date, works: bool) -> None:
    assert is_business_day(day) is works


def test_what_falls_on_no_business_day_moves_as_the_rule_says() -> None:
    carnival = date(2026, 2, 14)
    assert adjust(carnival, "next") == date(2026, 2, 18)
    assert adjust(carnival, "previous") == date(2026, 2, 13)
    assert adjust(carnival, "none") == carnival
    assert adjust(date(2026, 2, 18), "previous") == date(2026, 2, 18)


def test_beyond_the_calendar_nobody_guesses() -> None:
    assert calendar_range() == (date(2024, 1, 1), date(2032, 12, 31))
    with pytest.raises(BeyondCalendar, match="2024-01-01 to 2032-12-31"):
        is_business_day(date(2033, 1, 3))
    with pytest.raises(BeyondCalendar):
        adjust(date(2023, 12, 31), "next")
    assert adjust(date(2033, 1, 1), "none") == date(2033, 1, 1)
