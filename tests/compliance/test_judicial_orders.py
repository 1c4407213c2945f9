"""Courts' orders: what is there is held, each credit up to what is missing, and never more; two people each time."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from accounts.test_sub_accounts import move, opened, own
from conftest import Sql
from days import today
from payin.test_splits import LUZ, added, part
from people import Person
from support.charges import Counter, offenders
from support.payments import pay

ORDERS = "/v1/compliance/judicial-orders"
LOJA = "P3E2Z8IQ9Y7J64"
#: Where a court keeps deposits. The sandbox refuses branch 9903.
COURT: dict[str, Any] = {
    "ispb": "18236120",
    "account_type": "TRAN",
    "branch": "1425",
    "number": "4455667",
    "digit": "8",
    "holder_name": "Tribunal de Justiça de São Paulo",
    "holder_document": "51.174.001/0001-93",
    "deposit_id": "081020000012345678",
}
TRANSFER = {"how": "transferred", "reason": "conta judicial 1234"}


def order(**more: Any) -> dict[str, Any]:
    return {
        "protocol": f"2026{uuid4().hex[:12]}",
        "court": "2ª Vara Cível de São Paulo",
        "process": "1001234-56.2026.8.26.0100",
        "document": LOJA,
        "holder_name": "Loja Aurora Comércio Ltda",
        "amount": {"amount": 30_000},
        "received_on": str(today()),
        "repeat_until": str(today() + timedelta(days=10)),
        **more,
    }


async def act(person: Person, made: str, action: str, body: Any = None) -> dict[str, Any]:
    said = await person.post(f"{ORDERS}/{made}/{action}", body or {}, key=None)
    assert said.status_code == 200, said.text
    return said.json()


async def refused(person: Person, made: str, action: str, body: Any, message: str) -> None:
    said = await person.post(f"{ORDERS}/{made}/{action}", body, key=None)
    assert (said.status_code, said.json()["message"]) == (409, message), said.text


async def executed(diego: Person, eva: Person, **more: Any) -> str:
    made = await diego.post(ORDERS, order(**more))
    assert made.status_code == 201, made.text
    await act(eva, made.json()["id"], "execute")
    return made.json()["id"]


def net(*amounts: int) -> int:
    """What reaches the balance of payments, less the fee of 0.99 % each."""
    return sum(amount - (amount * 99 + 5_000) // 10_000 for amount in amounts)


def standing(sql: Sql) -> list[tuple[Any, ...]]:
    return sql("select posted, held from ledger_account where company_id = 2 and code = 'available'")


async def test_what_is_there_is_held_and_each_credit_up_to_what_is_missing(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    body, key = order(), str(uuid4())
    first, second = [await diego.post(ORDERS, body, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content), first.text
    made = first.json()["id"]
    own = await diego.post(f"{ORDERS}/{made}/execute", {}, key=None)
    assert (own.status_code, own.json()["message"]) == (409, "own_judicial_order")
    assert (await act(eva, made, "execute"))["held"]["amount"] == net(20_000)
    again = await eva.post(f"{ORDERS}/{made}/execute", {}, key=None)
    assert (again.status_code, again.json()["message"]) == (409, "judicial_order_not_so")
    assert standing(sql) == [(net(20_000), net(20_000))]
    assert (await pay(bruno)).json()["message"] == "insufficient_balance"
    await counter.paid(ana, 7_000)
    assert standing(sql) == [(net(20_000, 7_000), net(20_000, 7_000))]
    await counter.paid(ana, 7_000)
    assert standing(sql) == [(net(20_000, 7_000, 7_000), 30_000)]
    await counter.paid(ana, 1_000)
    assert standing(sql) == [(net(20_000, 7_000, 7_000, 1_000), 30_000)]
    found = (await diego.get(f"{ORDERS}/{made}")).json()
    assert [hold["amount"]["amount"] for hold in found["holds"]] == [
        30_000 - net(20_000, 7_000), net(7_000), net(20_000),
    ]  # fmt: skip
    assert [hold["cause"] for hold in found["holds"]] == ["credit", "credit", "execution"]
    assert (await act(eva, made, "answer"))["outcome"] == "full"
    assert offenders(counter.url) == {}


async def test_shares_of_a_recipient_are_held_also_when_its_account_opens_later(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    first = await executed(diego, eva, document=LUZ, holder_name="Ateliê 529", amount={"amount": 1_000})
    assert (await diego.get(f"{ORDERS}/{first}")).json()["accounts"] == 0
    light = (await added(bruno))["id"]
    split = {"parts": [part("percent", 3333, light), part("remainder")], "rounding": light}
    await counter.paid(ana, 9_999, split=split)

    def held() -> list[tuple[Any, ...]]:
        return sql("select held, posted > 3000 from ledger_account where code = %s", f"recipient.{light}")

    assert held() == [(1_000, True)]
    assert [hold["cause"] for hold in (await diego.get(f"{ORDERS}/{first}")).json()["holds"]] == ["credit"]
    # What is there already is held when an order is executed; the merchant's own money is nobody else's.
    await executed(diego, eva, document=LUZ, holder_name="Ateliê 529", amount={"amount": 500}, repeat_until=None)
    assert held() == [(1_500, True)]
    assert [held for _, held in standing(sql)] == [0]
    assert (await act(eva, first, "answer"))["outcome"] == "full"
    await act(eva, first, "direct", COURT)
    await act(diego, first, "end", {"how": "transferred", "reason": "conta judicial 1234"})
    assert held() == [(500, False)]
    assert offenders(counter.url) == {}


async def test_money_under_a_name_of_its_own_is_the_documents_too_and_a_court_blocks_it(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    taxes, main = await opened(diego), (await own(bruno))["available"]["id"]
    assert (await move(bruno, main, taxes, 15_000)).status_code == 201
    made = await executed(diego, eva)
    assert (await diego.get(f"{ORDERS}/{made}")).json()["held"]["amount"] == net(20_000)
    assert sql("select held from ledger_account where code like 'sub.%%'") == [(15_000,)]
    assert (await move(bruno, taxes, main, 1)).status_code == 422
    # One that is opened later hides nothing either, and what the merchant is told is all that is held.
    await opened(diego, "Folha")
    assert (await diego.get(f"{ORDERS}/{made}")).json()["accounts"] == 3
    (told,) = (await bruno.get("/v1/account/balances")).json()["restrictions"]
    assert told["amount"]["amount"] == net(20_000)
    await act(diego, made, "end", {"how": "released", "reason": "ordem de desbloqueio"})
    assert (await move(bruno, taxes, main, 15_000)).status_code == 201
    assert offenders(counter.url) == {}


async def test_a_release_lets_go_exactly_of_its_holds(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    waiting = await executed(diego, eva, amount={"amount": 8_000})
    other = await executed(diego, eva, amount={"amount": 5_000})
    assert standing(sql) == [(net(20_000), 13_000)]
    own = await eva.post(f"{ORDERS}/{waiting}/end", {"how": "released", "reason": "ordem de desbloqueio"}, key=None)
    assert (own.status_code, own.json()["message"]) == (409, "own_judicial_order")
    gone = await act(diego, waiting, "end", {"how": "released", "reason": "ordem de desbloqueio"})
    assert (gone["status"], gone["held"]["amount"]) == ("released", 0)
    assert standing(sql) == [(net(20_000), 5_000)]
    await counter.paid(ana, 1_000)
    assert standing(sql) == [(net(20_000, 1_000), 5_000)]
    assert (await diego.get(f"{ORDERS}/{other}")).json()["held"]["amount"] == 5_000
    assert offenders(counter.url) == {}


async def test_an_order_to_unblock_says_what_it_lets_go_and_who_may_execute_it(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    given = order(amount={"amount": 8_000})
    blocked = (await diego.post(ORDERS, given)).json()["id"]
    await act(eva, blocked, "execute")

    # Whoever executed the block does not end it, by a court's word neither: the page says so before anybody presses the button.
    about = given["protocol"]
    mine = (await diego.post(ORDERS, order(type="unblock", amount=None, repeat_until=None, about=about))).json()["id"]
    assert [(await who.get(f"{ORDERS}/{mine}")).json()["may_execute"] for who in (diego, eva)] == [False, False]
    await refused(eva, mine, "execute", {}, "own_judicial_order")

    word = (await eva.post(ORDERS, order(type="unblock", amount=None, repeat_until=None, about=about))).json()["id"]
    page = (await diego.get(f"{ORDERS}/{word}")).json()
    assert (page["may_execute"], page["block"]["id"], page["block"]["held"]["amount"]) == (True, blocked, 8_000)
    plan = (await diego.post(f"{ORDERS}/{word}/execute/plan", {}, key=None)).json()
    assert {"amount": 8_000, "currency": "BRL"} in [each["value"] for each in plan["facts"]]
    for _ in range(2):
        await diego.post(f"{ORDERS}/{word}/execute", {}, key=None)
    page = (await diego.get(f"{ORDERS}/{word}")).json()
    assert (page["status"], page["block"]["status"], page["block"]["held"]["amount"]) == ("executing", "released", 0)
    assert standing(sql) == [(net(20_000), 0)]
    assert offenders(counter.url) == {}


async def test_a_transfer_takes_what_is_held_to_the_courts_account_once_and_by_two_people(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = await executed(diego, eva, amount={"amount": 15_000})
    early = await diego.post(f"{ORDERS}/{made}/end", {"how": "transferred", "reason": "conta judicial"}, key=None)
    assert (early.status_code, early.json()["message"]) == (409, "judicial_order_not_so")
    await act(eva, made, "answer")
    await refused(diego, made, "end", TRANSFER, "judicial_order_undirected")
    wrong = await diego.post(f"{ORDERS}/{made}/direct", COURT | {"ispb": "99999999"}, key=None)
    assert (wrong.status_code, wrong.json()["message"]) == (400, {"ispb": ["bank_unknown"]})
    await act(diego, made, "direct", COURT)
    await refused(diego, made, "end", TRANSFER, "own_judicial_order")
    await act(eva, made, "direct", COURT)
    ended = await act(diego, made, "end", TRANSFER)
    assert (ended["transferred"]["amount"], ended["held"]["amount"], ended["status"]) == (15_000, 0, "transferred")
    assert standing(sql) == [(net(20_000) - 15_000, 0)]
    for who in (diego, eva):
        await refused(who, made, "pay", {}, "judicial_order_paid")
        await refused(who, made, "direct", COURT, "judicial_order_paid")
    await counter.work()
    (payment,) = (await diego.get(f"{ORDERS}/{made}")).json()["payments"]
    assert (payment["status"], payment["amount"]["amount"], payment["sent_by"]) == ("done", 15_000, diego.email)
    await refused(diego, made, "pay", {}, "judicial_order_paid")
    assert offenders(counter.url) == {}
    # What the merchant reads of it names neither court, nor process, nor order.
    told = "".join(
        [
            (await bruno.get(path)).text
            for path in ("/v1/account/transactions", "/v1/payouts", "/v1/account/withdrawals")
        ]
    )
    (taken,) = [
        each for each in (await bruno.get("/v1/account/transactions")).json() if each["kind"] == "account.restricted"
    ]
    told += (await bruno.get(f"/v1/account/transactions/{taken['transaction_id']}")).text
    assert [word for word in ("udici", "ourt", made, "1001234", "Tribunal", payment["payout_id"]) if word in told] == []


async def test_what_did_not_arrive_is_sent_again_by_another_person_and_never_twice(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = await executed(diego, eva, amount={"amount": 15_000})
    await act(eva, made, "answer")
    await act(eva, made, "direct", COURT | {"branch": "9903"})
    await act(diego, made, "end", TRANSFER)
    await counter.work()
    found = (await diego.get(f"{ORDERS}/{made}")).json()
    assert [each["status"] for each in found["payments"]] == ["failed"]
    assert (found["may_pay"], found["directable"]) == (True, True)
    await act(diego, made, "direct", COURT)
    await refused(diego, made, "pay", {}, "own_judicial_order")
    await act(eva, made, "pay", {})
    assert {(await eva.post(f"{ORDERS}/{made}/pay", {}, key=None)).status_code for _ in range(2)} == {409}
    await counter.work()
    found = (await diego.get(f"{ORDERS}/{made}")).json()
    assert [each["status"] for each in found["payments"]] == ["done", "failed"]
    assert sql("select posted, held from ledger_account where code = 'court_payouts'") == [(0, 0)]
    assert offenders(counter.url) == {}
    # One person alone cannot, not even by SQL; and the database lets no second payout stand beside the first.
    with pytest.raises(psycopg.errors.CheckViolation):
        sql(
            "insert into judicial_payment select 1, gen_random_uuid(), order_id, 1, 'BRL', sent_by_id, sent_by, sent_by_id from judicial_payment"
        )
    copied = "insert into payout select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'status', 'pending'))).* from payout p"
    with pytest.raises(psycopg.errors.UniqueViolation, match="payout_for_court"):
        sql(f"{copied} where origin = 'judicial' and status = 'done'")
    sql("set session_replication_role = replica")
    sql(
        "update judicial_payment set sent_by_id = sent_by_id, amount = amount - 1 where payout_id in (select id from payout where status = 'done')"
    )
    sql("set session_replication_role = origin")
    assert set(offenders(counter.url)) == {"judicial_money_goes_to_the_court_once"}


async def test_a_courts_account_on_the_block_list_is_paid_because_two_people_said_so(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    entry = {
        "lane": "fraud",
        "kind": "document",
        "value": COURT["holder_document"],
        "direction": "both",
        "effect": "refuse",
    }
    blocked = await diego.post(
        "/v1/compliance/block-list", entry | {"cause": "own_analysis", "reason": "Conta suspeita"}
    )
    assert blocked.status_code == 201, blocked.text
    await counter.paid(ana, 20_000)
    made = await executed(diego, eva, amount={"amount": 15_000})
    await act(eva, made, "answer")
    await act(eva, made, "direct", COURT)
    await act(diego, made, "end", TRANSFER)
    await counter.work()
    (payment,) = (await diego.get(f"{ORDERS}/{made}")).json()["payments"]
    assert payment["status"] == "done"
    # That the entry stood against it is written down, with the other of the two as who let it go.
    (refusal,) = (await diego.get("/v1/compliance/block-refusals")).json()
    assert (refusal["state"], refusal["released_by"], refusal["subject"]) == (
        "released",
        eva.email,
        payment["payout_id"],
    )
    assert sql("select actor_id <> released_by_id from block_refusal") == [(True,)]
    assert offenders(counter.url) == {}
    # Anybody else's payment to it is refused as before.
    assert sql("select code from block_verdict(2, 'out', block_probes('51174001000193'))") == [
        ("payment_refused_security",)
    ]


async def test_a_merchant_is_told_of_an_order_once_money_is_held_and_never_of_a_secret_one(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter
) -> None:
    await counter.paid(ana, 20_000)
    await executed(
        diego, eva, secret=True, viewers=eva.email, amount={"amount": 1_000}, process="0000001-00.2026.8.26.0001"
    )
    registered = await diego.post(ORDERS, order())
    assert registered.status_code == 201
    assert (await bruno.get("/v1/account/balances")).json()["restrictions"] == []
    made = await executed(diego, eva, amount={"amount": 5_000})
    (told,) = (await bruno.get("/v1/account/balances")).json()["restrictions"]
    assert (told["process"], told["court"], told["amount"]["amount"]) == (
        "1001234-56.2026.8.26.0100", "2ª Vara Cível de São Paulo", 5_000,
    )  # fmt: skip
    await act(diego, made, "end", {"how": "released", "reason": "ordem de desbloqueio"})
    assert (await bruno.get("/v1/account/balances")).json()["restrictions"] == []


async def test_an_order_that_does_not_repeat_holds_no_later_credit(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = await executed(diego, eva, repeat_until=None)
    await counter.paid(ana, 7_000)
    assert standing(sql) == [(net(20_000, 7_000), net(20_000))]
    assert (await act(eva, made, "answer"))["outcome"] == "partial"


async def test_credits_at_once_hold_never_more_than_the_order(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    made = await executed(diego, eva, amount={"amount": 5_000})
    charges = [await counter.charge(ana, 1_000) for _ in range(12)]
    await asyncio.gather(*(counter.bank.pay(charge["br_code"]) for charge in charges))
    for _ in charges:
        await counter.carry()
    assert standing(sql) == [(net(*[1_000] * 12), 5_000)]
    assert (await diego.get(f"{ORDERS}/{made}")).json()["held"]["amount"] == 5_000
    assert offenders(counter.url) == {}


async def test_a_document_without_an_account_is_not_a_client(diego: Person, eva: Person, sql: Sql) -> None:
    made = await executed(diego, eva, document="52998224725", holder_name="Fulano")
    assert (await act(eva, made, "answer"))["outcome"] == "not_a_client"
    empty = await diego.post(f"{ORDERS}/{made}/end", {"how": "transferred", "reason": "nada a enviar"}, key=None)
    assert (empty.status_code, empty.json()["message"]) == (409, "judicial_order_empty")


async def test_a_hold_that_is_another_than_the_ledgers_is_found(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    await executed(diego, eva)
    sql("update judicial_hold set amount = amount - 1")
    assert set(offenders(counter.url)) == {"judicial_holds_are_the_ledgers", "judicial_orders_hold_no_more_than_asked"}
    sql("update judicial_hold set amount = amount + 1")
    with pytest.raises(psycopg.errors.CheckViolation):
        sql("update judicial_order set held = amount + 1")
    assert offenders(counter.url) == {}


async def test_an_order_that_was_registered_wrongly_is_withdrawn_and_kept_and_its_protocol_is_free(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    wrong = order(amount={"amount": 3_000_000})
    made = (await diego.post(ORDERS, wrong)).json()["id"]
    assert (await diego.get(f"{ORDERS}/{made}")).json()["may_withdraw"] is True
    reason = {"reason": "o valor tem dois zeros a mais"}
    unsaid = await diego.post(f"{ORDERS}/{made}/withdraw", {"reason": "x"}, key=None)
    assert (unsaid.status_code, list(unsaid.json()["message"])) == (400, ["reason"])
    again = await diego.post(ORDERS, wrong)
    assert (again.status_code, again.json()["message"]) == (409, "judicial_order_known")

    gone = await act(diego, made, "withdraw", reason)
    assert (gone["status"], gone["ended_by"], gone["end_reason"]) == ("withdrawn", diego.email, reason["reason"])
    await refused(diego, made, "withdraw", reason, "judicial_order_not_so")
    await refused(eva, made, "execute", {}, "judicial_order_not_so")
    found = (await eva.get(f"{ORDERS}/{made}")).json()
    assert (found["status"], found["may_execute"], found["may_withdraw"]) == ("withdrawn", False, False)
    assert "compliance:judicial_order:withdraw" in [moment["kind"] for moment in found["timeline"]]
    for statement in ("delete from judicial_order", "update judicial_order set status = 'received'"):
        with psycopg.connect(counter.url) as connection, pytest.raises(psycopg.Error):
            connection.execute(statement)

    right = await executed(diego, eva, protocol=wrong["protocol"], amount={"amount": 3_000})
    assert standing(sql) == [(net(20_000), 3_000)]
    await refused(diego, right, "withdraw", reason, "judicial_order_not_so")
    other = (await diego.post(ORDERS, order())).json()["id"]
    assert (await act(eva, other, "withdraw", reason))["ended_by"] == eva.email
    assert offenders(counter.url) == {}


@pytest.mark.parametrize(
    ("wrong", "field", "problem"),
    [
        ({"document": "123.456.789-00"}, "document", "document_invalid"),
        ({"received_on": "2999-01-01"}, "received_on", "day_in_future"),
        ({"repeat_until": "2020-01-01"}, "repeat_until", "day_in_past"),
        ({"repeat_until": "2999-01-01"}, "repeat_until", "day_too_far"),
    ],
)
async def test_what_is_wrong_with_an_order_is_said_by_field(
    diego: Person, wrong: dict[str, Any], field: str, problem: str
) -> None:
    said = await diego.post(ORDERS, order(**wrong))
    assert (said.status_code, said.json()["message"]) == (400, {field: [problem]})


async def test_merchants_and_strangers_do_not_find_an_order(
    diego: Person, eva: Person, bruno: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    made = await executed(diego, eva)
    sql(
        "update role set permissions = permissions || '{compliance::judicialOrders:read,compliance::judicialOrders:write}'"
    )
    for person in (bruno, carla):
        for path in (ORDERS, f"{ORDERS}/{made}", f"/v1/trail/judicial-orders/{made}"):
            assert (await person.get(path)).status_code == 404, path
        assert (await person.post(ORDERS, order())).status_code == 404
        assert (await person.post(f"{ORDERS}/{made}/withdraw", {"reason": "meu"}, key=None)).status_code == 404
        assert (
            await person.post(f"{ORDERS}/{made}/end", {"how": "released", "reason": "meu"}, key=None)
        ).status_code == 404
    with psycopg.connect(counter.url) as connection:
        connection.execute("set role retaguarda_app")
        connection.execute("select set_config('retaguarda.companies', '{2}', false)")
        for query in ("select count(*) from judicial_order", "select count(*) from judicial_hold"):
            assert connection.execute(query).fetchone() == (0,)
        with pytest.raises(psycopg.DatabaseError, match="out of scope"):
            connection.execute("select judicial_end(%s, 'released')", (made,))
