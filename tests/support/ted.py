"""What happens in tests of TED, each in one line: a moment of the banks' day, a merchant that pays by TED, and its account elsewhere."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from conftest import Sql
from days import ZONE, today
from people import AURORA
from retaguarda.payout_engine import send_by_processor
from retaguarda.payout_engine.decide_sending import works
from support.lots import LotDesk
from support.payments import pay

#: Somebody's account at a bank that takes part in Pix and in TED.
BY_TED: dict[str, Any] = {
    "key": None,
    "account": {"ispb": "00000000", "account_type": "CACC", "branch": "1584", "number": "00210169", "digit": "6"},
    "holder_name": "Papelaria Horizonte Ltda",
    "holder_document": "11.222.333/0001-81",
    "method": "ted",
}
#: The beginnings of the bank's routes, as faults name them.
SUBMIT = "POST /pagamentos-lote/v1/lotes-transferencias"
STATE = "GET /pagamentos-lote/v1/lotes-transferencias"
LINE = "GET /pagamentos-lote/v1/transferencias/"


class Hours:
    """The moment by which hours of processors are judged."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = moment("12:00")

        async def now(tx: Any) -> datetime:
            return self.at

        monkeypatch.setattr(send_by_processor, "moment", now)


def business_day(away: int = 1) -> date:
    """The day after today on which banks work, or the one so many of them later."""
    day = today()
    while away:
        day += timedelta(days=1)
        away -= works(day)
    return day


def moment(hour: str, day: date | None = None) -> datetime:
    """An hour of Brasília, on the next business day unless another is named."""
    return datetime.combine(day or business_day(), time.fromisoformat(hour), ZONE).astimezone(UTC)


def ted_on(sql: Sql, *, may_be_pix: bool = False, version: int = 1, **more: Any) -> None:
    """Aurora pays by Pix and by TED."""
    values = {"queue": False} | more
    sql(
        "insert into payout_setting_version (company_id, version, currency, methods, queue, queue_days, queue_skips, hold_ends, duplicates,"
        " external_id_needed, ted_may_be_pix, valid_from, actor) values (%s, %s, 'BRL', '{pix,ted}', %s, 30, true, 'refuse', 'off', false,"
        " %s, now() - interval '1 minute', 'a test')",
        AURORA,
        version,
        values["queue"],
        may_be_pix,
    )


async def pay_ted(desk: LotDesk, *amounts: int, **more: Any) -> list[str]:
    """TEDs of Bruno's of these amounts, whose orders wait for a lot."""
    ids = list[str]()
    for amount in amounts:
        said = await pay(desk.bruno, amount, **BY_TED | more)
        assert said.status_code == 201, said.text
        ids.append(said.json()["id"])
    await desk.counter.work()
    return ids
