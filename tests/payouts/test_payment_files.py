"""Remittances and their return files: sealed once, answered by the bank, and nothing counts as paid without exact evidence."""

import hashlib

import pytest

from conftest import Sql
from days import today
from people import Person
from support.approvals import Desk, standing_policy
from support.charges import Counter, offenders
from support.remittances import BY_FILE, FILES, LINES, REMITTANCES, FileDesk

OWNERS, CASES = "/v1/payouts/account-owners", "/v1/payouts/cases"
pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")


@pytest.fixture
def desk(diego: Person, bruno: Person, counter: Counter, sql: Sql) -> FileDesk:
    diego.account = "all"
    return FileDesk(diego, bruno, counter, sql)


async def test_a_remittance_is_sealed_answered_and_closed(desk: FileDesk, ana: Person, counter: Counter) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_000, 7_500)
    assert desk.states(ids) == ["in_bank_processing"] * 2
    remittance = await desk.sealed()
    assert (remittance["state"], remittance["sequence"], remittance["lines"]) == ("sealed", 1, 2)
    content = await desk.content(remittance)
    assert hashlib.sha256(content).hexdigest() == remittance["sha256"]
    assert {len(line) for line in content.split(b"\r\n")[:-1]} == {240}
    assert (await desk.diego.post(f"{REMITTANCES}/{remittance['id']}/deliver")).json()["state"] == "delivered"
    file = await desk.upload(await desk.answered(remittance))
    assert await desk.effects(file) == {("done", None): (2, 0)}
    assert desk.states(ids) == ["in_bank_processing"] * 2
    assert (await desk.apply(file)).status_code == 200
    assert await desk.effects(file) == {("done", None): (2, 2)}
    assert desk.states(ids) == ["done"] * 2
    assert await desk.state(remittance) == "closed"
    assert (await counter.balances(ana))["on_hold"] == 0
    # The same bytes are the same file; other bytes that say the same change nothing.
    assert (await desk.upload(await desk.answered(remittance)))["id"] == file["id"]
    again = await desk.upload(await desk.answered(remittance, 2))
    assert await desk.effects(again) == {("already", None): (2, 0)}
    assert (await desk.apply(again)).status_code == 200
    assert desk.states(ids) == ["done"] * 2


async def test_what_comes_back_after_it_was_paid_is_the_merchants_again_once(
    desk: FileDesk, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_000, 7_500)
    remittance = await desk.sealed()
    await desk.apply(await desk.upload(await desk.answered(remittance)))
    before = (await counter.balances(ana))["available"]
    # The next morning the receiving bank has sent both back.
    back = await desk.upload(await desk.answered(remittance, 2, codes="DV"))
    assert await desk.effects(back) == {("returned", None): (2, 0)}
    assert (await counter.balances(ana))["available"] == before
    assert (await desk.apply(back)).status_code == 200
    assert await desk.effects(back) == {("returned", None): (2, 2)}
    assert (await counter.balances(ana))["available"] == before + 12_500
    assert desk.states(ids) == ["done"] * 2
    assert sorted(sql("select payout_id::text, amount, rtr_id ~ '^RG[0-9]+$' from payout_return")) == sorted(
        zip(ids, (5_000, 7_500), (True, True), strict=True)
    )
    again = await desk.upload(await desk.answered(remittance, 3, codes="DV"))
    assert await desk.effects(again) == {("already", None): (2, 0)}
    assert (await desk.apply(again)).status_code == 200
    assert (await counter.balances(ana))["available"] == before + 12_500


async def test_only_what_is_paid_exactly_counts_as_paid(desk: FileDesk, ana: Person) -> None:
    await desk.by_file()
    # By the sandbox's script: paid, BS for ever, no such account, an unknown code, a test contract, scheduled, paid in part.
    ids = await desk.pay(ana, 1_000, 1_001, 1_002, 1_003, 1_004, 1_005, 1_006)
    remittance = await desk.sealed()
    file = await desk.upload(await desk.answered(remittance))
    assert await desk.effects(file) == {
        ("done", None): (1, 0),
        ("failed", None): (1, 0),
        ("contradiction", "amount_differs"): (1, 0),
        # Itaú's table has no BS and no 5T but FEBRABAN's warning of it.
        ("unknown", None): (3, 0),
        ("no_change", "accepted"): (1, 0),
    }
    await desk.apply(file)
    waiting = "in_bank_processing"
    assert desk.states(ids) == ["done", waiting, "failed", waiting, waiting, waiting, waiting]
    assert await desk.state(remittance) == "answered"


@pytest.mark.parametrize(
    ("code", "cents", "effect"),
    [
        ("756", 1, ("no_change", "security_analysis")),
        ("001", 1, ("no_change", "suspended")),
        ("237", 4, ("no_change", "test_contract")),
        ("756", 4, ("no_change", "test_contract")),
    ],
)
async def test_a_security_analysis_and_a_test_contract_are_not_paid(
    desk: FileDesk, ana: Person, code: str, cents: int, effect: tuple[str, str]
) -> None:
    await desk.by_file(bank=code)
    ids = await desk.pay(ana, 1_000 + cents)
    file = await desk.upload(await desk.answered(await desk.sealed()))
    assert await desk.effects(file) == {effect: (1, 0)}
    await desk.apply(file)
    assert desk.states(ids) == ["in_bank_processing"]


async def test_a_file_after_a_gap_asks_for_the_missing_one(
    desk: FileDesk, ana: Person, eva: Person, counter: Counter
) -> None:
    await desk.by_file()
    await desk.pay(ana, 5_000)
    first = await desk.sealed()
    assert (await desk.apply(await desk.upload(await desk.answered(first, 40)))).status_code == 200
    ids = await desk.pay(ana, 6_000)
    file = await desk.upload(await desk.answered(await desk.sealed(), 42))
    record = (await desk.diego.get(f"{FILES}/{file['id']}")).json()
    assert (record["expected_sequence"], record["missing"]) == (41, 1)
    refused = await desk.apply(file)
    assert (refused.status_code, refused.json()["message"]) == (409, "file_missing")
    assert "41" in refused.json()["error"]
    assert desk.states(ids) == ["in_bank_processing"]
    assert (await desk.diego.get(CASES)).json() == []
    for _ in range(2):
        assert (await desk.apply(file, gap_reason="O banco confirma que 41 estava vazio")).status_code in (200, 409)
    assert desk.states(ids) == ["done"]
    # What was passed over is one case, which two people accept; no money is on suspense for it.
    (case,) = (await desk.diego.get(CASES)).json()
    assert (case["kind"], case["amount"]["amount"], case["payout_id"]) == ("file_gap", 0, None)
    eva.account = "all"
    one = f"{CASES}/{case['id']}"
    found = (await desk.diego.get(one)).json()
    assert (found["incoming"], found["source"], "NSA 41" in found["reference"]) == (None, "file", True)
    wrong = await desk.diego.post(f"{one}/propose", {"outcome": "losses", "reason": "não se sabe"}, key=None)
    assert (wrong.status_code, wrong.json()["message"]) == (400, {"outcome": ["outcome_of_other_case"]})
    body = {"outcome": "accepted", "reason": "Carta do banco: 41 estava vazio"}
    await desk.diego.post(f"{one}/propose", body, key=None)
    said = await desk.diego.post(f"{one}/propose", body, key=None)
    assert (said.status_code, said.json()["message"]) == (409, "case_not_open")
    own = await desk.diego.post(f"{one}/settle", {}, key=None)
    assert (own.status_code, own.json()["message"]) == (403, "own_proposal")
    settled = await eva.post(f"{one}/settle", {}, key=None)
    assert (settled.status_code, settled.json()["outcome"]) == (200, "accepted"), settled.text
    assert offenders(counter.url) == {}


async def test_a_remittance_that_the_bank_refuses_whole_frees_its_orders(
    desk: FileDesk, ana: Person, counter: Counter
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_000, 6_000)
    remittance = await desk.sealed()
    assert (await desk.diego.post(REMITTANCES, {"processor": desk.processor, "day": remittance["day"]})).json()[
        "message"
    ] == "nothing_to_remit"
    file = await desk.upload(await desk.answered(remittance, refuse="HA"))
    assert await desk.effects(file) == {("released", None): (2, 0)}
    await desk.apply(file)
    assert await desk.state(remittance) == "refused"
    assert desk.states(ids) == ["in_bank_processing"] * 2
    # Each has a new order with a number of its own, in the next file.
    second = await desk.sealed()
    assert (second["sequence"], second["lines"]) == (2, 2)
    await desk.apply(await desk.upload(await desk.answered(second, 2)))
    assert desk.states(ids) == ["done"] * 2
    assert (await counter.balances(ana))["on_hold"] == 0
    # What the first file said of the first orders is over.
    late = await desk.upload(await desk.answered(remittance, 3))
    assert await desk.effects(late) == {("case", "paid_after_refused"): (2, 0)}


async def test_no_file_is_sealed_on_an_account_whose_holder_has_expired(
    desk: FileDesk, ana: Person, eva: Person, sql: Sql
) -> None:
    held = {"ispb": "60701190", "branch": "2545", "number": "02366", "digit": "1", "account_type": "CACC"}
    house = {"name": BY_FILE["holder_name"], "document": BY_FILE["holder_document"], "valid_from": "2025-01-01"}
    made = await desk.diego.post(OWNERS, held | house)
    assert made.status_code == 201, made.text
    owner = f"{OWNERS}/{made.json()['id']}"
    agreement = {"method": "pix", "number": BY_FILE["agreement"], "last_nsa": 40, "reason": "convênio do banco"}
    for person, action, body in (
        (eva, "verify", {}),
        (desk.diego, "activate", {}),
        (desk.diego, "set-agreement", agreement),
        (desk.diego, "add-signer", {"name": "Marta Luz", "document": "52998224725", "valid_from": "2025-01-01"}),
    ):
        said = await person.post(f"{owner}/{action}", body)
        assert said.status_code == 200, said.text
    await desk.by_file(branch="2545", number="2366", number_digit="1")
    ids = await desk.pay(ana, 5_000)
    draft = await desk.drafted()
    expiry = "update account_owner_version set valid_to = %s"
    sql("alter table account_owner_version disable trigger user")
    sql(expiry, today(-1))
    said = await desk.seal(draft)
    assert (said.status_code, said.json()["message"]) == (409, "account_owner_stops")
    assert desk.states(ids) == ["in_bank_processing"]
    sql(expiry, None)
    # Another program sent files 1 to 40 under this agreement; the bank takes no number twice, and what is refused takes none.
    sealed = await desk.seal(draft)
    assert sealed.json()["sequence"] == 41
    assert (await desk.content(sealed.json()))[157:163] == b"000041"
    assert (await desk.diego.get(owner)).json()["agreements"][0]["last_nsa"] == 41
    await desk.pay(ana, 6_000)
    assert (await desk.sealed())["sequence"] == 42


async def test_a_draft_is_sealed_as_it_was_seen_or_discarded(desk: FileDesk, ana: Person, sql: Sql) -> None:
    await desk.by_file()
    await desk.pay(ana, 5_000)
    draft = await desk.drafted()
    wrong = await desk.seal(draft | {"plan_hash": "0" * 64})
    assert (wrong.status_code, wrong.json()["message"]) == (409, "plan_changed")
    # Whoever edits where the money goes behind our back stops the file.
    sql("alter table payout disable trigger user")
    sql("update payout set number = '999'")
    assert (await desk.seal(draft)).json()["message"] == "plan_changed"
    sql("update payout set number = '002101696'")
    sql("alter table payout enable trigger user")
    one = f"{REMITTANCES}/{draft['id']}"
    assert (await desk.diego.get(f"{one}/file")).json()["message"] == "remittance_not_sealed"
    assert (await desk.diego.post(f"{one}/deliver")).json()["message"] == "remittance_not_sealed"
    assert (await desk.diego.post(f"{one}/discard", {"reason": "dia errado"})).json()["state"] == "discarded"
    assert (await desk.seal(draft)).json()["message"] == "remittance_not_drafted"
    sealed = await desk.sealed()
    assert (sealed["sequence"], sealed["lines"]) == (1, 1)
    assert (await desk.diego.post(f"{REMITTANCES}/{sealed['id']}/discard", {"reason": "too late"})).status_code == 409


async def test_sealing_waits_for_a_second_person_where_a_policy_asks(
    desk: FileDesk, ana: Person, eva: Person, sql: Sql
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_000)
    draft = await desk.drafted()
    standing_policy(sql, "payouts:remittance:seal")
    request = (await desk.seal(draft)).json()["request"]["id"]
    assert await desk.state(draft) == "drafted"
    assert (await Desk(sql).approve(eva, request)).json()["status"] == "executed"
    assert await desk.state(draft) == "sealed"
    standing_policy(sql, "payouts:return_file:apply")
    file = await desk.upload(await desk.answered(draft))
    request = (await desk.apply(file)).json()["request"]["id"]
    assert desk.states(ids) == ["in_bank_processing"]
    assert (await Desk(sql).approve(eva, request)).json()["status"] == "executed"
    await desk.counter.work()
    assert desk.states(ids) == ["done"]


async def test_a_line_of_another_agreement_or_of_an_order_that_was_never_sent_moves_nothing(
    desk: FileDesk, ana: Person
) -> None:
    await desk.by_file()
    ids = await desk.pay(ana, 5_000)
    remittance = await desk.sealed()
    said = await desk.answered(remittance)
    forged = await desk.upload(said.replace(b"RETAGUARDA01", b"SOMEBODY0001"))
    assert await desk.effects(forged) == {("contradiction", "other_agreement"): (1, 0)}
    unknown = await desk.upload(said.replace(b"RG0000", b"XX0000"))
    assert await desk.effects(unknown) == {("not_ours", None): (1, 0)}
    await desk.apply(forged)
    await desk.apply(unknown)
    assert desk.states(ids) == ["in_bank_processing"]


async def test_a_return_of_collection_and_a_remittance_are_named_and_refused(desk: FileDesk, ana: Person) -> None:
    await desk.by_file()
    await desk.pay(ana, 5_000)
    remittance = await desk.sealed()
    file = await desk.upload(await desk.content(remittance))
    assert (file["status"], file["error"]["code"]) == ("rejected", "remittance")
    said = await desk.answered(remittance)
    file = await desk.upload(said.replace(b"34100011C", b"34100011T"))
    assert (file["status"], file["error"]["code"]) == ("rejected", "collection_return")


async def test_payment_files_are_staffs_alone(desk: FileDesk, ana: Person, carla: Person, bruno: Person) -> None:
    await desk.by_file()
    await desk.pay(ana, 5_000)
    remittance = await desk.sealed()
    file = await desk.upload(await desk.answered(remittance))
    for path in (
        FILES,
        LINES,
        REMITTANCES,
        f"{FILES}/{file['id']}",
        f"{REMITTANCES}/{remittance['id']}",
        f"{REMITTANCES}/{remittance['id']}/file",
    ):
        assert (await bruno.get(path)).status_code == 403
        assert (await carla.get(path)).status_code in (403, 404)
    # A file of one family is not there for the other.
    assert (await desk.diego.get(f"/v1/payin/return-files/{file['id']}")).status_code == 404
