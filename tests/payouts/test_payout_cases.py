"""Cases: what the bank does against its own word waits on suspense, and two people settle it."""

import pytest

from conftest import Sql
from people import Person, set_up
from support.charges import Counter
from support.payments import PAYMENTS, pay, read
from support.remittances import FileDesk
from support.withdrawals import settle

CASES = "/v1/payouts/cases"
GLANCE = "/v1/payouts/administration"
#: An account whose bank refuses: it has no such number; and one that it refuses for the moment only.
NOBODY = {"ispb": "18236120", "account_type": "TRAN", "branch": "9903", "number": "4455667", "digit": "8"}
BUSY = NOBODY | {"branch": "9909"}

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")


def balance(sql: Sql, code: str) -> int:
    """What stands on an account of the provider."""
    query = (
        "select coalesce(sum(e.amount), 0)::bigint from ledger_account a join ledger_entry e on e.account_id = a.id"
        " where a.company_id = 1 and a.code = %s"
    )
    return sql(query, code)[0][0]


async def paid_late(counter: Counter, payment: str, sql: Sql, order: int = 1) -> str:
    """The bank carries out an order that it has refused, and we ask twice; the order's end-to-end id."""
    e2e: str = sql("select end_to_end_id from payout_order where payout_id = %s and attempt = %s", payment, order)[0][0]
    said = await counter.bank.client.post("/sandbox/payouts/late", json={"endToEndId": e2e})
    assert said.status_code == 201, said.text
    for _ in range(2):
        await counter.run_job("payouts.take_back", 2, payment)
    return e2e


async def failed(bruno: Person, counter: Counter) -> str:
    made = await pay(bruno, 4_000, key=None, account=NOBODY)
    assert made.status_code == 201, made.text
    payment: str = made.json()["id"]
    await settle(counter, payment)
    assert (await read(bruno, payment))["status"] == "failed"
    return payment


async def the_case(staff: Person) -> str:
    staff.account = "all"
    (row,) = (await staff.get(CASES)).json()
    return row["id"]


async def test_a_payment_that_the_bank_carries_out_after_refusing_it_waits_for_two_people(
    bruno: Person, ana: Person, carla: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    before = (await counter.balances(ana))["available"]
    payment = await failed(bruno, counter)
    e2e = await paid_late(counter, payment, sql)
    # The merchant's money is untouched, and the payment stays failed: what it says is that a case is open.
    assert (await counter.balances(ana))["available"] == before
    told = await read(bruno, payment)
    assert (told["status"], [(each["kind"], each["status"]) for each in told["cases"]]) == (
        "failed",
        [("paid_after_failed", "open")],
    )
    assert balance(sql, "payout_suspense") == -4_000
    again = await bruno.post(f"{PAYMENTS}/{payment}/retry")
    assert (again.status_code, again.json()["message"]) == (409, "payment_has_case")

    case = await the_case(diego)
    # Staff see it at a glance, and behind the tile the case itself; the merchant has no such tile.
    tiles = {tile["key"]: tile for tile in (await diego.get(GLANCE)).json()["cases"]}
    assert {key: (tile["count"], tile["amount"]["amount"]) for key, tile in tiles.items()} == {
        "case_open": (1, 4_000),
        "case_proposed": (0, 0),
    }
    assert [row["id"] for row in (await diego.get(CASES, **tiles["case_open"]["filter"])).json()] == [case]
    assert (await bruno.get(GLANCE)).json()["cases"] == []
    found = (await diego.get(f"{CASES}/{case}")).json()
    assert (found["kind"], found["reference"], found["incoming"]) == ("paid_after_failed", e2e, False)
    assert found["company_name"] == "Loja Aurora"
    early = await diego.post(f"{CASES}/{case}/settle", {})
    assert (early.status_code, early.json()["message"]) == (409, "case_not_proposed")
    body = {"outcome": "merchant", "reason": "O favorecido confirma que recebeu"}
    plan = await diego.post(f"{CASES}/{case}/propose/plan", body)
    assert plan.status_code == 200, plan.text
    assert (await diego.post(f"{CASES}/{case}/propose", body)).json()["status"] == "proposed"
    assert (await diego.post(f"{CASES}/{case}/propose", body)).json()["message"] == "case_not_open"
    own = await diego.post(f"{CASES}/{case}/settle", {})
    assert (own.status_code, own.json()["message"]) == (403, "own_proposal")
    assert (await diego.get(f"{CASES}/{case}")).json()["may_settle"] is False
    assert balance(sql, "payout_suspense") == -4_000

    eva.account = "all"
    assert (await eva.get(f"{CASES}/{case}")).json()["may_settle"] is True
    assert (await eva.post(f"{CASES}/{case}/settle", {})).json()["status"] == "settled"
    twice = await eva.post(f"{CASES}/{case}/settle", {})
    assert (twice.status_code, twice.json()["message"]) == (409, "case_not_proposed")
    assert (await counter.balances(ana))["available"] == before - 4_000
    assert balance(sql, "payout_suspense") == 0
    (shown,) = (await read(bruno, payment))["cases"]
    assert (shown["status"], shown["outcome"]) == ("settled", "merchant")
    # Who is no staff finds neither the desk nor the case, whatever they may.
    sql("update role set permissions = permissions || '{payout::exception:decide,payout::payment:read}'")
    await set_up(carla)
    for person in (bruno, carla):
        for said in (
            await person.get(CASES),
            await person.get(f"{CASES}/{case}"),
            await person.post(f"{CASES}/{case}/propose", body),
            await person.post(f"{CASES}/{case}/settle", {}),
            await person.post(f"{CASES}/{case}/give-back", {"reason": "não é assim"}),
        ):
            assert said.status_code in (403, 404), (said.request.url, said.text)


@pytest.mark.parametrize(("outcome", "account"), [("losses", "payout_losses"), ("bank", "pix_clearing")])
async def test_a_case_goes_to_losses_or_back_to_the_bank_and_may_be_sent_back_first(
    outcome: str, account: str, bruno: Person, ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    payment = await failed(bruno, counter)
    available, at_bank = (await counter.balances(ana))["available"], balance(sql, account)
    await paid_late(counter, payment, sql)
    case = await the_case(diego)
    moved = 0 if account == "pix_clearing" else -4_000
    wrong = {"outcome": "merchant", "reason": "engano"}
    assert (await diego.post(f"{CASES}/{case}/propose", wrong)).status_code == 200
    eva.account = "all"
    back = await eva.post(f"{CASES}/{case}/give-back", {"reason": "o banco já desfez"})
    assert (back.json()["status"], back.json()["outcome"]) == ("open", None)
    assert (
        await eva.post(f"{CASES}/{case}/propose", {"outcome": outcome, "reason": "carta do banco"})
    ).status_code == 200
    assert (await diego.post(f"{CASES}/{case}/settle", {})).json()["status"] == "settled"
    assert (balance(sql, "payout_suspense"), balance(sql, account) - at_bank) == (0, moved)
    assert (await counter.balances(ana))["available"] == available
    assert (await bruno.post(f"{PAYMENTS}/{payment}/retry")).status_code == 201


async def test_an_order_carried_out_late_after_another_one_paid_is_the_second_payment(
    bruno: Person, ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = (await pay(bruno, 4_000, key=None, account=BUSY)).json()["id"]
    await settle(counter, made, rounds=1)
    # The second order finds the receiving bank awake.
    sql("alter table payout disable trigger user")
    sql("update payout set branch = '1425' where id = %s", made)
    sql("alter table payout enable trigger user")
    await settle(counter, made)
    done = await read(bruno, made)
    states = [order["state"] for order in done["orders"]]
    assert (done["status"], states[0], states[-1]) == ("done", "refused", "done")
    await paid_late(counter, made, sql)
    (row,) = (await read(bruno, made))["cases"]
    assert (row["kind"], row["amount"]["amount"]) == ("paid_twice", 4_000)
    assert balance(sql, "payout_suspense") == -4_000


async def test_a_return_that_nothing_matches_waits_too(
    bruno: Person, ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = (await pay(bruno, 5_000)).json()["id"]
    await settle(counter, made)
    e2e = (await read(bruno, made))["end_to_end_id"]
    body = {"endToEndId": e2e, "valor": "60.00", "beyond": True}
    assert (await counter.bank.client.post("/sandbox/payouts/returns", json=body)).status_code == 201
    before = (await counter.balances(ana))["available"]
    for _ in range(2):
        await counter.run_job("payouts.take_back", 2, made)
    told = await read(bruno, made)
    assert (told["status"], told["returned"]["amount"], told["cases"][0]["kind"]) == ("done", 0, "return_unmatched")
    assert balance(sql, "payout_suspense") == 6_000
    case = await the_case(diego)
    assert (await diego.get(f"{CASES}/{case}")).json()["incoming"] is True
    said = {"outcome": "merchant", "reason": "o favorecido devolveu a mais"}
    assert (await diego.post(f"{CASES}/{case}/propose", said)).status_code == 200
    eva.account = "all"
    assert (await eva.post(f"{CASES}/{case}/settle", {})).status_code == 200
    assert (await counter.balances(ana))["available"] == before + 6_000
    assert balance(sql, "payout_suspense") == 0


async def test_the_merchant_does_not_bear_what_it_has_not(
    bruno: Person, ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 5_000)
    payment = await failed(bruno, counter)
    await paid_late(counter, payment, sql)
    rest = (await counter.balances(ana))["available"]
    assert (await pay(bruno, rest - 100)).status_code == 201
    case = await the_case(diego)
    assert (
        await diego.post(f"{CASES}/{case}/propose", {"outcome": "merchant", "reason": "recebeu"})
    ).status_code == 200
    eva.account = "all"
    short = await eva.post(f"{CASES}/{case}/settle", {})
    assert (short.status_code, short.json()["message"]) == (422, "insufficient_balance")
    assert (await diego.get(f"{CASES}/{case}")).json()["status"] == "proposed"


async def test_a_return_file_that_pays_after_a_refusal_or_twice_opens_cases_when_it_is_applied(
    bruno: Person, diego: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    diego.account = "all"
    desk = FileDesk(diego, bruno, counter, sql)
    await desk.by_file()
    ids = await desk.pay(ana, 5_000, 6_002)
    remittance = await desk.sealed()
    await desk.apply(await desk.upload(await desk.answered(remittance)))
    assert desk.states(ids) == ["done", "failed"]
    # The bank runs the file once more: the one is paid again, the other after all.
    second = await desk.upload(await desk.answered(remittance, 2, codes="00", run=2))
    assert await desk.effects(second) == {("case", "paid_twice"): (1, 0), ("case", "paid_after_refused"): (1, 0)}
    assert balance(sql, "payout_suspense") == 0
    assert (await desk.apply(second)).status_code == 200
    assert await desk.effects(second) == {("case", "paid_twice"): (1, 1), ("case", "paid_after_refused"): (1, 1)}
    assert desk.states(ids) == ["done", "failed"]
    kinds = sorted((row["kind"], row["amount"]["amount"]) for row in (await diego.get(CASES)).json())
    assert kinds == [("paid_after_failed", 6_002), ("paid_twice", 5_000)]
    assert balance(sql, "payout_suspense") == -11_002
    # The same told once more is no third payment.
    third = await desk.upload(await desk.answered(remittance, 3, codes="00", run=2))
    assert (await desk.apply(third)).status_code == 200
    assert balance(sql, "payout_suspense") == -11_002
