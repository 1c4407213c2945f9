"""An order to unblock a part: exactly that is let go, the rest stays held, and of later credit so much less is held."""

from typing import Any
from uuid import uuid4

import pytest

from compliance.test_judicial_orders import COURT, LOJA, ORDERS, TRANSFER, act, executed, net, order, refused, standing
from conftest import Sql
from payin.test_splits import RECIPIENTS, part
from people import Person
from support.charges import Counter, offenders


def let_go(amount: int) -> dict[str, Any]:
    return {
        "how": "released",
        "reason": "ofício de desbloqueio parcial",
        "extent": "part",
        "amount": {"amount": amount},
    }


def amount(minor: int) -> dict[str, Any]:
    return {"amount": minor, "currency": "BRL"}


async def sums(person: Person, made: str) -> tuple[int, ...]:
    found = (await person.get(f"{ORDERS}/{made}")).json()
    return tuple(found[each]["amount"] for each in ("held", "released", "transferred", "remaining"))


async def test_an_order_to_unblock_a_part_lets_go_exactly_of_that_and_later_credit_is_held_to_the_smaller_order(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    given = order()
    made = (await diego.post(ORDERS, given)).json()["id"]
    await act(eva, made, "execute")
    there = net(20_000)
    assert await sums(diego, made) == (there, 0, 0, 30_000 - there)

    part_of = {"type": "unblock", "repeat_until": None, "about": given["protocol"], "extent": "part"}
    for wrong in ({"extent": "part", "amount": None}, {"extent": "all", "amount": {"amount": 5_000}}):
        said = await eva.post(ORDERS, order(**(part_of | wrong)))
        assert (said.status_code, said.json()["message"]) == (400, {"amount": ["judicial_order_amount"]})
    said = await eva.post(ORDERS, order(**(part_of | {"amount": {"amount": 30_001}})))
    assert (said.status_code, said.json()["message"]) == (400, {"amount": ["judicial_order_too_much"]})
    assert f"at most R$300.00 of order {given['protocol']}" in said.json()["error"]

    body, key = order(**(part_of | {"amount": {"amount": 5_001}})), str(uuid4())
    first, second = [await eva.post(ORDERS, body, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content), first.text
    word = first.json()["id"]
    plan = (await diego.post(f"{ORDERS}/{word}/execute/plan", {}, key=None)).json()
    assert {"amount": 5_001, "currency": "BRL"} in [each["value"] for each in plan["facts"]]
    await act(diego, word, "execute")
    await refused(diego, word, "execute", {}, "judicial_order_not_so")
    assert standing(sql) == [(there, there - 5_001)]
    assert await sums(diego, made) == (there - 5_001, 5_001, 0, 30_000 - there)
    page = (await diego.get(f"{ORDERS}/{made}")).json()
    assert [(each["ended_as"], each["amount"]["amount"]) for each in page["holds"]] in (
        [("released", 5_001), (None, there - 5_001)],
        [(None, there - 5_001), ("released", 5_001)],
    )
    (told,) = page["releases"]
    assert (told["unblock_protocol"], told["released_by"], told["amount"]["amount"]) == (
        body["protocol"], diego.email, 5_001,
    )  # fmt: skip
    assert page["status"] == "executing"
    (restriction,) = (await bruno.get("/v1/account/balances")).json()["restrictions"]
    assert restriction["amount"]["amount"] == there - 5_001

    # The court wants 24,999 now, and later credit is held up to that alone.
    await counter.paid(ana, 20_000)
    assert await sums(diego, made) == (24_999, 5_001, 0, 0)
    assert standing(sql) == [(net(20_000, 20_000), 24_999)]
    assert (await act(diego, word, "answer"))["outcome"] == "full"
    assert (await act(eva, made, "answer"))["outcome"] == "full"
    assert offenders(counter.url) == {}


async def test_a_part_is_let_go_across_holds_of_several_accounts_the_newest_first(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    # The merchant's document has an account of its own, and one as a recipient.
    body = {"name": "Loja Aurora", "document": LOJA, "key": {"kind": "cnpj", "value": LOJA}}
    itself = (await bruno.post(RECIPIENTS, body)).json()["id"]
    split = {"parts": [part("percent", 3333, itself), part("remainder")], "rounding": itself}
    await counter.paid(ana, 9_999, split=split)
    everything = sql(
        "select sum(posted)::bigint from ledger_account where company_id = 2 and (code = 'available' or code like 'recipient.%%')"
    )[0][0]
    made = await executed(diego, eva, amount={"amount": everything - 1_000})

    def held() -> int:
        return sql("select sum(held)::bigint from ledger_account where company_id = 2")[0][0]

    holds = sql("select amount from judicial_hold order by at desc, key desc")
    asked = everything - 1_000
    assert (held(), len(holds)) == (asked, 2)
    newest = holds[0][0]
    # All of the newest and one centavo of the other.
    await act(diego, made, "end", let_go(newest + 1))
    assert held() == asked - newest - 1
    kept = sql("select amount, cause from judicial_hold where ended_at is null")
    assert kept == [(asked - newest - 1, "execution")]
    for _ in range(3):
        await act(diego, made, "end", let_go(100))
    assert await sums(diego, made) == (asked - newest - 301, newest + 301, 0, 0)
    assert offenders(counter.url) == {}


async def test_more_than_is_held_is_not_let_go_and_the_answer_says_how_much_could_be(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 10_000)
    given = order()
    made = (await diego.post(ORDERS, given)).json()["id"]
    await act(eva, made, "execute")
    more = net(10_000) + 1
    figure = f"R${net(10_000) / 100:.2f}"
    said = await diego.post(f"{ORDERS}/{made}/end", let_go(more), key=None)
    assert (said.status_code, said.json()["message"]) == (400, {"amount": ["judicial_order_too_much"]})
    assert figure in said.json()["error"]
    for wrong in ({"amount": None}, {"extent": "all"}):
        said = await diego.post(f"{ORDERS}/{made}/end", let_go(1) | wrong, key=None)
        assert (said.status_code, said.json()["message"]) == (400, {"amount": ["judicial_order_amount"]})
    said = await diego.post(f"{ORDERS}/{made}/end", TRANSFER | {"extent": "part", "amount": {"amount": 1}}, key=None)
    assert (said.status_code, said.json()["message"]) == (400, {"extent": ["judicial_order_other_type"]})
    await refused(eva, made, "end", let_go(1), "own_judicial_order")
    plan = (await diego.post(f"{ORDERS}/{made}/end/plan", let_go(77), key=None)).json()
    assert [each["value"] for each in plan["facts"] if each["field"] == "amount"] == [amount(77)]
    # As an order it may wait for credit, and is refused until that has come.
    about = {"type": "unblock", "repeat_until": None, "about": given["protocol"], "extent": "part"}
    word = (await eva.post(ORDERS, order(**about, amount={"amount": more}))).json()["id"]
    said = await diego.post(f"{ORDERS}/{word}/execute", {}, key=None)
    assert (said.status_code, said.json()["message"]) == (409, "judicial_order_too_much")
    assert figure in said.json()["error"]
    assert standing(sql) == [(net(10_000), net(10_000))]
    await counter.paid(ana, 1_000)
    await act(diego, word, "execute")
    assert await sums(diego, made) == (net(1_000) - 1, more, 0, 30_000 - net(10_000, 1_000))
    assert offenders(counter.url) == {}


async def test_what_stays_after_a_part_goes_to_the_court_and_then_nothing_can_be_let_go(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    given = order(amount={"amount": 15_000}, repeat_until=None)
    made = (await diego.post(ORDERS, given)).json()["id"]
    await act(eva, made, "execute")
    await act(eva, made, "answer")
    await act(diego, made, "end", let_go(4_000))
    await act(eva, made, "direct", COURT)
    plan = (await diego.post(f"{ORDERS}/{made}/end/plan", TRANSFER, key=None)).json()
    assert [each["value"] for each in plan["facts"] if each["field"] == "amount"] == [amount(11_000)]
    ended = await act(diego, made, "end", TRANSFER)
    assert (ended["transferred"]["amount"], ended["released"]["amount"], ended["status"]) == (
        11_000, 4_000, "transferred",
    )  # fmt: skip
    await counter.work()
    (payment,) = (await diego.get(f"{ORDERS}/{made}")).json()["payments"]
    assert (payment["status"], payment["amount"]["amount"]) == ("done", 11_000)
    assert standing(sql) == [(net(20_000) - 11_000, 0)]
    said = await diego.post(f"{ORDERS}/{made}/end", let_go(1), key=None)
    assert said.json()["message"] == {"amount": ["judicial_order_too_much"]}
    about = {"type": "unblock", "repeat_until": None, "about": given["protocol"], "extent": "part"}
    said = await eva.post(ORDERS, order(**about, amount={"amount": 1}))
    assert said.json()["message"] == {"amount": ["judicial_order_too_much"]}
    assert "R$0.00" in said.json()["error"]
    assert offenders(counter.url) == {}


async def test_an_order_of_which_everything_is_let_go_by_parts_is_released_unless_credit_is_still_to_come(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    once = await executed(diego, eva, amount={"amount": 3_000}, repeat_until=None)
    waits = await executed(diego, eva, amount={"amount": 90_000})
    rest = net(20_000) - 3_000
    assert (await act(diego, once, "end", let_go(2_999)))["status"] == "executing"
    assert (await act(diego, once, "end", let_go(1)))["status"] == "released"
    assert (await act(diego, waits, "end", let_go(rest)))["status"] == "executing"
    assert await sums(diego, waits) == (0, rest, 0, 90_000 - rest)
    await counter.paid(ana, 1_000)
    assert (await sums(diego, waits))[0] == net(1_000)
    # All that is left: what a part let go before is not let go again.
    gone = await act(diego, waits, "end", {"how": "released", "reason": "ordem de desbloqueio"})
    assert (gone["status"], gone["released"]["amount"]) == ("released", rest + net(1_000))
    assert offenders(counter.url) == {}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("update judicial_order set released = released - 1 where type = 'block'",
         {"judicial_releases_are_exact", "judicial_orders_hold_no_more_than_asked"}),
        ("update judicial_release set amount = amount + 1", {"judicial_releases_are_exact"}),
        ("update judicial_hold set part_of = null where ended_as = 'released'", {"judicial_releases_are_exact"}),
        ("update judicial_hold set ended_as = 'released' where ended_as = 'divided'",
         {"judicial_releases_are_exact", "judicial_orders_hold_no_more_than_asked"}),
        ("update judicial_release set executed_by_id = gen_random_uuid()", {"judicial_orders_have_two_people"}),
    ],
)  # fmt: skip
async def test_a_release_in_part_that_is_not_what_it_says_is_found(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql, change: str, found: set[str]
) -> None:
    await counter.paid(ana, 20_000)
    given = order()
    made = (await diego.post(ORDERS, given)).json()["id"]
    await act(eva, made, "execute")
    about = {"type": "unblock", "repeat_until": None, "about": given["protocol"], "extent": "part"}
    word = (await eva.post(ORDERS, order(**about, amount={"amount": 5_000}))).json()["id"]
    await act(diego, word, "execute")
    assert offenders(counter.url) == {}
    sql("set session_replication_role = replica")
    sql(change)
    assert set(offenders(counter.url)) == found
