"""Files that tell which payments came back: looked at line by line, and booked once."""

import asyncio
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import httpx
import pytest

from conftest import Sql
from days import today
from people import Person, set_up
from retaguarda.payouts.refunds.notices.model import PIECE
from support.approvals import Desk, standing_policy
from support.charges import Counter
from support.payments import pay, read
from support.remittances import FileDesk
from support.withdrawals import settle

NOTICES, LINES, RETURNS = "/v1/payouts/return-notices", "/v1/payouts/return-notice-lines", "/v1/payouts/returns"
HEAD = "Devolução;Pagamento;Valor;Data;Motivo"

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")


def rtr(place: int) -> str:
    return f"D18236120202611281200{place:011d}"


def centavos(amount: int) -> str:
    return f"{amount // 100},{amount % 100:02d}"


async def piece(person: Person, notice: str, place: int, content: bytes) -> httpx.Response:
    return await person.client.put(
        f"{NOTICES}/{notice}/pieces/{place}",
        content=content,
        headers=person._headers({"Content-Type": "application/octet-stream"}),
    )


async def brought(person: Person, counter: Counter, text: str | bytes, name: str = "devolucoes.csv") -> dict[str, Any]:
    """A notice all of whose pieces are there, as it was read; each call is made twice."""
    content = text if isinstance(text, bytes) else text.encode()
    key = str(uuid4())
    made, again = [await person.post(NOTICES, {"name": name, "size": len(content)}, key=key) for _ in range(2)]
    assert made.status_code == 201, made.text
    notice = made.json()["id"]
    assert again.json()["id"] == notice
    for place in range(-(-len(content) // PIECE)):
        for _ in range(2):
            said = await piece(person, notice, place, content[place * PIECE : (place + 1) * PIECE])
            assert said.status_code == 200, said.text
    for _ in range(2):
        said = await person.post(f"{NOTICES}/{notice}/finish", key=None)
        assert said.status_code == 200, said.text
    await counter.work()
    return await look(person, notice)


async def look(person: Person, notice: str) -> dict[str, Any]:
    said = await person.get(f"{NOTICES}/{notice}")
    assert said.status_code == 200, said.text
    return said.json()


async def lines(person: Person, notice: str) -> list[dict[str, Any]]:
    return (await person.get(LINES, notice_id=notice, order_by="number", sort="asc", per_page="100")).json()


async def apply(person: Person, counter: Counter, notice: str) -> dict[str, Any]:
    """Applied, asked for twice, as far as the worker got."""
    first, second = [await person.post(f"{NOTICES}/{notice}/apply", key=None) for _ in range(2)]
    assert first.status_code == 200, first.text
    assert (second.status_code, second.json()["message"]) == (409, "notice_not_read")
    await counter.work()
    return await look(person, notice)


async def paid(bruno: Person, ana: Person, counter: Counter, *amounts: int) -> list[str]:
    """Payments of these amounts that the bank carried out."""
    await counter.paid(ana, sum(amounts) + 10_000)
    ids = []
    for place, amount in enumerate(amounts):
        made = await pay(bruno, amount, external_id=f"pedido-{place}")
        assert made.status_code == 201, made.text
        ids.append(made.json()["id"])
        await settle(counter, ids[-1])
    return ids


def table(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join((HEAD, *(";".join(row) for row in rows)))


def counts(notice: dict[str, Any]) -> dict[str, int]:
    return {key: notice[key] for key in ("matched", "known", "over", "unknown", "bad") if notice[key]}


async def test_staff_book_what_a_file_tells_once_and_each_line_says_what_it_is(
    bruno: Person, ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    whole, part, twice, back = await paid(bruno, ana, counter, 5_000, 4_000, 3_000, 2_000)
    e2e = (await read(bruno, part))["end_to_end_id"]
    before = (await counter.balances(ana))["available"]
    text = table(
        [
            (rtr(1), whole, "50,00", today().strftime("%d/%m/%Y"), "MD06"),
            (rtr(2), e2e, "15,00", "", ""),
            (rtr(3), "pedido-2", "20,00", "", ""),
            (rtr(4), "pedido-2", "20,00", "", ""),
            (rtr(5), "pedido-99", "1,00", "", ""),
            (rtr(1), whole, "50,00", "", ""),
        ]
    )
    diego.account = "2"
    notice = await brought(diego, counter, text)
    assert (notice["status"], notice["format"], notice["lines"]) == ("read", "csv", 6)
    assert counts(notice) == {"matched": 3, "over": 1, "unknown": 1, "bad": 1}
    assert notice["amount"]["amount"] == 8_500
    said = await lines(diego, notice["id"])
    assert [(row["outcome"], row["problem"]) for row in said] == [
        ("match", None),
        ("match", None),
        ("match", None),
        ("over", "amount:0:over"),
        ("unknown", "row:0:no_payment"),
        ("bad", "reference:0:reference_twice"),
    ]
    assert [row["payment_id"] for row in said] == [whole, part, twice, twice, None, None]
    assert said[3]["remaining"]["amount"] == 1_000
    # Nothing moves before it is applied.
    assert (await counter.balances(ana))["available"] == before
    assert sql("select count(*) from payout_return") == [(0,)]

    applied = await apply(diego, counter, notice["id"])
    assert (applied["status"], applied["booked"], applied["by_staff"]) == ("applied", 3, True)
    assert (await counter.balances(ana))["available"] == before + 8_500
    assert [(await read(bruno, each))["status"] for each in (whole, part, twice, back)] == [
        "returned", "partly_returned", "partly_returned", "done",
    ]  # fmt: skip
    assert {row["id"] for row in (await bruno.get(RETURNS)).json()} == {rtr(1), rtr(2), rtr(3)}
    # The bank tells of one of them under the same id: it is booked already.
    again = await brought(diego, counter, table([(rtr(2), part, "15,00", "", ""), (rtr(2), part, "16,00", "", "")]))
    assert [(row["outcome"], row["problem"]) for row in await lines(diego, again["id"])] == [
        ("booked", None),
        ("bad", "reference:0:reference_used"),
    ]
    nothing = await diego.post(f"{NOTICES}/{again['id']}/apply", key=None)
    assert (nothing.status_code, nothing.json()["message"]) == (409, "notice_without_matches")
    assert (await diego.post(f"{NOTICES}/{again['id']}/discard", key=None)).json()["status"] == "discarded"
    assert sql("select count(*) from return_notice_piece") == [(0,)]
    assert sql("select count(*) from ledger_journal where kind = 'payouts.returned'") == [(3,)]


async def test_the_same_file_is_refused_and_names_the_first(bruno: Person, ana: Person, counter: Counter) -> None:
    (whole,) = await paid(bruno, ana, counter, 5_000)
    text = table([(rtr(1), whole, "50,00", "", "")])
    first = await brought(bruno, counter, text)
    second = await brought(bruno, counter, text, name="outro nome.csv")
    assert (second["status"], second["same_as"]) == ("refused", first["id"])
    assert (await bruno.post(f"{NOTICES}/{second['id']}/apply", key=None)).json()["message"] == "notice_not_read"
    # One that was thrown away is no longer in the way.
    assert (await bruno.post(f"{NOTICES}/{first['id']}/discard", key=None)).status_code == 200
    third = await brought(bruno, counter, text)
    assert (third["status"], third["same_as"]) == ("read", None)


async def test_on_a_merchants_word_the_bank_is_asked_and_only_its_response_is_booked(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    true, invented = await paid(bruno, ana, counter, 5_000, 4_000)
    before = (await counter.balances(ana))["available"]
    e2e = (await read(bruno, true))["end_to_end_id"]
    said = await counter.bank.client.post("/sandbox/payouts/returns", json={"endToEndId": e2e, "valor": "20.00"})
    assert said.status_code == 201, said.text
    real = said.json()["rtrId"]
    notice = await brought(bruno, counter, table([(real, true, "20,00", "", ""), (rtr(7), invented, "40,00", "", "")]))
    assert counts(notice) == {"matched": 2}
    applied = await apply(bruno, counter, notice["id"])
    assert (applied["status"], applied["by_staff"]) == ("applied", False)
    assert (applied["booked"], applied["asked"]) == (1, 1)
    assert [row["result"] for row in await lines(bruno, notice["id"])] == ["booked", "asked"]
    assert sql("select rtr_id, amount from payout_return") == [(real, 2_000)]
    assert (await counter.balances(ana))["available"] == before + 2_000


async def test_what_a_person_wrote_wrong_is_named_by_its_line_and_column(
    bruno: Person, ana: Person, counter: Counter
) -> None:
    (whole,) = await paid(bruno, ana, counter, 500_000)
    e2e = (await read(bruno, whole))["end_to_end_id"]
    tomorrow, long_ago = f"{today().year + 1}-01-01", "2020-01-31"
    rows: list[tuple[tuple[str, ...], str]] = [
        ((rtr(1), whole, "1.234", "", ""), "amount:3:amount_ambiguous"),
        ((rtr(1), whole, "=SUM(A1)", "", ""), "amount:3:formula"),
        ((rtr(1), whole, "-5,00", "", ""), "amount:3:formula"),
        ((rtr(1), whole, "0,00", "", ""), "amount:3:out_of_range"),
        ((rtr(1), whole, "cinco", "", ""), "amount:3:amount_invalid"),
        ((e2e, rtr(1), "5,00", "", ""), "reference:1:columns_swapped payment:2:columns_swapped"),
        ((whole, rtr(1), "5,00", "", ""), "reference:1:columns_swapped payment:2:columns_swapped"),
        ((rtr(1), "5,00", whole, "", ""), "payment:2:columns_swapped amount:3:columns_swapped"),
        (("D123", whole, "5,00", "", ""), "reference:1:reference_invalid"),
        (("RG12", whole, "5,00", "", ""), "reference:0:rtr_id_needed"),
        (("", "", "", "", ""), ""),
        ((rtr(1), "", "5,00", "", ""), "payment:2:field_required"),
        ((rtr(1), whole, "5,00", "31/02/2026", ""), "returned_on:4:day_invalid"),
        ((rtr(1), whole, "5,00", tomorrow, ""), "returned_on:0:day_future"),
        ((rtr(1), whole, "5,00", long_ago, ""), "returned_on:0:day_before_payment"),
        ((rtr(1), whole, "5,00", "", "x" * 201), "reason:5:too_long"),
        ((rtr(1), whole, "5,00", "", "@cmd"), "reason:5:formula"),
    ]
    notice = await brought(bruno, counter, table([row for row, _ in rows]))
    expected = [problem for _, problem in rows if problem]
    assert [row["problem"] for row in await lines(bruno, notice["id"])] == expected
    assert counts(notice) == {"bad": len(expected)}
    # Two marks for cents in one file: the first decides.
    other = await brought(bruno, counter, table([(rtr(1), whole, "5,00", "", ""), (rtr(2), whole, "5.00", "", "")]))
    assert [row["problem"] for row in await lines(bruno, other["id"])] == [None, "amount:3:amount_other_mark"]


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("Coluna;Outra\n1;2", ("columns_missing", 1, 0)),
        ("Devolução;Pagamento;Valor;Valor\n1;2;3;4", ("column_twice", 1, 4)),
        (HEAD, ("no_lines", 1, 0)),
        ("\n", ("no_lines", 0, 0)),
        (b"\x00\x01\x02", ("not_a_table", 0, 0)),
        (HEAD.encode("utf-16"), ("encoding_unknown", 0, 0)),
        (b'{"a": 1}', ("not_a_table", 0, 0)),
        (table([("D1", "x", "1,00")] * 5_001), ("too_many_lines", 5_002, 0)),
    ],
)
async def test_what_is_no_return_notice_says_why(
    bruno: Person, counter: Counter, content: str | bytes, error: tuple[str, int, int]
) -> None:
    notice = await brought(bruno, counter, content)
    said = notice["error"] or {}
    assert (notice["status"], (said["code"], said["line"], said["column"])) == ("unreadable", error)
    assert (await bruno.post(f"{NOTICES}/{notice['id']}/apply", key=None)).json()["message"] == "notice_not_read"
    assert (await bruno.post(f"{NOTICES}/{notice['id']}/discard", key=None)).json()["status"] == "discarded"


async def test_old_spreadsheets_are_read_in_latin_1(bruno: Person, ana: Person, counter: Counter) -> None:
    (whole,) = await paid(bruno, ana, counter, 5_000)
    notice = await brought(bruno, counter, table([(rtr(1), whole, "50,00", "", "não quis")]).encode("latin-1"))
    assert [(row["outcome"], row["reason"]) for row in await lines(bruno, notice["id"])] == [("match", "não quis")]


async def test_a_notice_is_its_merchants_with_a_second_factor_and_of_its_own_payments(
    bruno: Person, ana: Person, carla: Person, gil: Person, counter: Counter, sql: Sql
) -> None:
    (whole,) = await paid(bruno, ana, counter, 5_000)
    e2e = (await read(bruno, whole))["end_to_end_id"]
    notice = (await brought(bruno, counter, table([(rtr(1), whole, "50,00", "", "")])))["id"]
    sql(
        "update role set permissions = permissions || '{payout::refund:uploadNotifications}' where name in ('operator', 'administrator')"
    )
    assert (await gil.get(NOTICES)).json()["message"] == "two_factor_required"
    assert (await piece(gil, notice, 0, b"x")).json()["message"] == "two_factor_required"
    await set_up(carla)
    for what in ("finish", "apply", "discard"):
        assert (await carla.post(f"{NOTICES}/{notice}/{what}", key=None)).status_code == 404
        assert (await gil.post(f"{NOTICES}/{notice}/{what}", key=None)).json()["message"] == "two_factor_required"
    assert (await carla.get(f"{NOTICES}/{notice}")).status_code == 404
    assert (await piece(carla, notice, 0, b"x")).status_code == 404
    assert (await carla.get(NOTICES)).json() == []
    assert (await carla.get(LINES, notice_id=notice)).json() == []
    # Who knows what another merchant's payment is called learns nothing of it.
    own = await brought(carla, counter, table([(rtr(2), e2e, "50,00", "", ""), (rtr(3), whole, "50,00", "", "")]))
    told = await lines(carla, own["id"])
    assert [(row["outcome"], row["problem"], row["remaining"], row["holder_name"]) for row in told] == [
        ("unknown", "row:0:no_payment", None, None)
    ] * 2
    assert "elsewhere" not in told[0]
    assert (await bruno.get(f"{NOTICES}/{notice}")).json()["status"] == "read"


def balance(sql: Sql, code: str) -> int:
    """What stands on an account of the provider."""
    query = (
        "select coalesce(sum(e.amount), 0)::bigint from ledger_account a join ledger_entry e on e.account_id = a.id"
        " where a.company_id = 1 and a.code = %s"
    )
    return sql(query, code)[0][0]


async def test_staff_book_what_nothing_explains_to_suspense_and_two_people_settle_it(
    bruno: Person, ana: Person, carla: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    (whole,) = await paid(bruno, ana, counter, 5_000)
    before = (await counter.balances(ana))["available"]
    diego.account = eva.account = "2"
    rows = [(rtr(1), "pedido-99", "7,00", "", ""), (rtr(2), whole, "60,00", "", ""), (rtr(3), whole, "50,00", "", "")]
    notice = (await brought(diego, counter, table(rows)))["id"]
    body = {"reason": "O banco confirma o crédito por telefone"}

    def path(line: int) -> str:
        return f"{NOTICES}/{notice}/lines/{line}/case"

    explained = await diego.post(path(4), body, key=None)
    assert (explained.status_code, explained.json()["message"]) == (409, "notice_line_explained")
    for line in (2, 3):
        said = await diego.post(path(line), body, key=None)
        assert said.status_code == 200, said.text
        again = await diego.post(path(line), body, key=None)
        assert (again.status_code, again.json()["message"]) == (409, "notice_line_explained")
    assert said.json()["suspended"] == 2
    assert balance(sql, "payout_suspense") == 6_700
    assert (await counter.balances(ana))["available"] == before
    # The same return in another file has its case already, and the bank's word of it books nothing a second time.
    other = (await brought(diego, counter, table([(rtr(1), "pedido-98", "7,00", "", "")])))["id"]
    twice = await diego.post(f"{NOTICES}/{other}/lines/2/case", body, key=None)
    assert (twice.status_code, twice.json()["message"]) == (409, "return_has_case")
    third = (await brought(diego, counter, table([(rtr(1), whole, "7,00", "", "")])))["id"]
    assert (await apply(diego, counter, third))["left"] == 1
    assert (await counter.balances(ana))["available"] == before

    told = {row["reference"]: row for row in (await diego.get("/v1/payouts/cases")).json()}
    assert {key: (row["payout_id"], row["holder_name"] is None, row["source"]) for key, row in told.items()} == {
        rtr(1): (None, True, "file"),
        rtr(2): (whole, False, "file"),
    }
    case = f"/v1/payouts/cases/{told[rtr(1)]['id']}"
    assert (await diego.get(case)).json()["payout_id"] is None
    end = {"outcome": "merchant", "reason": "A devolução é de um pagamento feito antes de virem para cá"}
    assert (await diego.post(f"{case}/propose/plan", end)).status_code == 200
    assert (await diego.post(f"{case}/propose", end, key=None)).json()["status"] == "proposed"
    assert (await diego.post(f"{case}/settle", key=None)).json()["message"] == "own_proposal"
    assert (await eva.post(f"{case}/settle", key=None)).json()["status"] == "settled"
    assert (await counter.balances(ana))["available"] == before + 700
    assert balance(sql, "payout_suspense") == 6_000
    entry = (await ana.get("/v1/account/transactions", kind="payouts.case_settled")).json()[0]
    assert (entry["amount"]["amount"], entry["origin"]) == (700, "other")
    # No merchant books to suspense, whatever they may.
    sql("update role set permissions = permissions || '{payout::exception:decide,payout::refund:uploadNotifications}'")
    await set_up(carla)
    for person in (bruno, carla):
        assert (await person.post(path(2), body, key=None)).status_code in (403, 404)


async def test_a_return_of_another_merchants_payment_does_not_go_to_suspense_here(
    bruno: Person, ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    (whole,) = await paid(bruno, ana, counter, 5_000)
    e2e = (await read(bruno, whole))["end_to_end_id"]
    diego.account = "3"
    notice = await brought(diego, counter, table([(rtr(1), e2e, "50,00", "", "")]))
    assert counts(notice) == {"unknown": 1}
    said = await diego.post(f"{NOTICES}/{notice['id']}/lines/2/case", {"reason": "nada explica"}, key=None)
    assert (said.status_code, said.json()["message"]) == (409, "return_of_another_merchant")
    assert balance(sql, "payout_suspense") == 0


async def test_a_payment_return_of_a_bank_books_what_it_says_came_back(
    bruno: Person, ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    diego.account = "all"
    desk = FileDesk(diego, bruno, counter, sql)
    await desk.by_file()
    await counter.paid(ana, 30_000)
    ids = [(await pay(bruno, amount)).json()["id"] for amount in (5_000, 7_500)]
    await counter.work()
    remittance = await desk.sealed()
    await desk.apply(await desk.upload(await desk.answered(remittance)))
    assert desk.states(ids) == ["done"] * 2
    before = (await counter.balances(ana))["available"]
    diego.account = "2"
    # It tells of nothing that came back.
    paid_only = await brought(diego, counter, await desk.answered(remittance, 2), name="PG.RET")
    assert (paid_only["status"], paid_only["error"]["code"]) == ("unreadable", "no_returns")
    cut = (await desk.answered(remittance, 3, codes="DV"))[:-300]
    assert (await brought(diego, counter, cut, name="cut.RET"))["error"]["code"] == "return_damaged"
    back = await brought(diego, counter, await desk.answered(remittance, 4, codes="DV"), name="DV.RET")
    assert (back["format"], counts(back)) == ("cnab240", {"matched": 2})
    assert (await apply(diego, counter, back["id"]))["booked"] == 2
    assert (await counter.balances(ana))["available"] == before + 12_500
    # The bank's own file under Return files has nothing left to book, and neither has a table with the numbers of the orders.
    diego.account = "all"
    file = await desk.upload(await desk.answered(remittance, 5, codes="DV"))
    assert await desk.effects(file) == {("already", None): (2, 0)}
    numbers = sql("select 'RG' || number, payout_id::text from payout_order where company_id = 2 and amount = 5000")
    diego.account = "2"
    rows = [(number, payment, "50,00", "", "") for number, payment in numbers] + [(rtr(1), ids[1], "1,00", "", "")]
    again = await brought(diego, counter, table(rows))
    assert [(row["outcome"], row["problem"]) for row in await lines(diego, again["id"])] == [
        ("booked", None),
        ("bad", "reference:0:order_number_needed"),
    ]


async def test_where_a_policy_asks_for_it_a_second_person_lets_a_notice_be_applied(
    bruno: Person, ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    (whole,) = await paid(bruno, ana, counter, 5_000)
    standing_policy(sql, "payouts:return_notice:apply")
    diego.account = eva.account = "2"
    notice = await brought(diego, counter, table([(rtr(1), whole, "50,00", "", "")]))
    asked, again = [await diego.post(f"{NOTICES}/{notice['id']}/apply", key="one") for _ in range(2)]
    assert (asked.status_code, again.status_code) == (202, 202), asked.text
    assert asked.json()["request"] == again.json()["request"]
    await counter.work()
    assert (await look(diego, notice["id"]))["status"] == "read"
    said = await Desk(sql).approve(eva, asked.json()["request"]["id"])
    assert said.status_code == 200, said.text
    await counter.work()
    assert (await look(diego, notice["id"]))["booked"] == 1
    assert sql("select rtr_id from payout_return") == [(rtr(1),)]


async def test_a_worker_that_dies_amid_a_notice_goes_on_where_it_was(
    bruno: Person, ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    ids = await paid(bruno, ana, counter, 5_000, 4_000)
    diego.account = "2"
    notice = await brought(diego, counter, table([(rtr(n), each, "10,00", "", "") for n, each in enumerate(ids)]))
    # The bank tells of the first return itself meanwhile, under the same id: it is booked once.
    e2e = (await read(bruno, ids[0]))["end_to_end_id"]
    body = {"endToEndId": e2e, "valor": "10.00", "rtrId": rtr(0)}
    assert (await counter.bank.client.post("/sandbox/payouts/returns", json=body)).status_code == 201
    await counter.run_job("payouts.take_back", 2, ids[0])
    assert (await diego.post(f"{NOTICES}/{notice['id']}/apply", key=None)).status_code == 200
    for _ in range(2):
        await counter.run_job("payouts.apply_return_notice", 2, notice["id"])
    await counter.work()
    assert (await look(diego, notice["id"]))["booked"] == 2
    assert sql("select rtr_id, amount from payout_return order by 1") == [(rtr(0), 1_000), (rtr(1), 1_000)]
    assert sql("select count(*) from ledger_journal where kind = 'payouts.returned'") == [(2,)]


async def test_what_the_bank_has_told_of_meanwhile_is_not_booked_to_suspense_too(
    bruno: Person, ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    (whole,) = await paid(bruno, ana, counter, 5_000)
    diego.account = "2"
    notice = await brought(diego, counter, table([(rtr(1), "pedido-99", "10,00", "", "")]))
    e2e = (await read(bruno, whole))["end_to_end_id"]
    body = {"endToEndId": e2e, "valor": "10.00", "rtrId": rtr(1)}
    assert (await counter.bank.client.post("/sandbox/payouts/returns", json=body)).status_code == 201
    await counter.run_job("payouts.take_back", 2, whole)
    said = await diego.post(f"{NOTICES}/{notice['id']}/lines/2/case", {"reason": "nada explica"}, key=None)
    assert (said.status_code, said.json()["message"]) == (409, "return_booked")
    assert balance(sql, "payout_suspense") == 0


async def test_two_who_bring_one_file_at_once_are_told_of_each_other(
    bruno: Person, diego: Person, ana: Person, counter: Counter
) -> None:
    (whole,) = await paid(bruno, ana, counter, 5_000)
    diego.account = "2"
    content = table([(rtr(1), whole, "50,00", "", "")]).encode()
    ids = []
    for person in (bruno, diego):
        made = await person.post(NOTICES, {"name": "banco.csv", "size": len(content)})
        ids.append(made.json()["id"])
        assert (await piece(person, ids[-1], 0, content)).status_code == 200
    ends = (
        person.post(f"{NOTICES}/{notice}/finish", key=None) for person, notice in zip((bruno, diego), ids, strict=True)
    )
    said = [each.json() for each in await asyncio.gather(*ends)]
    assert sorted(each["status"] for each in said) == ["received", "refused"]
    (refused,) = [each for each in said if each["status"] == "refused"]
    assert refused["same_as"] == next(each["id"] for each in said if each is not refused)
