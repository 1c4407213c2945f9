"""Dates that are read, as mails, notifications, receipts and statements write them."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from retaguarda.foundation.local_day import format_day, format_time
from retaguarda.foundation.receipt import format_moment
from retaguarda.identity.mails import compose
from retaguarda.notifications.texts import message

AT = datetime(2026, 9, 2, 2, 5, 7, tzinfo=ZoneInfo("UTC"))
HERE = ZoneInfo("America/Sao_Paulo")


def test_a_date_is_written_day_month_year_in_portuguese_and_with_the_name_of_its_month_in_english() -> None:
    assert (format_day(date(2026, 9, 1), "pt"), format_day(date(2026, 9, 1), "en")) == ("01/09/2026", "1 Sep 2026")
    local = AT.astimezone(HERE)
    assert (format_time(local, "pt"), format_time(local, "en")) == ("01/09/2026 23:05", "1 Sep 2026, 23:05")


def test_receipts_notifications_and_mails_write_it_alike() -> None:
    assert format_moment(AT, HERE, "pt") == "01/09/2026 23:05:07 (UTC-03:00)"
    assert format_moment(AT, HERE, "en") == "1 Sep 2026, 23:05:07 (UTC-03:00)"
    case = {"due_at": AT.isoformat(), "amount": 100, "blocked": 100}
    assert "Responda até 01/09/2026 23:05:" in message("pt", "payin_med_opened", case)
    assert "Response due by 1 Sep 2026, 23:05:" in message("en", "payin_med_opened", case)
    assert "01/09/2026 23:05 (America/Sao_Paulo)" in _mail("pt")
    assert "1 Sep 2026, 23:05 (America/Sao_Paulo)" in _mail("en")


def _mail(language: str) -> str:
    row: dict[str, Any] = dict.fromkeys(("company", "actor", "event_name", "ip", "user_agent", "pending_email"), "")
    row |= {
        "locale": language,
        "name": "Ana",
        "email": "ana@merchant.example",
        "at": AT,
        "time_zone": HERE.key,
        "data": {},
    }
    return compose("password_changed", row, "https://house.example", "").text
