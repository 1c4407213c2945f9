"""From a Pix QR code to the ledger: charges as ana asks for them and payers pay them."""

from datetime import date, timedelta
from decimal import Decimal

import psycopg
import pytest

from people import Person
from retaguarda.providers.pix import brcode
from support.charges import Counter

FEE = 37  # 0.99 % of 37.00, half up


async def test_a_charge_is_registered_at_the_provider_and_gets_its_code(ana: Person, counter: Counter) -> None:
    made = (await ana.post("/v1/payin/charges", {"amount": {"amount": 3700}})).json()
    assert made["status"] == "created"
    await counter.work()
    charge = await counter.read(ana, made["id"])
    assert charge["status"] == "pending"
    assert charge["txid"] == made["txid"]
    assert brcode.parse(charge["br_code"]).url == charge["location"]
    assert [moment["kind"] for moment in charge["timeline"]] == ["payin:charge:create", "payin:charge:pending"]
    asked = next(message for message in charge["messages"] if message["method"] == "PUT")
    assert asked["request"]["valor"] == {"original": "37.00"}
    assert asked["status"] == 201


async def test_a_payment_moves_the_charge_the_ledger_and_the_balance_once(ana: Person, counter: Counter) -> None:
    charge = await counter.charge(ana, 3700)
    end_to_end_id = await counter.bank.pay(charge["br_code"])
    await counter.carry(times=2)
    charge = await counter.read(ana, charge["id"])
    assert charge["status"] == "paid"
    assert charge["end_to_end_id"] == end_to_end_id
    assert charge["net"]["amount"] == 3700 - FEE
    sides = {
        entry["account"]: (entry["debit"] or {}).get("amount", 0) * -1 + (entry["credit"] or {}).get("amount", 0)
        for entry in charge["entries"]
    }
    assert sides == {"pix_clearing": -3700, "available": 3700 - FEE, "pix_fees": FEE}
    assert await counter.balances(ana) == {"available": 3700 - FEE, "on_hold": 0, "in_review": 0}


async def test_the_provider_never_learns_of_a_charge_twice(ana: Person, counter: Counter) -> None:
    charge = await counter.charge(ana)
    await counter.run_job("payin.register_charge", 2, charge["id"])
    again = await counter.read(ana, charge["id"])
    assert [m["method"] for m in again["messages"]].count("PUT") == 1


@pytest.mark.parametrize("after_work", [False, True])
async def test_a_provider_that_is_down_leaves_the_charge_waiting_and_says_why(
    ana: Person, counter: Counter, after_work: bool
) -> None:
    await counter.bank.fault(effect="status", status=503, route="PUT /cob", times=1, after_work=after_work)
    charge = await counter.charge(ana)
    assert charge["status"] == "created"
    assert "503" in charge["last_error"]
    await counter.run_job("payin.register_charge", 2, charge["id"])
    charge = await counter.read(ana, charge["id"])
    assert (charge["status"], charge["last_error"]) == ("pending", None)
    assert charge["br_code"]


async def test_a_refused_charge_fails_with_the_reason_and_may_be_tried_again(ana: Person, counter: Counter) -> None:
    await counter.bank.fault(effect="status", status=403, route="PUT /cob", times=1)
    charge = await counter.charge(ana)
    assert charge["status"] == "failed"
    assert "403" in charge["last_error"]
    assert (await ana.post(f"/v1/payin/charges/{charge['id']}/retry")).json()["status"] == "created"
    await counter.work()
    assert (await counter.read(ana, charge["id"]))["status"] == "pending"


async def test_a_payment_no_webhook_told_of_is_found_by_asking(ana: Person, counter: Counter) -> None:
    await counter.bank.fault(effect="webhook", delivery="never")
    charge = await counter.charge(ana)
    await counter.bank.pay(charge["br_code"])
    await counter.run_job("payin.reconcile")
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"
    await counter.run_job("payin.reconcile")


async def test_a_webhook_that_lies_about_the_amount_changes_nothing(ana: Person, counter: Counter) -> None:
    await counter.bank.fault(effect="webhook_amount", delta=100_000)
    charge = await counter.charge(ana, 3700)
    await counter.bank.pay(charge["br_code"])
    await counter.carry()
    assert await counter.balances(ana) == {"available": 3700 - FEE, "on_hold": 0, "in_review": 0}


async def test_a_forged_webhook_is_a_missing_page(ana: Person, counter: Counter) -> None:
    charge = await counter.charge(ana)
    await counter.bank.pay(charge["br_code"])
    path, body = await counter.bank.next_notice()
    connection = path.split("/")[3]
    for forged in (
        f"/webhooks/pix/{connection}/{'0' * 64}/pix",
        "/webhooks/pix/nobody/x",
        f"/webhooks/pix/{charge['id']}/x",
    ):
        assert (await counter.stranger.post(forged, json=body)).status_code == 404
    await counter.work()
    assert (await counter.read(ana, charge["id"]))["status"] == "pending"


async def test_a_webhook_about_a_payment_that_never_was_posts_nothing(ana: Person, counter: Counter) -> None:
    charge = await counter.charge(ana)
    await counter.bank.pay(charge["br_code"])
    path, body = await counter.bank.next_notice()
    invented = body["pix"][0] | {"endToEndId": "E1234567820261120235900000000000"[:32]}
    assert (await counter.stranger.post(path, json={"pix": [invented]})).status_code == 200
    await counter.work()
    charge = await counter.read(ana, charge["id"])
    assert charge["status"] == "pending"
    assert [message["direction"] for message in charge["messages"]][-1] == "in"


async def test_a_webhook_with_a_zero_character_is_kept_and_read_back(ana: Person, counter: Counter) -> None:
    charge = await counter.charge(ana)
    await counter.bank.pay(charge["br_code"])
    path, body = await counter.bank.next_notice()
    assert (
        await counter.stranger.post(path, json={"pix": [body["pix"][0] | {"infoPagador": "a\x00b"}]})
    ).status_code == 200
    await counter.work()
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"


@pytest.mark.parametrize("body", [b"{}", b"[]", b"\xff", b'{"pix": [{"endToEndId": "nonsense"}]}', b'{"pix": [1]}'])
async def test_a_webhook_that_makes_no_sense_is_refused(ana: Person, counter: Counter, body: bytes) -> None:
    charge = await counter.charge(ana)
    await counter.bank.pay(charge["br_code"])
    path, _ = await counter.bank.next_notice()
    assert (await counter.stranger.post(path, content=body)).status_code == 400


async def test_a_cancelled_charge_is_withdrawn_at_the_provider(ana: Person, counter: Counter) -> None:
    charge = await counter.charge(ana)
    for _ in range(2):
        assert (await ana.post(f"/v1/payin/charges/{charge['id']}/cancel", key=None)).status_code == 200
    await counter.work()
    assert (await counter.read(ana, charge["id"]))["status"] == "cancelled"
    late = await ana.post(f"/v1/payin/charges/{charge['id']}/cancel", key=None)
    assert (late.status_code, late.json()["message"]) == (409, "charge_not_open")


async def test_a_charge_paid_while_it_is_being_cancelled_is_paid(ana: Person, counter: Counter) -> None:
    charge = await counter.charge(ana)
    await counter.bank.pay(charge["br_code"])
    await ana.post(f"/v1/payin/charges/{charge['id']}/cancel")
    await counter.work()
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"


async def test_a_charge_whose_time_is_over_expires_and_stays_visible(ana: Person, counter: Counter) -> None:
    charge = await counter.charge(ana)
    with psycopg.connect(counter.url) as connection:
        connection.execute("update charge set expires_at = now() - interval '2 minutes'")
    await counter.run_job("payin.expire")
    await counter.run_job("payin.expire")
    assert (await counter.read(ana, charge["id"]))["status"] == "expired"


async def test_carla_neither_reads_nor_changes_a_charge_of_ana(ana: Person, carla: Person, counter: Counter) -> None:
    charge = await counter.paid(ana)
    path = f"/v1/payin/charges/{charge['id']}"
    assert (await carla.get(path)).status_code == 404
    assert (await carla.get(f"{path}/qr.svg")).status_code == 404
    assert (await carla.post(f"{path}/refunds", {"amount": {"amount": 1}})).status_code == 404
    assert (await carla.post(f"{path}/cancel")).status_code == 404
    assert (await carla.post(f"{path}/retry")).status_code == 404
    assert (await carla.post(f"/v1/payin/reviews/{charge['end_to_end_id']}/accept")).status_code == 404


async def test_a_charge_that_breaks_a_rule_is_refused_whoever_writes_it(
    ana: Person, counter: Counter, subtests: pytest.Subtests
) -> None:
    await counter.charge(ana)
    cases: list[tuple[str, str]] = [
        ("txid = 'short'", "charge_txid_check"),
        ("amount = 0", "charge_amount_check"),
        ("paid = -1, refunded = -1", "charge_paid_check"),
        ("fee = -1", "charge_fee_check"),
        ("refunded = paid + 1", "charge_check"),
        ("refunded = -1", "charge_check"),
        ("kind = 'gift'", "charge_kind_check"),
        ("kind = 'due'", "charge_due_check"),
        ("due_date = '2026-12-01'", "charge_due_check"),
        ("valid_days = 30", "charge_due_check"),
        ("terms = '{}'", "charge_due_check"),
        ("revising = '{}'", "charge_due_check"),
        ("kind = 'static'", "charge_static_check"),
        ("static_code = id", "charge_static_check"),
        ("batch = id", "charge_batch_check"),
        ("batch_line = 1", "charge_batch_check"),
        ("""split = '{"parts": 1}'""", "charge_split_check"),
    ]
    for change, rule in cases:
        with subtests.test(change=change, rule=rule):
            for statements in (f"update charge set {change}", another(change)):
                with psycopg.connect(counter.url) as owner, pytest.raises(psycopg.errors.CheckViolation) as refused:
                    owner.execute(statements.encode())
                assert refused.value.diag.constraint_name == rule


async def test_a_state_that_no_charge_has_is_neither_written_nor_come_to(ana: Person, counter: Counter) -> None:
    await counter.charge(ana)
    with (
        psycopg.connect(counter.url) as owner,
        pytest.raises(psycopg.errors.CheckViolation, match="charge_status_check"),
    ):
        owner.execute(another("status = 'lost'").encode())
    with psycopg.connect(counter.url) as owner, pytest.raises(psycopg.Error, match="does not go from pending to lost"):
        owner.execute("update charge set status = 'lost'")


def another(change: str) -> str:
    """Statements that write a second charge like the first, but for this change."""
    return (
        "create temporary table another as select * from charge;"
        "update another set id = gen_random_uuid(), txid = repeat('a', 26);"
        f"update another set {change};"
        "insert into charge select * from another"
    )


async def test_the_code_is_drawn_as_a_picture(ana: Person, counter: Counter) -> None:
    charge = await counter.charge(ana)
    picture = await ana.get(f"/v1/payin/charges/{charge['id']}/qr.svg")
    assert picture.headers["Content-Type"].startswith("image/svg+xml")
    assert b"<path" in picture.content
    assert b"<script" not in picture.content


async def test_the_summary_counts_by_status_as_the_events_say(ana: Person, counter: Counter) -> None:
    await counter.paid(ana, 3700)
    charge = await counter.charge(ana, 500)
    day = charge["created_at"][:10]
    # Her day may not be that of UTC.
    around = [str(date.fromisoformat(day) + timedelta(days=days)) for days in (-1, 1)]
    said = (await ana.get("/v1/payin/summary", **dict(zip(("from", "to"), around, strict=True)))).json()
    counts = {each["status"]: (each["count"], each["amount"]["amount"]) for each in said["statuses"] if each["count"]}
    assert counts == {"paid": (1, 3700), "pending": (1, 500)}
    assert said["total"]["count"] == 2
    refused = await ana.get("/v1/payin/summary", **{"from": day, "to": "soon"})
    assert refused.json()["message"] == {"to": ["not_allowed"]}


def test_the_fee_is_rounded_half_up_to_the_centavo() -> None:
    from retaguarda.foundation.money import share

    assert [share(amount, 99) for amount in (3700, 50, 51, 1, 10**12 - 1)] == [37, 0, 1, 0, 9_900_000_000]
    assert share(12345, 99) == int((Decimal(12345) * 99 / 10000).to_integral_value())
