"""A day that is not over is compared with what the day before it, a period earlier, had come to by the same hour."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

from conftest import Sql
from people import AURORA
from retaguarda.overview import daily_sums
from retaguarda.payin.administration import routes

ZONE = "America/Sao_Paulo"
DAY = date(2024, 2, 29)
#: 14:30 in São Paulo, on a day a week later.
MOMENT = datetime(2024, 3, 7, 17, 30, tzinfo=UTC)


@pytest.fixture
def hours(sql: Sql) -> None:
    """Of the last day before: 100 at nine, 20 at two in the afternoon, 3 at eight in the evening; 5,000 on the day itself."""
    for hour, received in (
        (datetime(2024, 2, 29, 12, tzinfo=UTC), 100),
        (datetime(2024, 2, 29, 17, tzinfo=UTC), 20),
        (datetime(2024, 2, 29, 23, tzinfo=UTC), 3),
        (datetime(2024, 3, 7, 12, tzinfo=UTC), 5_000),
    ):
        sql(
            "insert into payin_hour (company_id, hour, method, processor, currency, payments, received, charges, converted)"
            " values (%s, %s, 'immediate', 'comparison', 'BRL', 1, %s, 2, 1)",
            AURORA,
            hour,
            received,
        )
    # A sum is of one currency: what came in dollars in the same hour is in none of these.
    sql(
        "insert into payin_hour (company_id, hour, method, processor, currency, payments, received, charges, converted)"
        " select company_id, hour, method, processor, 'USD', 1, 77, 1, 1 from payin_hour where processor = 'comparison'"
    )


def test_the_overview_compares_with_the_same_hour(peopled_url: str, hours: None) -> None:
    with psycopg.connect(peopled_url) as connection, connection.cursor(row_factory=dict_row) as cursor:
        found = cursor.execute(
            daily_sums._SO_FAR_OF_COMPANIES.encode(),
            {"zone": ZONE, "companies": [AURORA], "day": DAY, "moment": MOMENT - timedelta(days=7), "currency": "BRL"},
        ).fetchone()
    assert found == {"received": 120, "payments": 2, "refunded": 0, "charges": 4, "paid": 2}


def test_pay_in_s_administration_compares_with_the_same_hour_and_shows_whole_days(
    peopled_url: str, hours: None
) -> None:
    def read(moment: datetime) -> list[dict[str, Any]]:
        params = {
            "zone": ZONE,
            "companies": [AURORA],
            "before": DAY - timedelta(days=6),
            "first": date(2024, 3, 1),
            "end": date(2024, 3, 8),
            "span": timedelta(days=7),
            "moment": moment,
            "currency": "BRL",
        }
        with psycopg.connect(peopled_url) as connection, connection.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(routes._OF_COMPANIES.encode(), params).fetchall()

    def total(rows: list[dict[str, Any]], part: str) -> int:
        found = routes._total([row for row in rows if row["part"] == part])
        return found["received"] if found else 0

    rows = read(MOMENT)
    assert (total(rows, "before"), total(rows, "now")) == (120, 5_000)
    assert [row["received"] for row in rows if row["part"] == "before" and row["day"] == DAY] == [123]
    # A period that is over is compared with a whole one.
    assert total(read(MOMENT + timedelta(days=1)), "before") == 123
