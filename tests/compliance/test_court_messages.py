"""Orders that come through the courts' port: each once, by its protocol; answered until there is a receipt; forgeries are refused."""

from typing import Any

import pytest

from compliance.test_judicial_orders import LOJA, ORDERS, act, executed, net, order, standing
from conftest import Sql, Work
from days import today
from people import Person
from retaguarda.app import App
from retaguarda.compliance.judicial_orders.receive_orders import CourtIntake
from support.charges import Counter, offenders

MESSAGES = "/v1/compliance/court-messages"


def message(**more: Any) -> dict[str, Any]:
    return {
        "protocol": "20260000000001",
        "type": "block",
        "court": "2ª Vara Cível de São Paulo",
        "process": "1001234-56.2026.8.26.0100",
        "document": LOJA,
        "holder_name": "Loja Aurora Comércio Ltda",
        "amount": {"amount": 15_000, "currency": "BRL"},
        "issued_on": str(today()),
        **more,
    }


class Court:
    """Sends messages through the sandbox, and takes what the house tells it."""

    def __init__(self, counter: Counter, app: App, sql: Sql) -> None:
        self.counter, self.app, self.sql = counter, app, sql

    async def send(self, *, forged: bool = False, take: bool = True, **more: Any) -> None:
        said = await self.counter.bank.client.post(
            "/sandbox/court-orders", json={"order": message(**more), "forged": forged}
        )
        assert said.status_code == 201, said.text
        if take:
            await self.counter.run_job("compliance.take_orders")

    def kept(self) -> list[tuple[Any, ...]]:
        return self.sql("select status, problem from court_message order by received_at, id")


@pytest.fixture
async def court(counter: Counter, app: App, sql: Sql) -> Court:
    return Court(counter, app, sql)


async def only(person: Person) -> dict[str, Any]:
    (found,) = (await person.get(ORDERS)).json()
    return (await person.get(f"{ORDERS}/{found['id']}")).json()


async def test_an_order_that_comes_is_registered_once_executed_by_a_person_and_answered_until_there_is_a_receipt(
    court: Court,
    diego: Person,
    eva: Person,
    ana: Person,
    bruno: Person,
    carla: Person,
    counter: Counter,
    work: Work,
    sql: Sql,
) -> None:
    await counter.paid(ana, 20_000)
    for _ in range(2):
        await court.send()
    assert court.kept() == [("registered", None)]
    found = await only(diego)
    assert (found["registered_by"], found["status"], found["may_execute"], found["amount"]["amount"]) == (
        "sisbajud",
        "received",
        True,
        15_000,
    )
    assert standing(sql) == [(net(20_000), 0)]
    await act(eva, found["id"], "execute")
    await work()
    assert sql("select receipt from court_message") == [(None,)]
    await act(eva, found["id"], "answer")
    for _ in range(2):
        await work()
    ((told,),) = sql("select answer from sandbox.court_answer")
    assert (told["outcome"], told["held"], told["accounts"]) == ("full", 15_000, 1)
    (listed,) = (await diego.get(MESSAGES)).json()
    assert (listed["protocol"], len(listed["receipt"]), listed["last_error"]) == (message()["protocol"], 24, None)
    # It is answered: the courts send it no more, and if they did nothing would come of it.
    await counter.run_job("compliance.take_orders")
    names = [each["name"] for each in (await diego.get(f"/v1/trail/judicial-orders/{found['id']}")).json()]
    assert (names[0], names[-1]) == ("compliance:judicial_order:receipted", "compliance:judicial_order:arrived")
    sql(
        "update role set permissions = permissions || '{compliance::judicialOrders:read,compliance::judicialOrders:write}'"
    )
    for stranger in (bruno, carla):
        assert (await stranger.get(MESSAGES)).status_code == 404
    assert offenders(counter.url) == {}


async def test_another_body_under_the_same_protocol_changes_nothing_and_is_told_in_the_orders_log(
    court: Court, diego: Person, sql: Sql
) -> None:
    await court.send()
    for _ in range(2):
        await court.send(amount={"amount": 99_000_000, "currency": "BRL"})
    assert court.kept() == [("registered", None), ("refused", "changed")]
    found = await only(diego)
    assert found["amount"]["amount"] == 15_000
    assert "compliance:judicial_order:contradicted" in [each["kind"] for each in found["timeline"]]


async def test_the_court_is_told_what_an_order_to_unblock_a_part_let_go_and_what_stayed_held(
    court: Court, diego: Person, eva: Person, ana: Person, counter: Counter, work: Work, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    await court.send()
    block = (await only(diego))["id"]
    await act(eva, block, "execute")
    for protocol, amount in (("20260000000002", 4_001), ("20260000000003", 15_001)):
        part = {"amount": amount, "currency": "BRL"}
        await court.send(protocol=protocol, type="unblock", amount=part, about=message()["protocol"])
    assert court.kept() == [("registered", None), ("registered", None), ("refused", "invalid")]
    ((word,),) = sql("select id::text from judicial_order where type = 'unblock'")
    await act(diego, word, "execute")
    await act(diego, word, "answer")
    await act(eva, block, "answer")
    # What is let go after the answer changes nothing of what was told.
    await act(
        diego, block, "end", {"how": "released", "reason": "ofício 12", "extent": "part", "amount": {"amount": 1_000}}
    )
    for _ in range(2):
        await work()
    told = dict(sql("select protocol, answer from sandbox.court_answer"))
    assert {each: (answer["outcome"], answer["held"]) for each, answer in told.items()} == {
        message()["protocol"]: ("full", 10_999),
        "20260000000002": ("full", 4_001),
    }
    assert offenders(counter.url) == {}


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"forged": True}, "forged"),
        ({"surprise": True}, "unreadable"),
        ({"protocol": "1"}, "unreadable"),
        ({"document": "123.456.789-00"}, "invalid"),
        ({"type": "unblock", "amount": None, "about": "NENHUMA"}, "invalid"),
        ({"amount": {"amount": 1, "currency": "USD"}}, "invalid"),
        ({"secret": True}, "no_viewers"),
    ],
)
async def test_what_nobody_signed_or_cannot_be_an_order_is_refused_and_the_next_one_is_taken(
    court: Court, diego: Person, sql: Sql, wrong: dict[str, Any], problem: str
) -> None:
    await court.send(take=False, **wrong)
    for _ in range(2):
        await court.send(protocol="20260000000002")
    assert sorted(court.kept()) == sorted(
        [("waiting" if problem == "no_viewers" else "refused", problem), ("registered", None)]
    )
    assert (await only(diego))["protocol"] == "20260000000002"
    told = sql("select data ->> 'problem' from event where name = 'compliance:court_message:refused'")
    assert told == [(problem,)]


async def test_a_secret_order_that_comes_is_seen_by_whom_the_settings_name(
    court: Court, app: App, diego: Person, eva: Person, sql: Sql
) -> None:
    await court.send(secret=True)
    assert court.kept() == [("waiting", "no_viewers")]
    # Once somebody is named, the message that waits is taken.
    await CourtIntake(app.database, app.courts, diego.email).run()
    assert court.kept() == [("registered", None)]
    assert [(await person.get(ORDERS)).json() == [] for person in (diego, eva)] == [False, True]
    assert [len((await person.get(MESSAGES)).json()) for person in (diego, eva)] == [1, 0]
    await court.send(secret=True, amount={"amount": 1, "currency": "BRL"})
    assert [len((await person.get(MESSAGES)).json()) for person in (diego, eva)] == [2, 0]


async def test_an_order_that_a_person_typed_in_before_is_the_same_order_and_is_answered_through_the_port(
    court: Court, diego: Person, eva: Person, ana: Person, counter: Counter, work: Work, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = await executed(diego, eva, protocol=message()["protocol"], amount={"amount": 15_000})
    await court.send()
    assert court.kept() == [("registered", None)]
    await act(eva, made, "answer")
    await work()
    assert sql("select order_id::text, receipt is not null from court_message") == [(made, True)]


async def test_an_order_that_the_court_confirmed_is_not_withdrawn_and_one_that_was_comes_anew(
    court: Court, diego: Person, eva: Person, counter: Counter
) -> None:
    reason = {"reason": "digitada por engano"}
    typed = order(protocol=message()["protocol"], amount={"amount": 99_000})
    made = (await diego.post(ORDERS, typed)).json()["id"]
    assert (await act(diego, made, "withdraw", reason))["status"] == "withdrawn"
    await court.send()
    assert court.kept() == [("registered", None)]
    (came,) = (await eva.get(ORDERS, status="received")).json()
    assert (came["id"] != made, came["amount"]["amount"]) == (True, 15_000)
    assert (await eva.get(f"{ORDERS}/{came['id']}")).json()["may_withdraw"] is False
    said = await eva.post(f"{ORDERS}/{came['id']}/withdraw", reason, key=None)
    assert (said.status_code, said.json()["message"]) == (409, "judicial_order_confirmed")
    assert offenders(counter.url) == {}


async def test_silence_is_tried_again_and_a_court_that_knows_another_answer_is_told_no_more(
    court: Court, diego: Person, eva: Person, counter: Counter, work: Work, sql: Sql
) -> None:
    await court.send(protocol="2026000000000099")
    found = await only(diego)
    await act(eva, found["id"], "execute")
    await act(eva, found["id"], "answer")
    await work()
    assert sql("select tries > 0, receipt, last_error is not null from court_message") == [(True, None, True)]
    # The same answer once the court hears again.
    sql("update sandbox.court_message set protocol = '2026000000000099'")
    await court.send(protocol="2026000000000098")
    other = next(each for each in (await diego.get(ORDERS)).json() if each["protocol"].endswith("98"))["id"]
    sql("insert into sandbox.court_answer values ('2026000000000098', '{\"outcome\": \"full\"}', 'X')")
    await act(eva, other, "execute")
    await act(eva, other, "answer")
    await work()
    assert sql("select last_error, receipt from court_message where order_id = %s", other) == [
        ("another answer is known there", None)
    ]


async def test_a_message_stays_as_it_came_and_a_receipt_as_it_was_given(court: Court, sql: Sql) -> None:
    await court.send()
    for change in ("hash = sha256('x')", "order_id = gen_random_uuid()", "status = 'refused', problem = 'forged'"):
        with pytest.raises(Exception, match=r"stays as it came|cannot go|does not go|not allowed|move"):
            sql(f"update court_message set {change}")


async def test_an_unsigned_house_and_an_order_by_hand_need_no_port(diego: Person, sql: Sql) -> None:
    assert (await diego.post(ORDERS, order())).status_code == 201
    assert sql("select count(*) from court_message") == [(0,)]
