"""A slip is paid by its line: read before it is paid, paid once, by file, by its due date, and done when the bank says so."""

from datetime import date, timedelta
from typing import Any

import pytest

from conftest import Sql
from days import today
from people import AURORA, Person
from providers.test_slips import barcode, typed
from retaguarda.foundation.business_days import next_business_day
from support.charges import Counter
from support.payments import PAYMENTS, read
from support.payout_rules import in_force
from support.remittances import REMITTANCES, FileDesk

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

SHOWN = "/v1/payouts/payment-destination"
WHO = {"holder_name": "Gráfica Ponto Final Ltda", "holder_document": "11.222.333/0001-81"}


def line(due: date, cents: int = 15_050, free: str = "1234567890" * 2 + "12345") -> str:
    return typed(barcode((due - date(2025, 2, 22)).days + 1_000, cents, free=free))


async def pay(person: Person, code: str, amount: int = 15_050, **more: Any) -> Any:
    return await person.post(PAYMENTS, {"amount": {"amount": amount}, "code": code, **WHO, **more})


@pytest.fixture
async def desk(diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql) -> FileDesk:
    """A bank that takes Pix and slips by file; Aurora's settings have slips on."""
    diego.account = "all"
    desk = FileDesk(diego, bruno, counter, sql)
    await desk.by_file(methods=["pix", "slip"])
    await counter.paid(ana, 100_000)
    return desk


def slips_on(sql: Sql, first_most: int | None = None) -> None:
    sql(
        "insert into payout_setting_version (company_id, version, currency, methods, first_most, queue, queue_days, queue_skips,"
        " hold_ends, duplicates, external_id_needed, valid_from, actor)"
        " values (%s, 1, 'BRL', '{pix,slip}', %s, false, 30, true, 'refuse', 'warn', false, now() - interval '1 minute', 'a test')",
        AURORA,
        first_most,
    )


async def test_a_slip_is_looked_at_paid_once_by_file_and_done_when_the_bank_says_so(
    desk: FileDesk, bruno: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    slips_on(sql)
    due = today() + timedelta(days=3)
    shown = (await bruno.post(SHOWN, {"code": line(due)}, key=None)).json()
    assert (shown["kind"], shown["amount"]["amount"], shown["due_on"]) == ("slip", 15_050, due.isoformat())
    assert (shown["known_by"], shown["confirmation"], shown["bank_name"] is None) == (None, None, False)
    other = await pay(bruno, line(due), 15_000)
    assert (other.status_code, other.json()["message"]) == (400, {"amount": ["code_other_amount"]})
    made = await pay(bruno, line(due))
    assert made.status_code == 201, made.text
    payment = made.json()
    assert (payment["method"], payment["barcode"], payment["due_on"]) == (
        "slip",
        barcode((due - date(2025, 2, 22)).days + 1_000),
        due.isoformat(),
    )
    # The same slip in the other way to write it, for another reason: it is one slip.
    twice = await pay(bruno, payment["barcode"], duplicate_reason="de novo")
    assert (twice.status_code, twice.json()["message"]) == (409, "slip_paid"), twice.text
    assert (await carla.get(f"{PAYMENTS}/{payment['id']}")).status_code in (403, 404)
    await counter.work()
    assert desk.states([payment["id"]]) == ["in_bank_processing"]
    remittance = await desk.sealed()
    content = (await desk.content(remittance)).decode()
    (segment,) = [
        each for each in content.split("\r\n") if each[7:8] == "3" and each[13:14] == "J" and each[17:19] != "52"
    ]
    assert segment[17:61] == payment["barcode"]
    assert due.strftime("%d%m%Y") in segment
    file = await desk.upload(await desk.answered(remittance))
    assert await desk.effects(file) == {("done", None): (1, 0)}
    assert (await desk.apply(file)).status_code == 200
    done = await read(bruno, payment["id"])
    assert (done["status"], done["end_to_end_id"]) == ("done", None)
    receipt = await bruno.get(f"{PAYMENTS}/{payment['id']}/receipt", locale="pt")
    assert (receipt.status_code, receipt.headers["content-type"]) == (200, "application/pdf")


async def test_a_slip_that_the_bank_refuses_is_paid_again_as_a_new_payment(
    desk: FileDesk, bruno: Person, counter: Counter, sql: Sql
) -> None:
    slips_on(sql)
    due = today() + timedelta(days=3)
    # By the sandbox's script: no such account.
    first = (await pay(bruno, line(due, 15_002), 15_002)).json()["id"]
    await counter.work()
    await desk.apply(await desk.upload(await desk.answered(await desk.sealed())))
    assert (await read(bruno, first))["status"] == "failed"
    again = await bruno.post(f"{PAYMENTS}/{first}/retry")
    assert again.status_code == 201, again.text
    assert (again.json()["method"], again.json()["replaces"]) == ("slip", first)
    assert (await pay(bruno, line(due, 15_002), 15_002, duplicate_reason="x")).json()["message"] == "slip_paid"


async def test_a_slip_leaves_by_its_due_date_or_the_next_business_day(desk: FileDesk, bruno: Person, sql: Sql) -> None:
    slips_on(sql)
    overdue = {"scheduled_for": ["slip_overdue"]}
    long_past = today() - timedelta(days=10)
    assert (await pay(bruno, line(long_past))).json()["message"] == overdue
    due = today() + timedelta(days=5)
    beyond = next_business_day(next_business_day(due) + timedelta(days=1))
    late = await pay(bruno, line(due), scheduled_for=beyond.isoformat())
    assert (late.status_code, late.json()["message"]) == (400, overdue)
    last = await pay(bruno, line(due), scheduled_for=next_business_day(due).isoformat())
    assert last.status_code == 201, last.text


CHANGED = {"name": "Mudou", "condition": "changed_destination", "action": "hold", "minutes": 30}


@pytest.mark.parametrize("ruled", [False, True])
async def test_a_slip_is_no_new_destination_of_whom_it_pays_and_makes_no_other_one_new(
    desk: FileDesk, bruno: Person, diego: Person, eva: Person, counter: Counter, sql: Sql, ruled: bool
) -> None:
    slips_on(sql, first_most=1_000)
    if ruled:
        await in_force(diego, eva, counter, CHANGED)
    due = today() + timedelta(days=3)

    async def done(made: Any) -> None:
        assert (made.status_code, made.json().get("hold_reason"), made.json().get("status")) == (
            201,
            None,
            "pending",
        ), made.text
        await counter.work()
        await desk.apply(await desk.upload(await desk.answered(await desk.sealed())))
        assert (await read(bruno, made.json()["id"]))["status"] == "done"

    await done(await pay(bruno, line(due)))
    # The holder's first Pix goes to nowhere else than before: a slip says nothing of where somebody is paid.
    account = {"ispb": "18236120", "account_type": "TRAN", "branch": "1425", "number": "4455667", "digit": "8"}
    await done(await bruno.post(PAYMENTS, {"amount": {"amount": 900}, "account": account, **WHO}))
    await done(await pay(bruno, line(due, free="2" * 25)))
    # Another account of theirs is a change.
    other = account | {"branch": "1426"}
    moved = await bruno.post(PAYMENTS, {"amount": {"amount": 900}, "account": other, **WHO})
    assert moved.json()["hold_reason"] == "cooling_off"


def become_due(sql: Sql, payment: str, due: date) -> None:
    """Days go by: the slip was due on this day."""
    sql("alter table payout disable trigger user")
    sql("update payout set due_on = %s where id = %s", due, payment)
    sql("alter table payout enable trigger user")


async def test_a_slip_that_became_overdue_while_it_waited_is_cancelled_as_the_forecast_says(
    desk: FileDesk, bruno: Person, counter: Counter, sql: Sql
) -> None:
    slips_on(sql)
    before = await counter.balances(bruno)
    kept, late = [
        (await pay(bruno, line(today() + timedelta(days=3), free=free * 25))).json()["id"] for free in ("1", "2")
    ]
    become_due(sql, late, today() - timedelta(days=10))
    sums = (await bruno.get("/v1/payouts/forecast")).json()["sums"]
    assert (sums["leaves"]["count"], sums["ended"]["count"]) == (1, 1)
    for _ in range(2):
        await counter.run_job("payouts.send", AURORA, late)
    await counter.work()
    assert desk.states([kept, late]) == ["in_bank_processing", "cancelled"]
    said = await read(bruno, late)
    assert (said["last_error"], said["orders"]) == ("slip_overdue", [])
    on_hold = (await counter.balances(bruno))["on_hold"] - before["on_hold"]
    assert on_hold == 15_050 + said["fee"]["amount"]


async def test_a_remittance_leaves_out_the_slips_that_its_day_makes_overdue(
    desk: FileDesk, bruno: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    slips_on(sql)
    due = next_business_day(today() + timedelta(days=1))
    beyond = next_business_day(due + timedelta(days=1))
    made = (await pay(bruno, line(due))).json()["id"]
    await counter.work()
    assert desk.states([made]) == ["in_bank_processing"]
    wanted = {"processor": desk.processor, "day": beyond.isoformat()}
    late = await diego.post(REMITTANCES, wanted)
    assert (late.status_code, late.json()["message"]) == (409, "nothing_to_remit")
    draft = await diego.post(REMITTANCES, wanted | {"day": due.isoformat()})
    assert (draft.status_code, draft.json()["lines"]) == (201, 1), draft.text
    # Left lying until its day is over, the bank would pay it later than the file says.
    sql("alter table remittance disable trigger user")
    sql("update remittance set day = %s", today() - timedelta(days=1))
    sql("alter table remittance enable trigger user")
    for _ in range(2):
        sealed = await desk.seal(draft.json())
        assert (sealed.status_code, sealed.json()["message"]) == (409, "remittance_day_passed")


async def test_an_order_of_an_overdue_slip_that_no_file_took_ends_and_its_money_is_free(
    desk: FileDesk, bruno: Person, counter: Counter, sql: Sql
) -> None:
    slips_on(sql)
    before = await counter.balances(bruno)
    first = (await pay(bruno, line(today() + timedelta(days=3)))).json()["id"]
    await counter.work()
    await desk.drafted()
    left, kept = [
        (await pay(bruno, line(today() + timedelta(days=3), free=free * 25))).json()["id"] for free in ("1", "2")
    ]
    await counter.work()
    for each in (first, left):
        become_due(sql, each, today() - timedelta(days=10))
    for _ in range(2):
        await counter.run_job("payouts.overdue_slips")
    # What stands in a file may have reached the bank: only its answer ends it.
    assert desk.states([first, left, kept]) == ["in_bank_processing", "failed", "in_bank_processing"]
    said = await read(bruno, left)
    assert (said["last_error"], [each["state"] for each in said["orders"]]) == ("slip_overdue", ["refused"])
    assert (await counter.balances(bruno))["on_hold"] - before["on_hold"] == 2 * (15_050 + said["fee"]["amount"])
    assert (await bruno.post(f"{PAYMENTS}/{left}/retry")).json()["message"] == {"scheduled_for": ["slip_overdue"]}


async def test_a_slip_is_due_in_a_year_whose_holidays_nobody_knows_yet(desk: FileDesk, bruno: Person, sql: Sql) -> None:
    slips_on(sql)
    sunday = date(2040, 1, 1)
    made = await pay(bruno, line(sunday))
    assert (made.status_code, made.json().get("due_on")) == (201, sunday.isoformat()), made.text


async def test_slips_are_off_until_the_settings_have_them_on_and_what_is_wrong_is_named(
    desk: FileDesk, bruno: Person, diego: Person, sql: Sql
) -> None:
    due = today() + timedelta(days=3)
    off = await pay(bruno, line(due))
    assert (off.status_code, off.json()["message"]) == (409, "method_off")
    wrong = line(due)[:-1] + str((int(line(due)[-1]) + 1) % 10)
    assert (await pay(bruno, wrong)).json()["message"] == {"code": ["slip_invalid"]}
    assert (await pay(bruno, "8" * 48)).json()["message"] == {"code": ["slip_collected"]}
    brought = {"amount": {"amount": 15_050}, "code": line(due), "external_id": "b-1", **WHO}
    said = await bruno.post("/v1/payouts/brought-payments", brought)
    assert (said.status_code, said.json()["message"]) == (400, {"code": ["slip_by_person"]})
    wanted = {"version": 0, "slip": True, "reason": "o estabelecimento pediu"}
    diego.account = str(AURORA)
    changed = await diego.put(f"/v1/payouts/settings/{AURORA}", wanted)
    assert changed.status_code == 200, changed.text
    # What is looser holds after a day.
    assert (await pay(bruno, line(due))).json()["message"] == "method_off"
    sql("alter table payout_setting_version disable trigger user")
    sql("update payout_setting_version set valid_from = valid_from - interval '1 day'")
    sql("alter table payout_setting_version enable trigger user")
    assert (await pay(bruno, line(due))).status_code == 201
