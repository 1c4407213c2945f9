"""What a merchant takes home as a file, the readers of bank statements read back to the centavo."""

from typing import Any

import pytest

from days import today
from people import Person
from retaguarda.providers.statements import Begun, Ended, Mapping, Reader, StatementLine
from support.charges import Counter

HOSTILE = '=1+1; "Três" & <Irmãos> 🍞'


@pytest.mark.parametrize("format_", ["ofx", "camt053", "csv"])
async def test_each_file_that_is_written_here_is_read_here(ana: Person, counter: Counter, format_: str) -> None:
    await counter.paid(ana, 10_000, description=HOSTILE)
    charge = await counter.paid(ana, 250_025)
    await ana.post(f"/v1/payin/payments/{charge['id']}/refunds", {"amount": {"amount": 5}})
    await counter.work()
    await counter.run_job("payin.reconcile")
    told: list[dict[str, Any]] = (await ana.get("/v1/account/transactions", sort="asc")).json()
    day = today().isoformat()
    data = (
        await ana.get("/v1/account/statement/file", format=format_, **{"from": day, "to": day, "locale": "pt"})
    ).content
    zone = "America/Sao_Paulo"
    columns: Any = {"booked_on": f"Registrado em ({zone})", "amount": "Valor (BRL)", "balance": "Saldo (BRL)"}
    columns |= {"description": "Descrição", "reference": "Transação"}
    reader = Reader(Mapping(account="1", currency="BRL", columns=columns, date_form="YYYY-MM-DD"))
    events = [*reader.feed(data), *reader.close()]
    begun, *lines, ended = events
    assert isinstance(begun, Begun)
    assert isinstance(ended, Ended)
    read = [line for line in lines if isinstance(line, StatementLine)]
    assert [line.amount for line in read] == [row["movement"]["amount"] for row in told]
    assert [line.booked_on for line in read] == [today()] * 3
    assert HOSTILE.removeprefix("=") in read[0].description
    assert ended.closing is not None
    assert ended.closing.amount == told[-1]["balance_after"]["amount"]
    assert all(check.holds for check in ended.checks)
    assert reader.known.tolerances.seen == {}
