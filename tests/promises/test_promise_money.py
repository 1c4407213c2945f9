"""Promises 49 to 51: money is moved once, committed before it is told, and never because somebody said so."""

import asyncio
import hashlib
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from people import Person
from retaguarda.app import App, routes
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_SECRET
from routeskit import path_of
from support.charges import Counter, offenders

CHARGE = {"amount": {"amount": 3700}, "reference": "Pedido 42"}


async def test_promise_49_what_moves_money_needs_a_key_and_happens_once_under_it(
    ana: Person, diego: Person, counter: Counter, app: App, sql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The walk is refused more often than a minute allows.
    monkeypatch.setattr("retaguarda.foundation.refusals.LIMIT", 10_000)
    charge = await counter.paid(ana)
    keyed = [
        route for route in routes(app)
        if any(each.name == "Idempotency-Key" and each.required for each in route.parameters)
    ]  # fmt: skip
    assert {route.path.rsplit("/", 1)[1] for route in keyed} >= {"charges", "refunds"}
    for route in keyed:
        # Whoever may not make the request at all hears that first: then staff, who may do everything, ask.
        for person in (ana, diego):
            response = await person.client.request(
                route.method, path_of(route, id=charge["id"]), json={}, headers=person._headers()
            )
            if response.status_code != 403:
                break
        assert (response.status_code, response.json()["message"]) == (400, "idempotency_key_required"), route.path
    refunds = f"/v1/payin/charges/{charge['id']}/refunds"
    for path, body, other in (
        ("/v1/payin/charges", CHARGE, {"amount": {"amount": 3701}}),
        (refunds, {"amount": {"amount": 100}}, {"amount": {"amount": 101}}),
    ):
        key = str(uuid4())
        twins = await asyncio.gather(*(ana.post(path, body, key=key) for _ in range(10)))
        assert {twin.status_code for twin in twins} <= {201, 409}
        (first,) = {twin.content for twin in twins if twin.status_code == 201}
        assert {t.json()["message"] for t in twins if t.status_code == 409} <= {"idempotency_in_flight"}
        again = await ana.post(path, body, key=key)
        assert (again.status_code, again.content) == (201, first)
        reused = await ana.post(path, other, key=key)
        assert (reused.status_code, reused.json()["message"]) == (422, "idempotency_key_reused")
    assert sql("select count(*) from charge where reference = 'Pedido 42'") == [(1,)]
    assert sql("select count(*), sum(amount) from refund") == [(1, 100)]


@pytest.mark.parametrize("table", ["charge", "event", "idempotency"])
async def test_promise_50_a_success_means_that_it_is_committed(ana: Person, sql: Any, table: str) -> None:
    sql(
        "create function boom() returns trigger language plpgsql as $$ begin raise exception 'boom'; end $$;"
        f"create constraint trigger boom after insert on {table} deferrable initially deferred"
        " for each row execute function boom()"
    )
    said = await ana.post("/v1/payin/charges", CHARGE)
    assert said.status_code == 500
    if table == "event":
        body = {"email": ana.email, "password": "Mesa#Azul-2026"}
        assert (await ana.client.post("/auth/login", json=body)).status_code == 500
        assert (await ana.patch("/rbac/profile", {"locale": "pt"})).status_code == 500
        assert sql("select locale from person where email = %s", ana.email) == [(None,)]
    assert sql("select count(*) from charge") == [(0,)]
    sql(f"drop trigger boom on {table}")
    assert (await ana.post("/v1/payin/charges", CHARGE)).status_code == 201


async def test_promise_51_a_webhook_is_a_hint_that_moves_nothing_by_itself(
    ana: Person, counter: Counter, sql: Any, peopled_url: str
) -> None:
    charge = await counter.charge(ana)
    await counter.bank.pay(charge["br_code"])
    path, body = await counter.bank.next_notice()
    _, _, _, connection, secret, *_ = path.split("/")
    # Forged: another secret, another connection, and no page tells which of both was wrong.
    messages = sql("select count(*) from provider_message")
    for forged in (f"/webhooks/pix/{connection}/{secret[::-1]}", f"/webhooks/pix/{uuid4()}/{secret}"):
        said = await counter.stranger.post(forged, json=body)
        assert (said.status_code, said.json()["message"]) == (404, "not_found")
    await counter.work()
    assert sql("select count(*) from provider_message") == messages
    assert (await counter.read(ana, charge["id"]))["status"] == "pending"
    # A lie about the amount and a payment that never was: what the provider says when asked is what counts.
    (told,) = body["pix"]
    lies = [{**told, "valor": "9999999.00"}, {**told, "endToEndId": "E" + "0" * 8 + "202611210000" + "a" * 11}]
    for lie in (*lies, told, told):
        assert (await counter.stranger.post(path, json={"pix": [lie]})).status_code == 200
        await counter.work()
    paid = await counter.read(ana, charge["id"])
    assert paid["status"] == "paid"
    assert [each["amount"]["amount"] for each in paid["payments"]] == [3700]
    assert sql("select count(*) from ledger_journal where reference = %s", charge["id"]) == [(1,)]
    # Late: again after days, and at once from everywhere.
    sql("update pix_payment set paid_at = paid_at - interval '40 days'")
    sql("select payin_hour_rebuild()")
    await asyncio.gather(*(counter.stranger.post(path, json=body) for _ in range(5)))
    await counter.work()
    assert sql("select count(*) from ledger_journal where reference = %s", charge["id"]) == [(1,)]
    # Foreign: the secret is kept as a hash only, and its address is no message.
    with psycopg.connect(peopled_url) as connection_:
        everything = str(
            connection_.execute("select c::text, m::text from pix_connection c, provider_message m").fetchall()
        )
    assert secret not in everything
    assert offenders(peopled_url) == {}


@pytest.mark.parametrize("at_once", [1, 5])
async def test_promise_51_a_processor_is_not_believed_about_another_processors_pix(
    ana: Person, diego: Person, counter: Counter, sql: Any, peopled_url: str, at_once: int
) -> None:
    """Both are accounts at one bank, which answers about the Pix of either; each has a webhook of its own."""
    second = {
        "name": "Banco B",
        "priority": 200,
        "base_url": "http://psp/api/v2",
        "token_url": "http://psp/oauth/token",
        "client_id": SANDBOX_CLIENT,
        "client_secret": SANDBOX_SECRET,
        "pix_key": "banco-b@retaguarda.example",
    }
    made = (await diego.post("/v1/payin/processors", second)).json()["id"]
    await counter.work()
    charges = [await counter.charge(ana) for _ in range(at_once)]
    path, told = "", list[dict[str, Any]]()
    for charge in charges:
        await counter.bank.pay(charge["br_code"])
        path, body = await counter.bank.next_notice()
        told += body["pix"]
    # The other processor's own address, with its own secret: the hint is kept, and what it says is not the other's to say.
    digest = hashlib.sha256(b"of-the-other").digest()
    assert (await diego.post(f"/v1/payin/processors/{made}/enable")).status_code == 200
    sql("update pix_connection set webhook_secret = %s where id = %s", digest, made)
    foreign = await counter.stranger.post(f"/webhooks/pix/{made}/of-the-other/pix", json={"pix": told})
    assert foreign.status_code == 200
    await counter.work()
    assert sql("select count(*) from pix_payment") == [(0,)]
    for charge in charges:
        assert (await counter.read(ana, charge["id"]))["status"] == "pending"
    # Said at the address of the processor whose Pix they are, they count.
    assert (await counter.stranger.post(path, json={"pix": told})).status_code == 200
    await counter.work()
    assert sql("select connection_id::text from pix_payment group by 1") == [(path.split("/")[3],)]
    for charge in charges:
        assert (await counter.read(ana, charge["id"]))["status"] == "paid"
    assert offenders(peopled_url) == {}
