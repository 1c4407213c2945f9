"""A TED goes to a bank account on business days, until a processor's cut-off; afterwards it waits for the next of these days."""

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from conftest import Sql
from people import AURORA, Person
from retaguarda.payout_engine.decide_sending import opens_after, works
from retaguarda.payouts.lots.watch_lots import COLLECT_SECONDS
from retaguarda.providers.bankfiles.remittances import Payer, Payment, write_remittance
from support.approvals import Desk, standing_policy
from support.batches import BATCHES, open_exceptions, planned, read_lines, submit
from support.charges import Counter, offenders
from support.lots import PROCESSORS, LotDesk
from support.payments import PAYMENTS, pay, read
from support.remittances import FileDesk
from support.ted import BY_TED, Hours, business_day, moment, pay_ted, ted_on

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

SUBMIT_BATCH = "payouts:payout_batch:submit"
TED_TABLE = (
    "nome;documento;banco;agência;conta;valor;forma\n"
    "Papelaria Horizonte Ltda;11222333000181;001;1584;00210169-6;15,00;TED\n"
)
SHOWN = "/v1/payouts/payment-destination"
FORECAST = "/v1/payouts/forecast"
SETTINGS = f"/v1/payouts/settings/{AURORA}"


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    return Hours(monkeypatch)


@pytest.fixture
async def desk(diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql, hours: Hours) -> LotDesk:
    """Aurora pays by TED, and a bank takes lots of both ways."""
    desk = LotDesk(diego, bruno, counter, sql)
    await desk.by_lots(methods=["pix", "ted"])
    ted_on(sql)
    await counter.paid(ana, 500_000)
    return desk


async def clock(counter: Counter) -> None:
    """The minute's run, and what it lets go."""
    await counter.run_job("payouts.waiting")
    await counter.work()


async def submitted(bruno: Person, counter: Counter, batch: dict[str, Any]) -> None:
    await open_exceptions(bruno, batch)
    said = await submit(bruno, batch)
    assert said.status_code in (200, 201), said.text
    await counter.work()


async def test_a_ted_is_planned_asked_for_once_and_carla_never_sees_it(
    desk: LotDesk, bruno: Person, carla: Person
) -> None:
    body = {"amount": {"amount": 7_000}, **BY_TED, "ted_purpose": "00004"}
    del body["key"]
    plan = (await bruno.post(f"{PAYMENTS}/plan", body, key=None)).json()
    facts = {each["field"]: each["value"] for each in plan["facts"]}
    assert (facts["method"], facts["ted_purpose"], facts["ted_way"]) == ("ted", "00004", "now")
    assert facts["leave_by"] == moment("17:00").isoformat()
    first, again = [(await bruno.post(PAYMENTS, body, key="one-ted")) for _ in range(2)]
    assert first.status_code == 201, first.text
    assert first.json()["id"] == again.json()["id"]
    made = first.json()
    assert (made["method"], made["ted_purpose"], made["status"], made["compe"]) == ("ted", "00004", "pending", "001")
    assert (await carla.get(f"{PAYMENTS}/{made['id']}")).status_code in (403, 404)
    assert (await carla.post(f"{PAYMENTS}/{made['id']}/cancel")).status_code in (403, 404)
    listed = (await bruno.get(PAYMENTS, method="ted")).json()
    assert [each["id"] for each in listed] == [made["id"]]


async def test_what_is_no_ted_is_refused_in_clear_words(desk: LotDesk, bruno: Person, sql: Sql) -> None:
    said = await pay(bruno, 5_000, method="ted")
    assert (said.status_code, said.json()["message"]) == (400, {"method": ["ted_needs_account"]})
    said = await pay(bruno, 5_000, ted_purpose="00010")
    assert (said.status_code, said.json()["message"]) == (400, {"ted_purpose": ["not_with_pix"]})
    assert (await pay(bruno, 5_000, **BY_TED, ted_purpose="99999")).status_code == 400
    sql("update bank set ted = false where ispb = '00000000'")
    said = await pay(bruno, 5_000, **BY_TED)
    assert (said.status_code, said.json()["message"]) == (400, {"account.ispb": ["bank_without_ted"]})
    # By Pix it is paid there all the same; and a bank outside of Pix is paid by TED.
    assert (await pay(bruno, 5_000, **BY_TED | {"method": "pix"})).status_code == 201
    sql("update bank set ted = true, pix = false where ispb = '00000000'")
    said = await pay(bruno, 5_001, **BY_TED | {"method": "pix"})
    assert said.json()["message"] == {"account.ispb": ["bank_without_pix"]}
    assert (await pay(bruno, 5_001, **BY_TED)).status_code == 201


async def test_a_merchant_pays_by_ted_once_its_settings_say_so(
    diego: Person, bruno: Person, ana: Person, counter: Counter, hours: Hours
) -> None:
    await counter.paid(ana, 50_000)
    said = await pay(bruno, 5_000, **BY_TED)
    assert (said.status_code, said.json()["message"]) == (409, "method_off"), said.text
    diego.account = str(AURORA)
    now = (await diego.get(SETTINGS)).json()
    assert (now["now"]["methods"], now["now"]["ted_may_be_pix"]) == (["pix"], False)
    change = {"version": now["version"], "ted": True, "ted_may_be_pix": True, "reason": "O lojista pediu TED"}
    after = (await diego.put(SETTINGS, change)).json()
    assert after["versions"][0]["methods"] == ["pix", "ted"], after
    assert after["versions"][0]["ted_may_be_pix"] is True


@pytest.mark.parametrize(
    ("hour", "status"), [("00:00", "pending"), ("16:59", "pending"), ("17:00", "queued"), ("23:59", "queued")]
)
async def test_a_ted_leaves_until_the_cut_off_and_afterwards_waits_with_its_money_set_aside(
    desk: LotDesk, bruno: Person, counter: Counter, hours: Hours, hour: str, status: str
) -> None:
    hours.at = moment(hour)
    (payment,) = await pay_ted(desk, 5_000)
    found = await read(bruno, payment)
    if status == "pending":
        assert (found["status"], found["opens_at"]) == ("in_bank_processing", None)
        return
    assert (found["status"], found["queued_reason"]) == ("queued", "window")
    opens = moment("00:00", business_day(2))
    assert found["opens_at"] == opens.isoformat().replace("+00:00", "Z")
    # Nothing leaves before that, however often the clock comes by.
    hours.at = opens - timedelta(seconds=1)
    await clock(counter)
    assert (await read(bruno, payment))["status"] == "queued"
    hours.at = opens
    await clock(counter)
    assert (await read(bruno, payment))["status"] == "in_bank_processing"


async def test_after_a_friday_comes_monday_and_after_a_holiday_the_day_after() -> None:
    friday = business_day()
    while friday.weekday() != 4 or not works(friday + timedelta(days=3)):
        friday += timedelta(days=1)
    assert opens_after(moment("17:00", friday)) == moment("00:00", friday + timedelta(days=3))
    christmas = date(business_day().year, 12, 25)
    assert opens_after(moment("17:00", christmas - timedelta(days=1))) > moment("00:00", christmas)


async def test_on_a_day_without_banks_a_ted_waits_from_its_first_hour(
    desk: LotDesk, bruno: Person, hours: Hours
) -> None:
    day = business_day()
    while works(day):
        day += timedelta(days=1)
    hours.at = moment("10:00", day)
    shown = (await bruno.post(SHOWN, {"account": BY_TED["account"]}, key=None)).json()
    assert (shown["ted"]["taken"], shown["ted"]["way"]) == (True, "window")
    (payment,) = await pay_ted(desk, 5_000)
    found = await read(bruno, payment)
    assert (found["status"], found["queued_reason"]) == ("queued", "window")
    assert (await bruno.post(f"{PAYMENTS}/{payment}/send-now", {})).json()["message"] == "window_shut"
    for _ in range(2):
        await bruno.post(f"{PAYMENTS}/{payment}/cancel")
    assert (await read(bruno, payment))["status"] == "cancelled"


async def test_a_missed_cut_off_leaves_by_pix_only_where_the_merchant_and_the_bank_allow_it(
    desk: LotDesk, bruno: Person, counter: Counter, hours: Hours, sql: Sql
) -> None:
    hours.at = moment("17:00")
    (waits,) = await pay_ted(desk, 5_000)
    ted_on(sql, may_be_pix=True, version=2)
    shown = (await bruno.post(SHOWN, {"account": BY_TED["account"]}, key=None)).json()
    assert shown["ted"]["way"] == "as_pix"
    (leaves,) = await pay_ted(desk, 5_100)
    found = await read(bruno, leaves)
    assert (found["status"], found["method"], found["ted_purpose"]) == ("in_bank_processing", "pix", "00010")
    assert "payouts:payment:ted_as_pix" in [each["kind"] for each in found["timeline"]]
    sql("update bank set pix = false where ispb = '00000000'")
    (stays,) = await pay_ted(desk, 5_200)
    assert [(await read(bruno, each))["queued_reason"] for each in (waits, stays)] == ["window", "window"]


async def test_the_way_of_a_payment_changes_in_no_other_way(desk: LotDesk, bruno: Person, sql: Sql) -> None:
    (payment,) = await pay_ted(desk, 5_000)
    with pytest.raises(Exception, match="what was asked for does not change"):
        sql("update payout set method = 'pix' where id = %s", payment)
    (other,) = [(await pay(bruno, 5_000)).json()["id"]]
    with pytest.raises(Exception, match=r"what was asked for does not change|payout_ted"):
        sql("update payout set method = 'ted', ted_purpose = '00010' where id = %s", other)


async def test_a_processor_has_a_cut_off_of_its_own_for_teds(
    desk: LotDesk, diego: Person, bruno: Person, hours: Hours
) -> None:
    record = (await diego.get(f"{PROCESSORS}/{desk.processor}")).json()
    assert (record["ted_cut_off"], record["methods"]) == ("17:00", ["pix", "ted"])
    change: dict[str, Any] = {
        "name": record["name"], "priority": 100, "cut_off": None, "cost": None, "version": record["version"],
    }  # fmt: skip
    after = await diego.post(f"{PROCESSORS}/{desk.processor}/change", change | {"ted_cut_off": "16:00"})
    assert (after.status_code, after.json()["ted_cut_off"]) == (200, "16:00"), after.text
    hours.at = moment("16:00")
    (payment,) = await pay_ted(desk, 5_000)
    assert (await read(bruno, payment))["queued_reason"] == "window"
    # A Pix goes at any hour.
    said = await pay(bruno, 5_100)
    await desk.counter.work()
    assert (await read(bruno, said.json()["id"]))["status"] == "in_bank_processing"


async def test_a_file_asks_for_teds_in_batches_of_their_own_and_its_answer_ends_them_and_brings_one_back(
    diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql, hours: Hours
) -> None:
    diego.account = "all"
    files = FileDesk(diego, bruno, counter, sql)
    await files.by_file(holder_document="11222333000181")
    ted_on(sql)
    await counter.paid(ana, 200_000)
    others = BY_TED | {"holder_name": "Marina Alves", "holder_document": "123.456.789-09", "ted_purpose": "00007"}
    desk = LotDesk(diego, bruno, counter, sql)
    ids = await pay_ted(desk, 10_000) + await pay_ted(desk, 10_100, 10_202, **others)
    ids.append((await pay(bruno, 9_900)).json()["id"])
    await counter.work()
    remittance = await files.sealed()
    lines = (await files.content(remittance)).decode().split("\r\n")
    assert [line[11:13] for line in lines if line[7:8] == "1"] == ["41", "43", "45"]
    credits = [line for line in lines if line[13:14] == "A" and line[7:8] == "3"]
    assert sorted((line[17:20], line[219:224].strip()) for line in credits) == [
        ("009", ""), ("018", "00007"), ("018", "00007"), ("018", "00010"),
    ]  # fmt: skip
    file = await files.upload(await files.answered(remittance))
    assert (await files.apply(file)).status_code == 200
    # 02: no such account.
    assert files.states(ids) == ["done", "done", "failed", "done"]
    later = await files.upload(await files.answered(remittance, sequence=2, codes="DV"))
    for _ in range(2):
        await files.apply(later)
    found = await read(bruno, ids[0])
    assert (found["status"], [(each["amount"]["amount"], each["code"]) for each in found["returns"]]) == (
        "returned", [(10_000, "DV")],
    )  # fmt: skip


async def test_a_table_says_ted_in_a_column_and_each_line_leaves_its_way(
    desk: LotDesk, bruno: Person, counter: Counter, hours: Hours, sql: Sql
) -> None:
    table = (
        "nome;documento;chave pix;banco;agência;conta;valor;forma;finalidade\n"
        "Papelaria Horizonte Ltda;11222333000181;;001;1584;00210169-6;15,00;TED;4\n"
        "Papelaria Horizonte Ltda;11222333000181;;001;1584;00210169-6;16,00;;\n"
        "João Pedro da Silva;12345678909;12345678909;;;;17,00;ted;\n"
        "João Pedro da Silva;12345678909;12345678909;;;;18,00;doc;\n"
    )
    hours.at = moment("17:30")
    batch = await planned(bruno, counter, table)
    rows = (await bruno.get("/v1/payouts/batch-lines", batch_id=batch["id"])).json()
    said = {row["number"]: (row["method"], json.loads(row["problems"]), json.loads(row["warnings"])) for row in rows}
    first, *rest = [said[number] for number in sorted(said)]
    assert (first[0], first[1], [each["why"] for each in first[2] if each["column"] == "method"]) == (
        "ted",
        [],
        ["ted_waits"],
    )
    assert [(way, [each["why"] for each in problems]) for way, problems, _ in rest] == [
        ("pix", []),
        ("ted", ["ted_needs_account"]),
        ("pix", ["method_unknown"]),
    ]
    hours.at = moment("12:00")
    chosen = await bruno.post(f"{BATCHES}/{batch['id']}/choice", {"choice": "good"})
    assert chosen.status_code == 200, chosen.text
    await submitted(bruno, counter, (await bruno.get(f"{BATCHES}/{batch['id']}")).json())
    assert sql(
        "select method, ted_purpose, status from payout where batch_id = %s order by batch_line", batch["id"]
    ) == [
        ("ted", "00004", "in_bank_processing"),
        ("pix", None, "in_bank_processing"),
    ]


async def test_a_batch_of_teds_that_is_approved_after_the_cut_off_is_looked_at_again(
    desk: LotDesk, bruno: Person, eva: Person, counter: Counter, hours: Hours, sql: Sql
) -> None:
    standing_policy(sql, SUBMIT_BATCH)
    batch = await planned(bruno, counter, TED_TABLE)
    body = {"plan": batch["plan_hash"], "total": batch["total"]}
    path = f"{BATCHES}/{batch['id']}/submit"

    async def facts() -> dict[str, Any]:
        said = await bruno.post(f"{path}/plan", body, key=None)
        assert said.status_code == 200, said.text
        return {each["field"]: each["value"] for each in said.json()["facts"]}

    told = await facts()
    assert (told["teds"], told["ted_way"], told["leave_by"]) == ("1", "now", moment("17:00").isoformat())
    request = (await submit(bruno, batch)).json()["request"]["id"]
    await open_exceptions(eva, batch)
    hours.at = moment("17:00")
    told = await facts()
    assert (told["ted_way"], told["opens_at"]) == ("window", moment("00:00", business_day(2)).isoformat())
    approver = Desk(sql)
    decided = (await approver.approve(eva, request, total=batch["total"])).json()
    assert (decided["status"], decided["stale"]) == ("awaiting", True)
    decided = await approver.approve(eva, request, total=batch["total"], round=2)
    assert decided.json()["status"] == "executed", decided.text
    await counter.work()
    assert sql("select status, queued_reason from payout where batch_id = %s", batch["id"]) == [("queued", "window")]


async def test_a_line_that_was_made_a_ted_after_it_was_approved_is_not_sent(
    desk: LotDesk, bruno: Person, counter: Counter, sql: Sql
) -> None:
    table = (
        "nome;documento;banco;agência;conta;valor\nPapelaria Horizonte Ltda;11222333000181;001;1584;00210169-6;15,00\n"
    )
    batch = await planned(bruno, counter, table)
    sql("update payout_line set method = 'ted', ted_purpose = '00010' where batch_id = %s", batch["id"])
    await submitted(bruno, counter, batch)
    assert (await bruno.get(f"/v1/payouts/batches/{batch['id']}")).json()["status"] == "paused"
    assert sql("select count(*) from payout where batch_id = %s", batch["id"]) == [(0,)]
    # The invariants notice it too: as it was approved, nothing is wrong.
    assert set(offenders(counter.url)) == {"batch_is_as_approved"}
    sql("update payout_line set method = 'pix', ted_purpose = null where batch_id = %s", batch["id"])


async def test_the_forecast_says_what_the_worker_does_of_a_ted_after_hours(
    desk: LotDesk, bruno: Person, counter: Counter, hours: Hours, sql: Sql
) -> None:
    hours.at = moment("17:30")
    await pay_ted(desk, 5_000)
    sums = (await bruno.get(FORECAST)).json()["sums"]
    assert (sums["leaves"]["count"], sums["waiting"]["count"], sums["queued"]["count"]) == (0, 1, 0)
    far = (await bruno.get(FORECAST, days="7")).json()["sums"]
    assert (far["leaves"]["count"], far["last_at"]) == (
        1,
        # The lot that takes it waits for others.
        (moment("00:01", business_day(2)) + timedelta(seconds=COLLECT_SECONDS)).isoformat().replace("+00:00", "Z"),
    )
    ted_on(sql, may_be_pix=True, version=2)
    hours.at = moment("00:00", business_day(2))
    await clock(counter)
    assert sql("select status, method from payout where amount = 5000 and origin = 'payout'") == [
        ("in_bank_processing", "ted")
    ]


async def test_a_program_brings_a_ted_for_people_to_let_go(
    desk: LotDesk, bruno: Person, counter: Counter, sql: Sql
) -> None:
    body = {name: value for name, value in BY_TED.items() if name != "key"}
    body |= {"amount": {"amount": 4_200}, "external_id": "folha-1", "ted_purpose": "00004"}
    first, again = [(await bruno.post("/v1/payouts/brought-payments", body, key="brought")) for _ in range(2)]
    assert (first.status_code, first.json()["id"]) == (202, again.json()["id"]), first.text
    (line,) = await read_lines(bruno, first.json()["id"])
    assert (line["method"], json.loads(line["problems"])) == ("ted", [])
    assert sql("select ted_purpose from payout_line where batch_id = %s", first.json()["id"]) == [("00004",)]


@pytest.mark.parametrize(("by_ted", "way"), [(True, ("ted", "00005")), (False, ("pix", None))])
async def test_a_file_for_a_bank_asks_for_teds_where_the_merchant_pays_by_them_and_else_for_pix_as_before(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, hours: Hours, by_ted: bool, way: tuple[str, str | None]
) -> None:
    if by_ted:
        ted_on(sql)
    payer = Payer("001", "BANCO", "AURORA1", "11222333000181", "AURORA", "1234", "", "56789", "0")
    line = Payment(
        "ted", "FOLHA-3", 7_700, business_day(3), "Otávio Brandt", "11144477735",
        bank="001", ispb="00000000", branch="1584", number="002101696",
    )  # fmt: skip
    text = write_remittance(payer, 1, datetime(2026, 3, 2, 9, 30, tzinfo=UTC), [line]).decode()
    batch = await planned(bruno, counter, text)
    (row,) = await read_lines(bruno, batch["id"])
    assert json.loads(row["problems"]) == [], row
    assert sql("select method, ted_purpose from payout_line where batch_id = %s", batch["id"]) == [way]
