"""Processors: diego connects providers; their secrets go in and never come out."""

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from conftest import Sql
from people import AURORA, Person
from retaguarda.account.deposits.deposit_codes import reference_of
from retaguarda.foundation.errors import ApiError
from retaguarda.payin.charges.invariants import INVARIANTS
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda.providers.pix import PixConfig, brcode
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_SECRET
from support.approvals import Desk, standing_policy
from support.charges import Counter, offenders

PATH = "/v1/payin/processors"
SECOND: dict[str, Any] = {
    "name": "Banco B",
    "priority": 200,
    "base_url": "http://psp/api/v2",
    "token_url": "http://psp/oauth/token",
    "client_id": SANDBOX_CLIENT,
    "client_secret": SANDBOX_SECRET,
    "pix_key": "banco-b@retaguarda.example",
}


def certificate(days: int) -> tuple[str, str]:
    """A certificate that ends in so many days, and its key, in PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "retaguarda.example")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), 7)
        .not_valid_before(now - timedelta(days=90))
        .not_valid_after(now + timedelta(days=days))
        .sign(key, SHA256())
    )
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return made.public_bytes(Encoding.PEM).decode(), pem.decode()


async def add(diego: Person, counter: Counter, **more: Any) -> dict[str, Any]:
    """A processor whose credentials were tested."""
    made = await diego.post(PATH, SECOND | more)
    assert made.status_code == 201, made.text
    await counter.work()
    return (await diego.get(f"{PATH}/{made.json()['id']}")).json()


async def first(diego: Person) -> dict[str, Any]:
    """The connection of the settings."""
    return next(row for row in (await diego.get(PATH)).json() if row["name"] == "Sandbox")


async def test_a_processor_is_written_down_once_tested_and_then_enabled(diego: Person, counter: Counter) -> None:
    twice = [await diego.post(PATH, SECOND, key="one intent") for _ in range(2)]
    assert [said.status_code for said in twice] == [201, 201]
    path = f"{PATH}/{twice[0].json()['id']}"
    assert (twice[0].json()["status"], twice[0].json()["pending"]) == ("untested", True)
    assert (await diego.post(f"{path}/enable")).json()["message"] == "processor_untested"
    await counter.work()
    tested = (await diego.get(path)).json()
    assert (tested["status"], tested["pending"], tested["ready"], tested["test_error"]) == (
        "disabled",
        False,
        True,
        None,
    )
    assert (await diego.post(f"{path}/enable")).json()["status"] == "up"
    assert (await diego.post(f"{path}/enable")).json()["message"] == "processor_enabled"
    assert len((await diego.get(PATH)).json()) == 2


async def test_secrets_never_come_out_again(diego: Person, counter: Counter, sql: Sql) -> None:
    told, key = certificate(400)
    secret = "a-secret-that-must-not-be-seen"
    made = await add(diego, counter, client_secret=secret, certificate=told, certificate_key=key)
    assert "invalid_client" in made["pending_error"]
    await diego.post(f"{PATH}/{made['id']}/rotate", {k: v for k, v in SECOND.items() if k not in ("name", "priority")})
    await counter.work()
    inside = key.splitlines()[1]
    answers = [
        (await diego.get(path)).text
        for path in (PATH, f"{PATH}/{made['id']}", f"/v1/trail/processors/{made['id']}", "/v1/audit/activity")
    ]
    kept = [
        str(sql(f"select t::text from {table} t"))
        for table in ("event", "idempotency", "provider_message", "pix_connection", "processor_minute", "notification")
    ]
    for text in (*answers, *kept):
        assert secret not in text
        assert SANDBOX_SECRET not in text
        assert inside not in text


async def test_new_credentials_take_their_place_only_when_the_provider_knows_them(
    diego: Person, ana: Person, counter: Counter
) -> None:
    found = await first(diego)
    path = f"{PATH}/{found['id']}"
    given = {name: value for name, value in SECOND.items() if name not in ("name", "priority")}
    given["pix_key"] = found["pix_key"]
    await diego.post(f"{path}/rotate", given | {"client_secret": "wrong"})
    await counter.work()
    said = (await diego.get(path)).json()
    assert "invalid_client" in said["pending_error"]
    assert (await counter.charge(ana))["status"] == "pending"
    await diego.post(f"{path}/rotate", given)
    await counter.work()
    said = (await diego.get(path)).json()
    assert (said["pending_error"], said["test_error"], said["pending"]) == (None, None, False)
    assert (await counter.charge(ana))["status"] == "pending"
    assert said["hours"][-1]["answered"] > 0
    assert said["hours"][-1]["refused"] > 0


async def test_a_certificate_is_read_and_refused_when_it_is_over(diego: Person, counter: Counter) -> None:
    over, soon, other = certificate(-1), certificate(10), certificate(400)
    for (told, key), field, why in (
        (over, "certificate", "certificate_expired"),
        (("no PEM", over[1]), "certificate", "certificate_invalid"),
        ((soon[0], other[1]), "certificate_key", "certificate_key_of_another"),
        ((soon[0], "no PEM"), "certificate_key", "certificate_key_invalid"),
    ):
        said = await diego.post(PATH, SECOND | {"certificate": told, "certificate_key": key})
        assert (said.status_code, said.json()["message"]) == (400, {field: [why]})
    alone = await diego.post(PATH, SECOND | {"certificate": soon[0]})
    assert alone.json()["message"] == {"certificate_key": ["field_required"]}
    PixConfig("", "", "", "", client_pem=soon[0] + soon[1]).ssl_context()
    with pytest.raises(ssl.SSLError):
        PixConfig("", "", "", "", client_pem=soon[0] + other[1]).ssl_context()
    made = await add(diego, counter, certificate=soon[0], certificate_key=soon[1])
    assert made["certificate_subject"] == "CN=retaguarda.example"
    assert (await diego.post(f"{PATH}/{made['id']}/enable")).json()["status"] == "expiring"


async def test_of_two_changes_at_once_one_is_told_to_look_again(diego: Person, counter: Counter) -> None:
    found = await first(diego)
    path = f"{PATH}/{found['id']}/change"
    bodies = [{"name": name, "priority": 10, "version": found["version"]} for name in ("Um", "Dois")]
    said = await asyncio.gather(*(diego.post(path, body) for body in bodies))
    assert sorted(each.status_code for each in said) == [200, 409]
    assert next(each for each in said if each.status_code == 409).json()["message"] == "changed_meanwhile"


async def test_what_a_processor_says_was_paid_counts_only_once_it_was_enabled_where_it_is(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    """Whoever writes one down alone could say that anything was paid to anybody."""
    made = await add(diego, counter)
    path = f"{PATH}/{made['id']}"
    await counter.bank.fault(effect="webhook", delivery="never")
    await counter.bank.pay(brcode.static(SECOND["pix_key"], "Loja", "Recife", amount=5_000, txid=reference_of(AURORA)))
    await counter.run_job("payin.reconcile")
    assert (await counter.balances(ana))["available"] == 0
    standing_policy(sql, "payin:processor:enable")
    request = (await diego.post(f"{path}/enable")).json()["request"]["id"]
    await counter.run_job("payin.reconcile")
    assert (await counter.balances(ana))["available"] == 0
    # Whoever agrees sees where it is; and agrees to nothing else.
    facts = (await eva.get(f"/v1/approvals/{request}")).json()["plan"]["facts"]
    assert {each["field"]: each["value"] for each in facts} == {name: SECOND[name] for name in ("base_url", "pix_key")}
    assert (await Desk(sql).approve(eva, request)).json()["status"] == "executed"
    await counter.run_job("payin.reconcile")
    assert (await counter.balances(ana))["available"] == 5_000
    assert (await diego.post(f"{path}/disable")).status_code == 200
    await counter.bank.pay(brcode.static(SECOND["pix_key"], "Loja", "Recife", amount=700, txid=reference_of(AURORA)))
    await counter.run_job("payin.reconcile")
    assert (await counter.balances(ana))["available"] == 5_700
    assert offenders(counter.url) == {}


async def test_credentials_for_another_place_are_agreed_to_like_a_new_processor(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    found = await first(diego)
    path = f"{PATH}/{found['id']}"
    waiting = await counter.charge(ana)
    standing_policy(sql, "payin:processor:enable")
    requests = list[str]()
    for key in ("mine@thief.example", "another@thief.example"):
        given = {name: value for name, value in SECOND.items() if name not in ("name", "priority")}
        assert (await diego.post(f"{path}/rotate", given | {"pix_key": key})).status_code == 200
        await counter.work()
        moved = (await diego.get(path)).json()
        assert (moved["pix_key"], moved["status"], moved["enabled"]) == (key, "disabled", False)
        requests.append((await diego.post(f"{path}/enable")).json()["request"]["id"])
    refused = await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})
    assert refused.json()["message"] == "no_connection"
    # A process that still keeps the client of before believes what is said where it was: here its time is over.
    kept, number = counter.app.connections, UUID(found["id"])
    kept._cached[number] = (0.0, *kept._cached[number][1:])
    # What it says meanwhile is not believed, not even of what was asked for before.
    await counter.bank.pay(waiting["br_code"])
    address, notice = await counter.bank.next_notice()
    assert (await counter.stranger.post(address, json=notice)).status_code == 200
    await counter.work()
    await counter.run_job("payin.reconcile")
    assert (await counter.read(ana, waiting["id"]))["status"] == "pending"
    # What was asked for one key is not done for another.
    desk = Desk(sql)
    said = (await desk.approve(eva, requests[0])).json()
    assert (said["status"], said["stale"]) == ("awaiting", True)
    assert (await desk.approve(eva, requests[1])).json()["status"] == "executed"
    await counter.run_job("payin.reconcile")
    assert (await counter.read(ana, waiting["id"]))["status"] == "paid"


async def test_a_disabled_processor_keeps_what_was_asked_for_at_it(
    diego: Person, ana: Person, counter: Counter
) -> None:
    charge = await counter.charge(ana)
    found = await first(diego)
    assert (await diego.post(f"{PATH}/{found['id']}/disable")).json()["status"] == "disabled"
    refused = await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})
    assert (refused.status_code, refused.json()["message"]) == (409, "no_connection")
    await counter.bank.fault(effect="webhook", delivery="never")
    await counter.bank.pay(charge["br_code"])
    await counter.run_job("payin.reconcile")
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"
    assert offenders(counter.url) == {}


async def test_a_payment_of_one_key_is_no_other_processors(diego: Person, ana: Person, counter: Counter) -> None:
    """Both are accounts at one bank, whose list tells of both."""
    made = await add(diego, counter)
    await diego.post(f"{PATH}/{made['id']}/enable")
    # It has the lower number, and is asked first for what came in.
    await diego.post(f"{PATH}/{(await first(diego))['id']}/disable")
    await counter.run_job("payin.tell_webhooks")
    charge = await counter.charge(ana)
    assert charge["processor"] == "Banco B"
    await counter.bank.pay(charge["br_code"])
    path, body = await counter.bank.next_notice()
    forged = path.replace(made["id"], (await first(diego))["id"])
    assert (await counter.stranger.post(forged, json=body)).status_code == 404
    await counter.run_job("payin.reconcile")
    assert (await counter.stranger.post(path, json=body)).status_code == 200
    await counter.work()
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"
    assert offenders(counter.url) == {}


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://pix.example.com/api", "url_not_https"),
        ("https://127.0.0.1:8001/api/v2", "address_refused"),
        ("https://[::ffff:10.0.0.1]/api", "address_refused"),
        ("https://user:secret@pix.example.com/", "url_invalid"),
        ("ftp://pix.example.com/", "url_invalid"),
    ],
)
def test_no_address_leads_into_our_own_network_but_the_bundled_providers(url: str, why: str) -> None:
    with pytest.raises(ApiError) as refused:
        AllowedAddresses().check("base_url", url)
    assert refused.value.message == {"base_url": [why]}
    bundled = AllowedAddresses(own=frozenset({"http://127.0.0.1:8001"}))
    bundled.check("base_url", "http://127.0.0.1:8001/api/v2")
    with pytest.raises(ApiError):
        bundled.check("base_url", "http://127.0.0.1:8001/\x00")


async def test_processors_are_staffs_alone(ana: Person, carla: Person, diego: Person, counter: Counter) -> None:
    found = await first(diego)
    for stranger in (ana, carla):
        assert (await stranger.get(PATH)).status_code == 403
        assert (await stranger.get(f"{PATH}/{found['id']}")).status_code == 403
        assert (await stranger.post(PATH, SECOND)).status_code == 403
        assert (await stranger.post(f"{PATH}/{found['id']}/disable")).status_code == 403


async def test_what_is_of_no_company_or_of_no_processor_is_found(ana: Person, counter: Counter) -> None:
    """Planted with the triggers off, as only a bad hand or a bad disk could."""
    await counter.paid(ana)
    (invariant,) = [each for each in INVARIANTS if each.name == "payin_knows_its_processors"]
    with psycopg.connect(counter.url) as owner:
        for table in ("charge", "pix_payment", "provider_message"):
            for offence in ("company_id = 999", "connection_id = gen_random_uuid()"):
                with owner.transaction(force_rollback=True):
                    owner.execute("set local session_replication_role = replica")
                    owner.execute(f"update {table} set {offence}".encode())
                    assert owner.execute(invariant.offenders_sql.encode()).fetchone() != (0,), (table, offence)


async def test_a_charge_stays_and_keeps_its_number_and_a_payment_of_none_is_found(
    ana: Person, counter: Counter
) -> None:
    await counter.paid(ana)
    (invariant,) = [each for each in INVARIANTS if each.name == "payment_knows_its_charge"]
    with psycopg.connect(counter.url) as owner:
        for statement in ("delete from charge", "update charge set id = gen_random_uuid()"):
            with pytest.raises(psycopg.DatabaseError), owner.transaction():
                owner.execute(statement.encode())
        with owner.transaction(force_rollback=True):
            owner.execute("update pix_payment set charge_id = gen_random_uuid()")
            assert owner.execute(invariant.offenders_sql.encode()).fetchone() == (1,)


async def test_a_client_that_was_replaced_is_closed_when_its_last_calls_are_over(
    diego: Person, counter: Counter, sql: Sql
) -> None:
    processor = UUID((await add(diego, counter))["id"])
    assert (await diego.post(f"{PATH}/{processor}/enable")).status_code == 200
    kept = counter.app.connections
    before = await kept.get(processor)
    sql("update pix_connection set name = 'Banco C' where id = %s", processor)
    kept._cached[processor] = (0.0, *kept._cached[processor][1:])
    now, at_once = await asyncio.gather(kept.get(processor), kept.get(processor))
    assert now.client is at_once.client is not before.client
    assert not before.client._session.http.is_closed  # a call of it may still be under way
    await kept._close_replaced(float("inf"))
    assert (before.client._session.http.is_closed, now.client._session.http.is_closed) == (True, False)
