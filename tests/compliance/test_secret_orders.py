"""Of a secret order of a court only the people who were named find anything, wherever they look; and orders of each type."""

from typing import Any
from uuid import uuid4

import psycopg
import pytest

from compliance.test_judicial_orders import COURT, ORDERS, TRANSFER, act, executed, net, order, refused, standing
from conftest import Sql, Work, as_app
from days import today
from people import Person
from retaguarda.app import App, routes
from retaguarda.foundation.permissions import EARNED, Permission
from routeskit import path_of, send
from support.approvals import standing_policy
from support.charges import Counter, offenders

#: What of the secret order would betray it. The amount and the document are nobody else's here.
MARKS = ("SIGILO-4471", "7654321-00.2026.8.26.0999", "Fulana Sigilosa", "7654399", "39053344705", "Vara Oculta")
SECRET: dict[str, Any] = {
    "protocol": MARKS[0],
    "process": MARKS[1],
    "holder_name": MARKS[2],
    "amount": {"amount": int(MARKS[3])},
    "document": MARKS[4],
    "court": MARKS[5],
    "secret": True,
    "viewers": "diego@retaguarda.example",
}
#: Who is named in the order instead of eva, so that she is another officer of the same lane.
_THIRD = """
    insert into person (id, company_id, email, name, password_hash, internal)
    values (%s, 1, 'iris@retaguarda.example', 'Íris', 'none', true)
"""
_EVERYTHING = [str(permission) for permission in Permission if permission not in EARNED]


async def secret_of_others(diego: Person, eva: Person, sql: Sql, **more: Any) -> str:
    """Registered, executed and answered; eva, who holds every permission, has nothing to do with it."""
    sql("update role set permissions = %s where company_id = 1", _EVERYTHING)
    made = await eva.post(ORDERS, order(**SECRET | more))
    assert made.status_code == 201, made.text
    await act(diego, made.json()["id"], "execute")
    await act(diego, made.json()["id"], "answer")
    outsider(sql)
    return made.json()["id"]


def outsider(sql: Sql) -> None:
    third = uuid4()
    sql(_THIRD, third)
    sql("set session_replication_role = replica")
    ((eva,),) = sql("select id from person where email = 'eva@retaguarda.example'")
    sql(
        "update judicial_order set viewers = array_replace(viewers, %s, %s), registered_by_id = %s where secret",
        eva,
        third,
        third,
    )
    sql("set session_replication_role = origin")


async def told(app: App, person: Person, made: str) -> dict[str, str]:
    """Every answer to a GET, with the order's id wherever a path takes one, each list searched for it, and each as a file."""
    found = dict[str, str]()
    for route in routes(app):
        if route.method != "GET" or route.path in ("/metrics", "/auth/bot-check/challenge"):
            continue
        if "{" in route.path:
            if route.path.count("{") == 1:
                found[route.path] = (await send(person, route, path_of(route, id=made))).text
        elif route.path.endswith("/export"):
            found[route.path] = (await send(person, route, format="csv")).text
        else:
            said = await send(person, route)
            found[route.path] = said.text + "".join(f"{name}: {value}" for name, value in said.headers.items())
            if "x-total-count" in said.headers:
                for sought in (made, MARKS[0], MARKS[1]):
                    searched = await send(person, route, search=sought)
                    # What was sought may be said back; what was found is rows.
                    found[f"{route.path}?search={sought}"] = "" if searched.text in ("[]", "") else searched.text
    return found


def betrayed(answers: dict[str, str], made: str) -> set[str]:
    return {
        path
        for path, text in answers.items()
        for mark in (*MARKS, made)
        if mark in text and f"?search={mark}" not in path
    }


async def test_another_officer_finds_nothing_of_a_secret_order_wherever_they_look(
    diego: Person, eva: Person, app: App, work: Work, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("retaguarda.foundation.refusals.LIMIT", 10_000)
    made = await secret_of_others(diego, eva, sql)
    assert (await diego.get(f"{ORDERS}/{made}")).status_code == 200
    await work()
    sql("select audit_sequence(100000)")
    assert betrayed(await told(app, eva, made), made) == set()
    assert (await eva.get(f"{ORDERS}/{made}")).status_code == 404
    assert (await eva.get(f"/v1/trail/judicial-orders/{made}")).status_code == 404
    for action, body in (
        ("execute", {}),
        ("end", TRANSFER),
        ("direct", COURT),
        ("let_in", {"viewer": eva.email, "reason": "olhar"}),
    ):
        said = await eva.post(f"{ORDERS}/{made}/{action}", body, key=None)
        assert said.status_code == 404, (action, said.text)
    assert sql("select count(*) from notification") == [(0,)]
    # The same walk of one who is named finds it: list, record, trail, log and file.
    seen = betrayed(await told(app, diego, made), made)
    assert {
        ORDERS,
        f"{ORDERS}/{{id:str}}",
        f"{ORDERS}/export",
        "/v1/trail/judicial-orders/{id:str}",
        "/v1/audit/activity",
    } <= seen
    # And as soon as eva is let in, she finds it too, and that she was let in and looked is in its log.
    await act(diego, made, "let_in", {"viewer": eva.email, "reason": "substitui a titular"})
    found = (await eva.get(f"{ORDERS}/{made}")).json()
    assert found["viewers"] == ["diego@retaguarda.example", "eva@retaguarda.example", "iris@retaguarda.example"]
    names = [each["name"] for each in (await eva.get(f"/v1/trail/judicial-orders/{made}")).json()]
    assert {"compliance:judicial_order:let_in", "compliance:judicial_order:seen"} <= set(names)
    await act(diego, made, "shut_out", {"viewer": eva.email, "reason": "voltou a titular"})
    assert (await eva.get(f"{ORDERS}/{made}")).status_code == 404


@pytest.mark.parametrize("table", ["judicial_order", "audit_leaf"])
async def test_each_line_that_hides_a_secret_order_is_one_that_the_walk_misses(
    diego: Person, eva: Person, app: App, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    monkeypatch.setattr("retaguarda.foundation.refusals.LIMIT", 10_000)
    made = await secret_of_others(diego, eva, sql)
    sql("select audit_sequence(100000)")
    sql(f"drop policy {'secrecy' if table == 'judicial_order' else 'secret_orders'} on {table}")
    assert betrayed(await told(app, eva, made), made) != set()


async def test_row_security_hides_holds_accounts_and_payments_of_a_secret_order(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql, peopled_url: str
) -> None:
    entry = {
        "lane": "fraud",
        "kind": "document",
        "value": COURT["holder_document"],
        "direction": "both",
        "effect": "refuse",
    }
    said = await diego.post("/v1/compliance/block-list", entry | {"cause": "own_analysis", "reason": "Conta suspeita"})
    assert said.status_code == 201
    await counter.paid(ana, 20_000)
    made = await eva.post(ORDERS, order(secret=True, viewers=diego.email, amount={"amount": 15_000}))
    made = made.json()["id"]
    await act(diego, made, "execute")
    await act(diego, made, "answer")
    await act(diego, made, "direct", COURT)
    await act(eva, made, "end", TRANSFER)
    await counter.work()
    outsider(sql)
    sql("select audit_sequence(100000)")
    seen = {name: {table: rows_seen(peopled_url, sql, name, table) for table in _TABLES} for name in ("eva", "diego")}
    assert seen["eva"] == dict.fromkeys(_TABLES, 0)
    assert all(seen["diego"].values()), seen
    for table, rule in zip(_TABLES, _RULES, strict=True):
        sql(f"drop policy {rule} on {table}")
        assert rows_seen(peopled_url, sql, "eva", table) > 0
    assert all(rows_seen(peopled_url, sql, "eva", table) for table in _TABLES)


_TABLES = (
    "judicial_hold",
    "judicial_account",
    "judicial_payment",
    "block_refusal",
    "event",
    "audit_leaf",
    "judicial_order",
)
_RULES = ("secrecy", "secrecy", "secrecy", "secret_orders", "secret_orders", "secret_orders", "secrecy")


def rows_seen(url: str, sql: Sql, name: str, table: str) -> int:
    ((person,),) = sql("select id from person where email = %s", f"{name}@retaguarda.example")
    with psycopg.connect(as_app(url)) as connection:
        connection.execute(
            "select set_config('retaguarda.companies', '{1,2}', true), set_config('retaguarda.person', %s, true)",
            (str(person),),
        )
        only = " where name like 'compliance:judicial_order:%'" if table in ("event", "audit_leaf") else ""
        found = connection.execute(f"select count(*) from {table}{only}".encode()).fetchone()
    assert found is not None
    return found[0]


async def test_a_secret_order_names_who_sees_it_and_no_policy_shows_it_to_others(
    diego: Person, eva: Person, bruno: Person, sql: Sql
) -> None:
    for viewers, problem in (("", "judicial_order_viewers"), ("eva@retaguarda.example", "judicial_order_viewers"),
                             ("nobody@retaguarda.example", "viewer_unknown"), (bruno.email, "viewer_unknown")):  # fmt: skip
        said = await eva.post(ORDERS, order(secret=True, viewers=viewers))
        assert (said.status_code, said.json()["message"]) == (400, {"viewers": [problem]}), viewers
    for command in ("register", "execute"):
        standing_policy(sql, f"compliance:judicial_order:{command}")
    assert (await eva.post(ORDERS, order())).status_code == 202
    body, key = order(secret=True, viewers=diego.email), str(uuid4())
    first, again = [await eva.post(ORDERS, body, key=key) for _ in range(2)]
    assert (first.status_code, again.content) == (201, first.content), first.text
    made = first.json()["id"]
    await act(diego, made, "execute")
    assert [command for (command,) in sql("select command from approval_request")] == [
        "compliance:judicial_order:register"
    ]
    # Whoever acted goes on seeing it, and nobody shuts themselves out.
    await refused(diego, made, "shut_out", {"viewer": eva.email, "reason": "fora"}, "viewer_acted")
    await refused(diego, made, "shut_out", {"viewer": diego.email, "reason": "fora"}, "viewer_self")
    with pytest.raises(psycopg.DatabaseError, match="who acted on a secret order sees it"):
        sql("update judicial_order set viewers = array[gen_random_uuid()] where secret")
    with pytest.raises(psycopg.errors.CheckViolation, match="judicial_order_viewed"):
        sql("insert into judicial_order select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'protocol', 'outra',"
            " 'viewers', array[]::uuid[]))).* from judicial_order o where secret")  # fmt: skip


async def test_an_order_to_unblock_releases_the_order_it_is_about(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = await executed(diego, eva, protocol="BLOQ-1", amount={"amount": 8_000})
    kept = await executed(diego, eva, amount={"amount": 5_000})
    word: dict[str, Any] = {"type": "unblock", "amount": None, "repeat_until": None, "about": "BLOQ-1"}
    for wrong, field, problem in (
        ({"about": None}, "about", "judicial_order_about"),
        ({"about": "NENHUMA"}, "about", "judicial_order_unknown"),
        ({"document": "52998224725"}, "about", "judicial_order_unknown"),
        ({"amount": {"amount": 1}}, "amount", "judicial_order_amount"),
        ({"repeat_until": str(today())}, "repeat_until", "judicial_order_other_type"),
        ({"type": "block"}, "amount", "judicial_order_amount"),
    ):
        said = await eva.post(ORDERS, order(**word | wrong))
        assert (said.status_code, said.json()["message"]) == (400, {field: [problem]}), wrong
    registered = await eva.post(ORDERS, order(**word))
    unblock = registered.json()["id"]
    assert (registered.status_code, registered.json()["about_protocol"]) == (201, "BLOQ-1"), registered.text
    await act(diego, unblock, "execute")
    assert (await act(diego, unblock, "answer"))["outcome"] == "full"
    assert [(await diego.get(f"{ORDERS}/{each}")).json()["status"] for each in (made, kept)] == [
        "released",
        "executing",
    ]
    assert standing(sql) == [(net(20_000), 5_000)]
    await refused(diego, unblock, "end", {"how": "released", "reason": "de novo"}, "judicial_order_other_type")
    await refused(diego, unblock, "direct", COURT, "judicial_order_other_type")
    assert offenders(counter.url) == {}


async def test_whoever_executed_a_block_does_not_execute_its_unblocking(
    diego: Person, eva: Person, ana: Person, counter: Counter
) -> None:
    await counter.paid(ana, 20_000)
    await executed(diego, eva, protocol="BLOQ-1", amount={"amount": 8_000})
    word = await diego.post(ORDERS, order(type="unblock", amount=None, repeat_until=None, about="BLOQ-1"))
    await refused(eva, word.json()["id"], "execute", {}, "own_judicial_order")


async def test_an_order_to_transfer_sends_what_is_held_for_the_order_it_is_about(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = await executed(diego, eva, protocol="BLOQ-1", amount={"amount": 8_000})
    await act(eva, made, "answer")
    word = await eva.post(ORDERS, order(type="transfer", amount=None, repeat_until=None, about="BLOQ-1"))
    await refused(diego, word.json()["id"], "execute", {}, "judicial_order_undirected")
    await act(eva, made, "direct", COURT)
    await act(diego, word.json()["id"], "execute")
    await counter.work()
    found = (await diego.get(f"{ORDERS}/{made}")).json()
    assert (found["status"], found["transferred"]["amount"], found["payments"][0]["status"]) == (
        "transferred",
        8_000,
        "done",
    )
    assert (await act(diego, word.json()["id"], "answer"))["outcome"] == "full"
    assert offenders(counter.url) == {}


async def test_an_order_for_information_keeps_what_was_there_and_holds_nothing(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = await executed(diego, eva, type="information", amount=None, repeat_until=None)
    await counter.paid(ana, 7_000)
    (account,) = (await diego.get(f"{ORDERS}/{made}")).json()["found"]
    assert (account["merchant_id"], account["code"], account["balance"]["amount"], account["held"]["amount"]) == (
        2,
        "available",
        net(20_000),
        0,
    )
    assert standing(sql) == [(net(20_000, 7_000), 0)]
    assert (await act(eva, made, "answer"))["outcome"] == "full"
    nobody = await executed(diego, eva, type="information", amount=None, repeat_until=None, document="52998224725")
    assert (await act(eva, nobody, "answer"))["outcome"] == "not_a_client"
    listed = (await diego.get(ORDERS, type="information")).json()
    assert [(each["type"], each["amount"], each["held"]) for each in listed] == [("information", None, None)] * 2
    assert offenders(counter.url) == {}


async def test_an_order_about_a_secret_one_is_secret_too(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    first = await eva.post(ORDERS, order(secret=True, viewers=diego.email, protocol="BLOQ-1"))
    await act(diego, first.json()["id"], "execute")
    said = await diego.post(ORDERS, order(type="unblock", amount=None, repeat_until=None, about="BLOQ-1"))
    assert said.json()["message"] == {"viewers": ["judicial_order_viewers"]}
    said = await diego.post(
        ORDERS, order(type="unblock", amount=None, repeat_until=None, about="BLOQ-1", viewers=eva.email)
    )
    assert (said.status_code, said.json()["secret"]) == (201, True)


async def test_an_answered_order_expires_with_its_repetition_and_what_is_held_waits_for_the_court(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made, waiting = [await executed(diego, eva, amount={"amount": amount}) for amount in (30_000, 1_000)]
    await act(eva, made, "answer")
    await counter.run_job("compliance.expire_orders")
    assert sql("select distinct status from judicial_order where id = %s", made) == [("answered",)]
    sql("set session_replication_role = replica")
    sql("update judicial_order set repeat_until = now() - interval '1 minute'")
    sql("set session_replication_role = origin")
    for _ in range(2):
        await counter.run_job("compliance.expire_orders")
    # One that was not answered is late, not over.
    assert {(await diego.get(f"{ORDERS}/{each}")).json()["status"] for each in (made, waiting)} == {
        "expired",
        "executing",
    }
    assert sql("select data ->> 'held' from event where name = 'compliance:judicial_order:expired'") == [
        (str(net(20_000)),)
    ]
    await counter.paid(ana, 7_000)
    assert sql("select held from judicial_order where id = %s", made) == [(net(20_000),)]
    await act(eva, made, "direct", COURT)
    assert (await act(diego, made, "end", TRANSFER))["status"] == "transferred"
    assert offenders(counter.url) == {}
