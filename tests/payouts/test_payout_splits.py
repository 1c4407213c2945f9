"""Splits of payouts: what came in is divided by a rule, and each run brings a batch that pays the receivers."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from conftest import Sql
from people import AURORA, OUTRA, Person
from retaguarda.payouts.splits.jobs import is_day_of
from support.approvals import Desk, standing_policy
from support.batches import read as read_batch
from support.batches import settle, submit
from support.charges import Counter

SPLITS, RUNS = "/v1/payouts/splits", "/v1/payouts/split-runs"
LUZ, SOL = "52998224725", "11144477735"

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")


@pytest.fixture(autouse=True)
def noon(sql: Sql) -> None:
    """At the merchant's it is between noon and one: a day is divided ten minutes after its end, and on its day from six on."""
    ahead = 12 - datetime.now(UTC).hour
    # These names count from the other side: Etc/GMT-3 is three hours ahead.
    sql("update company set time_zone = %s where id = %s", f"Etc/GMT{-ahead:+d}", AURORA)


@pytest.fixture
def diego(diego: Person) -> Person:
    diego.account = str(AURORA)
    return diego


@pytest.fixture
def eva(eva: Person) -> Person:
    eva.account = str(AURORA)
    return eva


async def recipient(bruno: Person, sql: Sql, name: str, document: str) -> str:
    """The id of a recipient whose account is verified and past its cooling-off."""
    body = {"name": name, "document": document, "key": {"kind": "cpf", "value": document}}
    made = await bruno.post("/v1/payin/recipients", body)
    assert made.status_code == 201, made.text
    account = made.json()["bank_account_id"]
    sql("alter table bank_account disable trigger user")
    sql("update bank_account set usable_from = now() - interval '1 day', status = 'verified' where id = %s", account)
    sql("alter table bank_account enable trigger user")
    return made.json()["id"]


@pytest.fixture
async def two(bruno: Person, sql: Sql) -> tuple[str, str]:
    return await recipient(bruno, sql, "Iara Pontes", LUZ), await recipient(bruno, sql, "Sol Reis", SOL)


def thirds(one: str, other: str, **more: Any) -> dict[str, Any]:
    parts = [
        {"kind": "percent", "value": 3_333, "recipient": one},
        {"kind": "percent", "value": 3_333, "recipient": other},
    ]
    return {"name": "Sócios", "source": "day", "split": {"parts": parts, "rounding": one}, **more}


async def drafted(diego: Person, body: dict[str, Any]) -> str:
    key = str(uuid4())
    said = [await diego.post(SPLITS, body, key=key) for _ in range(2)]
    assert (said[0].status_code, said[1].content) == (201, said[0].content), said[0].text
    return said[0].json()["id"]


async def decide(person: Person, split: str, decision: str) -> Any:
    return await person.post(f"{SPLITS}/{split}/decide", {"decision": decision})


async def active(diego: Person, eva: Person, body: dict[str, Any]) -> str:
    split = await drafted(diego, body)
    for person, decision in ((eva, "approve"), (diego, "activate")):
        said = await decide(person, split, decision)
        assert said.status_code == 200, said.text
    return split


def yesterday(sql: Sql) -> None:
    """Everything that came in so far came in a day ago."""
    sql("set session_replication_role = replica")
    sql("update ledger_entry set posted_at = posted_at - interval '1 day' where company_id = %s", AURORA)
    sql("set session_replication_role = origin")


async def run(person: Person, split: str) -> Any:
    key = str(uuid4())
    said = [await person.post(f"{SPLITS}/{split}/run", key=key) for _ in range(2)]
    if said[0].status_code == 201:
        assert said[0].content == said[1].content
    return said[0]


async def test_what_came_in_yesterday_is_divided_to_the_cent_and_paid_once_a_person_submits_the_batch(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, sql: Sql, two: tuple[str, str]
) -> None:
    await counter.paid(ana, 10_001)
    yesterday(sql)
    net = (await counter.balances(ana))["available"]
    split = await active(diego, eva, thirds(*two))
    said = await run(diego, split)
    assert said.status_code == 201, said.text
    made = said.json()
    assert (made["base"]["amount"], made["difference"]["amount"]) == (net, 0)
    assert sum(part["amount"]["amount"] for part in made["parts"]) == net
    assert [part["why"] for part in made["parts"]] == ["merchant", None, None]
    assert made["paid"]["amount"] + made["kept"]["amount"] == net
    batch = await read_batch(bruno, made["batch_id"])
    assert (batch["source"], batch["status"], batch["amount"]["amount"]) == ("split", "planned", made["paid"]["amount"])
    assert (await counter.balances(ana))["on_hold"] == 0
    assert (await submit(bruno, batch)).status_code == 200
    await settle(counter, sql)
    assert (await read_batch(bruno, made["batch_id"]))["status"] == "done"
    assert (await counter.balances(ana))["available"] == net - made["paid"]["amount"]
    origins = sql("select distinct origin, status from payout where batch_id = %s", made["batch_id"])
    assert origins == [("split", "done")]
    (row,) = (await diego.get(RUNS)).json()
    assert (row["batch_status"], row["base"]["amount"]) == ("done", net)
    (row,) = (await diego.get(SPLITS, status="active")).json()
    assert row["last_paid"]["amount"] == made["paid"]["amount"]


async def test_a_day_is_divided_once_and_again_only_where_its_batch_was_cancelled(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, sql: Sql, two: tuple[str, str]
) -> None:
    await counter.paid(ana, 10_000)
    yesterday(sql)
    split = await active(diego, eva, thirds(*two))
    made = (await run(diego, split)).json()
    assert (await run(diego, split)).json()["message"] == "split_run_open"
    cancelled = await bruno.post(f"/v1/payouts/batches/{made['batch_id']}/cancel", key=None)
    assert cancelled.status_code == 200, cancelled.text
    again = (await run(diego, split)).json()
    assert (again["base"], again["number"]) == (made["base"], 2)
    assert (await submit(bruno, await read_batch(bruno, again["batch_id"]))).status_code == 200
    refused = await run(diego, split)
    assert (refused.status_code, refused.json()["message"]) == (409, "split_nothing_due")


async def test_a_part_of_who_cannot_be_paid_or_gets_too_little_stays_with_the_merchant(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, sql: Sql, two: tuple[str, str]
) -> None:
    await counter.paid(ana, 10_000)
    yesterday(sql)
    body = thirds(*two, least={"amount": 100})
    body["split"]["parts"][1] |= {"kind": "fixed", "value": 99}
    split = await active(diego, eva, body)
    said = await bruno.post(f"/v1/payin/recipients/{two[0]}/suspend", {"reason": "contrato encerrado"})
    assert said.status_code == 200, said.text
    made = (await run(diego, split)).json()
    assert [part["why"] for part in made["parts"]] == ["merchant", "suspended", "below_least"]
    assert (made["batch_id"], made["paid"]["amount"], made["kept"]) == (None, 0, made["base"])
    record = (await diego.get(f"{SPLITS}/{split}")).json()
    assert [part["why"] for part in record["parts"]] == ["suspended", None]


async def test_who_wrote_a_split_does_not_approve_it_and_it_only_goes_forward(
    diego: Person, eva: Person, sql: Sql, two: tuple[str, str]
) -> None:
    split = await drafted(diego, thirds(*two))
    own = await decide(diego, split, "approve")
    assert (own.status_code, own.json()["message"]) == (403, "own_split")
    assert (await decide(eva, split, "activate")).json()["message"] == "split_decided"
    assert (await run(diego, split)).json()["message"] == "split_not_active"
    for decision in ("approve", "activate"):
        for status in (200, 409):
            assert (await decide(eva, split, decision)).status_code == status
    second = await drafted(diego, thirds(*two, replaces=split, name="Sócios 2027"))
    assert (await decide(eva, second, "approve")).status_code == 200
    assert (await decide(eva, second, "activate")).status_code == 200
    record = (await diego.get(f"{SPLITS}/{second}")).json()
    assert (record["version"], record["versions"]) == (2, [{"id": split, "version": 1, "status": "retired"}])


async def test_a_policy_holds_the_activation_until_a_second_person_agrees(
    diego: Person, eva: Person, sql: Sql, two: tuple[str, str]
) -> None:
    split = await drafted(diego, thirds(*two))
    assert (await decide(eva, split, "approve")).status_code == 200
    standing_policy(sql, "payouts:split:decide")
    said = await decide(diego, split, "activate")
    assert said.status_code == 202, said.text
    assert (await diego.get(f"{SPLITS}/{split}")).json()["status"] == "approved"
    assert (await Desk(sql).approve(eva, said.json()["request"]["id"])).status_code == 200
    assert (await diego.get(f"{SPLITS}/{split}")).json()["status"] == "active"


async def test_what_is_wrong_with_a_draft_is_named(diego: Person, two: tuple[str, str]) -> None:
    one, other = two
    wrong = (
        (thirds(one, str(uuid4())), {"split.parts.1.recipient": ["split_receiver_unknown"]}),
        (thirds(one, one), {"split.parts.1.recipient": ["split_recipient_twice"]}),
        (thirds(one, other, floor={"amount": 100}), {"floor": ["split_floor_of_day"]}),
        (thirds(one, other, rhythm="weekly"), {"weekday": ["field_required"]}),
        (thirds(one, other, month_day=3), {"month_day": ["split_rhythm_other"]}),
        (
            thirds(one, other) | {"split": {"parts": [{"kind": "remainder"}]}},
            {"split.parts.0.recipient": ["field_required"]},
        ),
    )
    for body, message in wrong:
        said = await diego.post(SPLITS, body)
        assert (said.status_code, said.json()["message"]) == (400, message), body


async def test_a_balance_is_divided_above_its_floor(
    ana: Person, diego: Person, eva: Person, counter: Counter, two: tuple[str, str]
) -> None:
    await counter.paid(ana, 10_000)
    available = (await counter.balances(ana))["available"]
    split = await active(diego, eva, thirds(*two, source="balance", floor={"amount": 4_000}))
    trial = (await diego.get(f"{SPLITS}/{split}/trial")).json()
    made = (await run(diego, split)).json()
    assert made["base"]["amount"] == trial["base"]["amount"] == available - 4_000
    assert (trial["paid"], trial["kept"]) == (made["paid"], made["kept"])


async def test_the_clock_runs_a_split_on_its_day_and_once(
    ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql, two: tuple[str, str]
) -> None:
    await counter.paid(ana, 10_000)
    yesterday(sql)
    split = await active(diego, eva, thirds(*two, rhythm="daily"))
    for _ in range(2):
        await counter.run_job("payouts.splits")
    (made,) = (await diego.get(f"{SPLITS}/{split}")).json()["runs"]
    assert (made["actor"], made["batch_status"]) == ("clock", "planned")


def test_a_month_that_is_too_short_runs_on_its_last_day() -> None:
    from datetime import date
    from types import SimpleNamespace

    monthly: Any = SimpleNamespace(rhythm="monthly", month_day=31, weekday=None)
    assert [is_day_of(monthly, date(2027, 2, day)) for day in (27, 28)] == [False, True]
    weekly: Any = SimpleNamespace(rhythm="weekly", month_day=None, weekday=1)
    assert [is_day_of(weekly, date(2027, 2, day)) for day in (1, 2)] == [True, False]


async def test_a_stranger_finds_nothing_of_a_split(diego: Person, carla: Person, two: tuple[str, str]) -> None:
    split = await drafted(diego, thirds(*two))
    carla.account = str(OUTRA)
    for said in (
        await carla.get(f"{SPLITS}/{split}"),
        await carla.get(f"{SPLITS}/{split}/trial"),
        await decide(carla, split, "retire"),
        await run(carla, split),
    ):
        assert said.status_code in (403, 404), said.text
    diego.account = str(OUTRA)
    assert (await decide(diego, split, "retire")).status_code == 404
