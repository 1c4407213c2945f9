"""Lines of the bank beside what the ledger expects: the ladder, matches by hand, exceptions, and the undo of one match alone."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from conftest import Sql, Work
from people import Person
from retaguarda_sandbox.statements import BankMove
from support.charges import Counter, offenders
from support.statements import (
    ADJUSTMENTS,
    DAY,
    DAYS,
    EXCEPTIONS,
    LINES,
    MATCHES,
    RUNS,
    applied,
    end_to_end,
    expect,
    later,
    opened,
    told,
)


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert offenders(counter.url) == {}


async def lines(person: Person, **query: Any) -> dict[str, dict[str, Any]]:
    found = (await person.get(LINES, per_page=200, **query)).json()
    return {line["description"]: line for line in found}


async def day(person: Person, at: Any = DAY) -> dict[str, Any]:
    (row,) = (await person.get(DAYS, day=str(at))).json()
    return (await person.get(f"{DAYS}/{row['id']}")).json()


def sent(amount: int, number: int, text: str = "PIX RECEBIDO") -> BankMove:
    return BankMove(amount, DAY, f"{text} {end_to_end(number)}", str(number))


async def test_each_rung_finds_its_own_and_what_is_left_is_an_exception(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    expect(sql, 100_00, f"test:{end_to_end(1)}")
    expect(sql, 300_00, "test:3")
    expect(sql, 45_00, "test:4")
    expect(sql, 45_00, "test:5")
    await opened(diego, eva)
    await applied(
        diego,
        work,
        told(
            sent(100_00, 1),
            BankMove(300_00, DAY, "TED RECEBIDA", "9"),
            BankMove(45_00, DAY, "TED DE CAIO", "10"),
            BankMove(-12_50, DAY, "TARIFA DE COBRANCA", "11"),
            BankMove(-9_99, DAY, "DEBITO DIVERSO", "12"),
        ),
    )
    found = await lines(diego)
    states = {text.split(" E")[0]: (line["state"], line["rung"]) for text, line in found.items()}
    assert states == {
        "PIX RECEBIDO": ("matched", 1),
        "TED RECEBIDA": ("suggested", 5),
        "TED DE CAIO": ("ambiguous", None),
        "TARIFA DE COBRANCA": ("exception", None),
        "DEBITO DIVERSO": ("exception", None),
    }
    kinds = {row["description"]: row["kind"] for row in (await diego.get(EXCEPTIONS)).json()}
    assert kinds == {"TARIFA DE COBRANCA": "fee_unknown", "DEBITO DIVERSO": "bank_only"}
    record = await day(diego)
    assert record["difference"]["amount"] == sum(record["causes"].values()) == -67_49
    assert (record["causes"]["fee"], record["causes"]["none"]) == (-12_50, -9_99)
    (suggestion,) = record["suggestions"]
    said = await diego.post(f"{MATCHES}/{suggestion['id']}/decide", {"choice": "confirm"})
    assert said.json()["state"] == "confirmed"
    again = await diego.post(f"{MATCHES}/{suggestion['id']}/decide", {"choice": "confirm"})
    assert (again.status_code, again.json()["message"]) == (409, "match_not_so")
    # Which of two it is, a person says.
    line = next(each for text, each in found.items() if text.startswith("TED DE CAIO"))
    candidates = (await diego.get(f"{LINES}/{line['id']}")).json()["candidates"]
    assert len({each["id"] for each in candidates}) == 2
    items = {"lines": [line["id"]], "expectations": [candidates[0]["id"]]}
    said = await diego.post(MATCHES, {"items": items, "difference": "none"})
    assert said.status_code == 201, said.text
    assert (await diego.get(f"{LINES}/{line['id']}")).json()["state"] == "matched"


async def test_one_match_is_undone_and_the_others_stand(diego: Person, eva: Person, work: Work, sql: Sql) -> None:
    for number in range(1, 21):
        expect(sql, number * 100, f"test:{end_to_end(number)}")
    await opened(diego, eva)
    await applied(diego, work, told(*(sent(number * 100, number) for number in range(1, 21))))
    found = list((await lines(diego)).values())
    assert {line["state"] for line in found} == {"matched"}
    match = found[7]["match_id"]
    assert (await diego.post(f"{MATCHES}/{match}/decide", {"choice": "undo"})).status_code == 400
    said = await diego.post(f"{MATCHES}/{match}/decide", {"choice": "undo", "reason": "outro pagador"})
    assert said.json()["state"] == "undone"
    again = await diego.post(f"{MATCHES}/{match}/decide", {"choice": "undo", "reason": "outro pagador"})
    assert again.status_code == 409
    after = list((await lines(diego)).values())
    assert [line["state"] for line in after].count("matched") == 19
    # What a person undid no rung finds again.
    assert (await diego.post(RUNS, {})).json()["rungs"][0] == 0
    assert [line["state"] for line in (await lines(diego)).values()].count("matched") == 19


async def test_one_line_closes_several_expectations_with_the_cost_of_the_bank(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    for number, amount in enumerate((4_160_00, 5_320_00, 3_000_00)):
        expect(sql, amount, f"test:{number}")
    await opened(diego, eva)
    await applied(diego, work, told(BankMove(12_478_50, DAY, "LIQ COBRANCA 3 TIT", "118")))
    line = (await lines(diego))["LIQ COBRANCA 3 TIT"]
    expected = [str(id) for (id,) in sql("select id from expectation")]
    body = {"items": {"lines": [line["id"]], "expectations": expected}}
    refused = await diego.post(MATCHES, body)
    assert (refused.status_code, refused.json()["message"]) == (422, "match_differs")
    with_cost = body | {"difference": "bank_cost", "reason": "tarifa 3 x 0,50"}
    made = await diego.post(MATCHES, with_cost)
    assert (made.status_code, made.json()["difference"]["amount"]) == (201, 0)
    assert (await diego.post(MATCHES, with_cost)).json()["message"] == "match_not_open"
    ((cost,),) = sql(
        "select sum(e.amount) from ledger_entry e join ledger_account a on a.id = e.account_id where a.code = 'bank_costs'"
    )
    assert cost == -1_50
    record = await day(diego)
    assert (record["difference"]["amount"], record["open_items"]) == (0, 0)


async def test_a_tariff_is_booked_and_a_line_is_left_out_with_its_reason(
    diego: Person, eva: Person, carla: Person, work: Work, sql: Sql
) -> None:
    sql("select ledger_open(1, 'pix_clearing', 'BRL', null, true)")
    await opened(diego, eva)
    await applied(diego, work, told(BankMove(-12_50, DAY, "TARIFA PIX", "1"), BankMove(-3_00, DAY, "AJUSTE", "2")))
    found = await lines(diego)
    tariff, other = found["TARIFA PIX"]["id"], found["AJUSTE"]["id"]
    booked = {"choice": "book_cost", "reason": "tarifa da tabela"}
    assert (await carla.post(f"{LINES}/{tariff}/decide", booked)).status_code in (403, 404)
    assert (await diego.post(f"{LINES}/{tariff}/decide", booked)).json()["state"] == "booked"
    assert (await diego.post(f"{LINES}/{tariff}/decide", booked)).status_code == 409
    left = await diego.post(f"{LINES}/{other}/decide", {"choice": "ignore", "reason": "estornado no dia seguinte"})
    assert left.json()["state"] == "ignored"
    record = await day(diego)
    assert (record["difference"]["amount"], record["causes"]) == (-3_00, {"accepted": -3_00})
    assert (await diego.get(EXCEPTIONS, state="open")).json() == []
    back = await diego.post(f"{LINES}/{other}/decide", {"choice": "restore", "reason": "era engano"})
    assert back.json()["state"] == "new"


async def test_a_debit_without_journal_is_assigned_and_booked_as_an_adjustment_by_two_people(
    diego: Person, eva: Person, carla: Person, work: Work, sql: Sql
) -> None:
    sql("select set_config('retaguarda.companies', '*', false)")
    sql("select ledger_open(1, 'pix_clearing', 'BRL', null, true), ledger_open(2, 'available', 'BRL', 0, false)")
    sql(
        "select ledger_open(2, 'test.books', 'BRL', null, false), ledger_post(2, gen_random_uuid(), 'test:funds', 'test.move', 'funds', null,"
        " array[2, 2], array['available', 'test.books'], array['BRL', 'BRL'], array[200000, -200000]::bigint[])"
    )
    await opened(diego, eva)
    await applied(diego, work, told(BankMove(-1_500_25, DAY, "TED ENVIADA SEM REGISTRO", "1")))
    (row,) = (await diego.get(EXCEPTIONS)).json()
    path = f"{EXCEPTIONS}/{row['id']}"
    assigned = await diego.post(f"{path}/decide", {"choice": "assign", "owner": eva.email})
    assert (assigned.json()["state"], assigned.json()["owner"]) == ("assigned", eva.email)
    asked = {
        "merchant": 2,
        "type": "debit",
        "reason": "conciliation",
        "amount": {"amount": 1_500_25},
        "due_date": DAY.isoformat(),
        "description": "TED de 16/11 sem registro",
        "exception": row["id"],
    }
    wrong = await diego.post(ADJUSTMENTS, asked | {"amount": {"amount": 1_500_00}})
    assert (wrong.status_code, list(wrong.json()["message"])) == (400, ["amount"])
    note = await diego.post(ADJUSTMENTS, asked)
    assert (note.status_code, note.json()["status"]) == (201, "awaiting_approval")
    decide = f"{ADJUSTMENTS}/{note.json()['id']}/decide"
    own = await diego.post(decide, {"choice": "post"})
    assert (own.status_code, own.json()["message"]) == (409, "note_own")
    assert (await carla.post(decide, {"choice": "post"})).status_code in (403, 404)
    posted = await eva.post(decide, {"choice": "post"})
    assert posted.json()["status"] == "posted", posted.text
    assert (await eva.post(decide, {"choice": "post"})).status_code == 409
    assert (await lines(diego))["TED ENVIADA SEM REGISTRO"]["state"] == "matched"
    assert (await diego.get(path)).json()["state"] == "resolved"
    assert (await day(diego))["open_items"] == 0


async def test_both_sides_of_a_transfer_between_own_accounts_are_matched(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    sql("select ledger_open(1, code, 'BRL', null, true) from (values ('pix_clearing'), ('boleto_clearing')) a (code)")
    await opened(diego, eva)
    await opened(diego, eva, name="Cobrança", number="77001-2", clearing_code="boleto_clearing")
    sql("select set_config('retaguarda.companies', '*', false)")
    sql(
        "select ledger_post(1, gen_random_uuid(), 'own:1', 'test.transfer', 'own', %s::date + time '15:00', array[1, 1],"
        " array['boleto_clearing', 'pix_clearing'], array['BRL', 'BRL'], array[-50000, 50000]::bigint[])",
        DAY,
    )
    await applied(diego, work, told(BankMove(-500_00, DAY, "TRANSFERENCIA ENTRE CONTAS", "1")))
    await applied(diego, work, told(BankMove(500_00, DAY, "TRANSF RECEBIDA", "1"), number="770012"))
    for row in (await diego.get(DAYS)).json():
        record = (await diego.get(f"{DAYS}/{row['id']}")).json()
        for suggestion in record["suggestions"]:
            await diego.post(f"{MATCHES}/{suggestion['id']}/decide", {"choice": "confirm"})
    assert {line["state"] for line in (await lines(diego)).values()} == {"matched"}


async def test_what_is_not_due_yet_is_no_exception(diego: Person, eva: Person, work: Work, sql: Sql) -> None:
    expect(sql, 70_00, "test:late", later(0))
    expect(sql, 80_00, "test:overdue", later(0))
    await opened(diego, eva)
    await applied(diego, work, told(BankMove(80_00, later(0), "TED", "1")))
    assert (await diego.get(EXCEPTIONS)).json() == []
    assert (await day(diego))["not_due"] == 1
    await applied(
        diego, work, told(BankMove(1_00, later(4), "RENDIMENTO", "2"), opening=1_080_00, first=later(4), last=later(4))
    )
    kinds = sorted(row["kind"] for row in (await diego.get(EXCEPTIONS)).json())
    assert kinds == ["bank_only", "ledger_only"]


async def test_after_a_restore_all_that_is_expected_is_read_once_more(diego: Person, eva: Person, sql: Sql) -> None:
    fill, expected = "select conciliation_fill('{}')", "select sum(amount) from expectation"
    expect(sql, 100_00, "test:1")
    await opened(diego, eva)
    sql(fill)
    assert sql(expected) == [(100_00,)]
    # A dump of a server that had come by more transactions than this one has.
    sql("update house_account set filled_before = '999999999'")
    expect(sql, 55_00, "test:2")
    sql(fill)
    assert sql("select conciliation_rebase(false)") == [(False,)]
    assert sql(expected) == [(100_00,)]
    sql("update house_account set filled_before = '999999999'")
    assert sql("select conciliation_rebase(true)") == [(True,)]
    for _ in range(2):
        sql(fill)
        assert sql(expected) == [(155_00,)]
