"""Money without decimals and money with three: read, matched, booked and closed to its last place, and never for another currency."""

import pytest

from conftest import Sql, Work
from people import Person
from retaguarda_sandbox.statements import BankMove
from support.charges import Counter, offenders
from support.statements import DAY, DAYS, LINES, applied, end_to_end, expect, opened, told


@pytest.mark.parametrize(("currency", "format"), [("JPY", "ofx"), ("TND", "xml"), ("USD", "sta")])
async def test_every_currency_is_conciliated_with_its_own_decimals(
    currency: str, format: str, diego: Person, eva: Person, work: Work, sql: Sql, counter: Counter
) -> None:
    expect(sql, 1_234, f"test:{end_to_end(1)}", currency=currency)
    # As much in reais, which no line of this account is.
    expect(sql, 505, f"test:{end_to_end(2)}")
    await opened(diego, eva, currency=currency, opening=10_001)
    moves = (
        BankMove(1_234, DAY, f"PIX RECEBIDO {end_to_end(1)}", "1"),
        BankMove(505, DAY, f"PIX RECEBIDO {end_to_end(2)}", "2"),
        BankMove(-7, DAY, "TARIFA DE CONTA", "3"),
    )
    file = await applied(diego, work, told(*moves, currency=currency, opening=10_001), format)
    assert file["status"] == "applied", file
    found = {line["amount"]["amount"]: line for line in (await diego.get(LINES)).json()}
    assert {amount: line["state"] for amount, line in found.items()} == {
        1_234: "matched",
        505: "exception",
        -7: "exception",
    }
    assert {line["amount"]["currency"] for line in found.values()} == {currency}
    for amount, choice in ((-7, "book_cost"), (505, "ignore")):
        said = await diego.post(f"{LINES}/{found[amount]['id']}/decide", {"choice": choice, "reason": "do banco"})
        assert said.status_code == 200, said.text
    (day,) = [row for row in (await diego.get(DAYS)).json() if row["day"] == str(DAY)]
    assert day["bank_closing"] == {"amount": 10_001 + 1_234 + 505 - 7, "currency": currency}
    assert day["difference"] == {"amount": 505, "currency": currency}
    for person, choice, reason in ((diego, "ask_close", "505 a devolver"), (eva, "close", None)):
        said = await person.post(f"{DAYS}/{day['id']}/decide", {"choice": choice, "reason": reason})
        assert said.status_code == 200, said.text
    assert said.json()["state"] == "closed"
    assert offenders(counter.url) == {}
