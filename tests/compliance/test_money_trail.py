"""The money trail: where a subject's money went and came from, in the order of time, and never more of it than came in."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from conftest import Sql, Work
from days import today
from people import Person
from support.charges import Counter
from support.movements import Mover
from support.pld_cases import ALERTS, CASES, done, in_force, raised

XAVIER, YARA, ZILDA = "11144477735", "39053344705", "98765432100"
PAYER = "52998224725"
#: A moment so many minutes after the newest movement that raised the alert, all of which are of the last half hour.
Later = Callable[[float], datetime]


@pytest.fixture
def mover(counter: Counter) -> Mover:
    return Mover(counter.url)


@pytest.fixture
async def raised_alert(diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter) -> dict[str, Any]:
    """Of three payers into Loja Aurora (2), 120,000 each; merchant 3 is Outra Praça."""
    return await raised(diego, eva, work, mover, counter)


@pytest.fixture
def alert(raised_alert: dict[str, Any]) -> str:
    return raised_alert["id"]


@pytest.fixture
def later(raised_alert: dict[str, Any]) -> Later:
    newest = datetime.fromisoformat(raised_alert["last_at"])
    return lambda minutes: newest + timedelta(minutes=minutes)


async def trail(person: Person, alert: str, **asked: Any) -> dict[str, Any]:
    said = await person.get(f"{ALERTS}/{alert}/money-trail", **asked)
    assert said.status_code == 200, said.text
    return said.json()


def flows(found: dict[str, Any]) -> list[tuple[int, str, str, int]]:
    """(step, from, to, amount), step by step, as the names of the parties; from the subject outwards."""
    parties = found["parties"]
    return sorted(
        (
            parties[each["target"]]["layer"],
            parties[each["source"]]["name"],
            parties[each["target"]]["name"],
            each["amount"]["amount"],
        )
        for each in found["flows"]
    )


async def test_money_is_followed_in_the_order_of_time_and_never_more_of_it_than_came_in(
    diego: Person, alert: str, mover: Mover, later: Later
) -> None:
    mover.book(later(1), 50_000, company=3, document=XAVIER, name="Xavier")
    mover.book(later(2), 200_000, "out", document=XAVIER, name="Xavier")
    mover.book(later(3), 150_000, company=3, document=XAVIER, name="Xavier")
    mover.book(later(4), 500_000, "out", company=3, document=YARA, name="Yara")
    mover.book(later(5), 80_000, "out", company=3, document=ZILDA, name="Zilda")
    found = await trail(diego, alert)
    # What Xavier paid before he got anything is not of this money, and of what Outra paid no more is than came in.
    assert flows(found) == [
        (1, "Loja Aurora", "Xavier", 200_000),
        (2, "Xavier", "Outra Praça", 150_000),
        (3, "Outra Praça", "Yara", 150_000),
    ]
    assert [each["moved"]["amount"] for each in found["flows"]] == [200_000, 150_000, 500_000]
    subject, xavier, outra, yara = found["parties"]
    assert (subject["layer"], subject["kind"], subject["company_id"], subject["entered"]["amount"]) == (
        0, "merchant", 2, 200_000,
    )  # fmt: skip
    assert (xavier["kind"], xavier["entered"]["amount"], xavier["followed"]["amount"]) == ("person", 200_000, 150_000)
    assert (outra["kind"], outra["company_id"]) == ("merchant", 3)
    assert (yara["entered"]["amount"], yara["followed"]["amount"], yara["at_least"]) == (150_000, 0, False)


async def test_where_money_came_from_is_asked_with_time_reversed(
    diego: Person, alert: str, mover: Mover, later: Later
) -> None:
    # The payer paid 120,000 half an hour ago; what reached them earlier may be behind it, and what came later is not.
    mover.book(later(-30), 90_000, "out", company=3, document=PAYER, name="José Exemplo")
    mover.book(later(-29), 70_000, "out", company=3, document=PAYER, name="José Exemplo")
    mover.book(later(1), 10_000, "out", company=3, document=PAYER, name="José Exemplo")
    mover.book(later(-40), 65_000, company=3, document=YARA, name="Yara")
    mover.book(later(-39), 400_000, company=3, document=ZILDA, name="Zilda")
    found = await trail(diego, alert, course="back")
    told = flows(found)
    assert [each for each in told if each[0] == 2] == [(2, "José Exemplo", "Outra Praça", 120_000)]
    # 70,000 went first, back from the payer; what came in last counts first.
    assert [each for each in told if each[0] == 3] == [(3, "Outra Praça", "Zilda", 120_000)]
    assert sum(amount for step, _, _, amount in told if step == 1) == 360_000


async def test_money_that_comes_back_to_the_subject_is_a_ring_and_is_not_followed_again(
    diego: Person, alert: str, mover: Mover, later: Later
) -> None:
    mover.book(later(1), 100_000, "out", document=XAVIER, name="Xavier")
    mover.book(later(2), 90_000, document=XAVIER, name="Xavier")
    mover.book(later(3), 40_000, "out", document=YARA, name="Yara")
    found = await trail(diego, alert)
    assert flows(found) == [
        (1, "Loja Aurora", "Xavier", 100_000),
        (1, "Loja Aurora", "Yara", 40_000),
        (2, "Xavier", "Loja Aurora", 90_000),
    ]
    assert [(each["name"], each["layer"], each["again"]) for each in found["parties"] if each["again"] is not None] == [
        ("Loja Aurora", 2, 0)
    ]


async def test_the_twenty_to_whom_most_went_are_shown_and_the_others_are_counted(
    diego: Person, alert: str, mover: Mover, later: Later
) -> None:
    for number in range(51):
        mover.book(later(1), 1_000 + number, "out", document=f"{20000000000 + number}", name=f"Person {number}")
    found = await trail(diego, alert)
    subject, *shown = found["parties"]
    assert [each["name"] for each in shown] == [f"Person {number}" for number in range(50, 30, -1)]
    assert (subject["more"], subject["more_amount"]["amount"]) == (31, sum(range(1_000, 1_031)))
    assert subject["entered"]["amount"] == sum(each["amount"]["amount"] for each in found["flows"]) + sum(
        range(1_000, 1_031)
    )


async def test_a_trail_ends_after_four_steps(diego: Person, alert: str, mover: Mover, later: Later) -> None:
    for step, (direction, company, document) in enumerate(
        (("out", 2, XAVIER), ("in", 3, XAVIER), ("out", 3, YARA), ("in", 2, YARA))
    ):
        mover.book(later(step + 1), 9_000, direction, company=company, document=document)
    mover.book(later(6), 9_000, "in", company=3, document=ZILDA)
    found = await trail(diego, alert)
    assert max(each["layer"] for each in found["parties"]) == 4


async def test_only_movements_of_the_days_and_the_currency_that_were_asked_for_count(
    diego: Person, alert: str, mover: Mover, later: Later
) -> None:
    mover.book(later(-12 * 24 * 60), 70_000, "out", document=XAVIER, name="Xavier")
    mover.book(later(1), 60_000, "out", document=YARA, name="Yara", currency="USD")
    assert flows(await trail(diego, alert, days=30)) == [(1, "Loja Aurora", "Xavier", 70_000)]
    assert flows(await trail(diego, alert, days=7)) == []


async def test_what_goes_to_the_own_account_and_what_arrives_here_is_no_step_of_its_own(
    diego: Person, alert: str, mover: Mover, later: Later, sql: Sql
) -> None:
    (aurora,), (outra,) = sql("select document from company where id in (2, 3) order by id")
    mover.book(later(1), 77_000, "out", document=aurora, name="Loja Aurora")
    paid = mover.book(later(2), 60_000, "out", document=outra, name="Outra Praça").removeprefix("payout:")
    came = mover.book(later(2), 60_000, company=3, document=aurora, name="Loja Aurora").removeprefix("payment:")
    sql("update payout set end_to_end_id = %s where id = %s", came, paid)
    found = await trail(diego, alert)
    assert flows(found) == [(1, "Loja Aurora", "Outra Praça", 60_000)]
    assert found["flows"][0]["movements"] == 1


async def test_refunds_returns_and_titles_are_movements_too(
    diego: Person, alert: str, mover: Mover, later: Later, sql: Sql
) -> None:
    payment = mover.book(later(-90), 30_000, company=3, document=XAVIER, name="Xavier").removeprefix("payment:")
    mover.book(later(1), 50_000, "out", document=YARA, name="Yara")
    payout = mover.book(later(-60), 25_000, "out", company=3, document=YARA, name="Yara").removeprefix("payout:")
    sql("set session_replication_role = replica")
    # Yara returns what Outra had paid her, pays Outra a title, and Outra pays Xavier back.
    sql("update payout set returned = 25000 where id = %s", payout)
    sql(
        "insert into payout_return (rtr_id, company_id, payout_id, amount, currency, returned_at, booked_at)"
        " values ('D12345678202611010000abcdefghijk', 3, %s, 25000, 'BRL', %s, %s)",
        payout, later(2), later(2),
    )  # fmt: skip
    charge, file = uuid4(), uuid4()
    sql(
        "insert into charge (company_id, id, connection_id, processor, txid, status, amount, currency, payer_name, payer_document,"
        " expires_at, paid_at) values (3, %s, %s, 'bank', 'title', 'paid', 20000, 'BRL', 'Yara', %s, now(), now())",
        charge, uuid4(), YARA,
    )  # fmt: skip
    sql(
        "insert into boleto_payment (company_id, id, charge_id, file_company_id, file_id, line, bank, bank_ref, amount, currency, fee,"
        " paid_on, created_at) values (3, %s, %s, 1, %s, 1, '001', '7', 20000, 'BRL', 0, %s, %s)",
        uuid4(), charge, file, today(), later(3),
    )  # fmt: skip
    sql("update pix_payment set refunded = 30000 where end_to_end_id = %s", payment)
    sql(
        "insert into refund (company_id, id, end_to_end_id, provider_id, amount, currency, status, settled_at)"
        " values (3, %s, %s, 'r1', 30000, 'BRL', 'settled', %s)",
        uuid4(), payment, later(4),
    )  # fmt: skip
    assert flows(await trail(diego, alert)) == [
        (1, "Loja Aurora", "Yara", 50_000),
        (2, "Yara", "Outra Praça", 45_000),
        (3, "Outra Praça", "Xavier", 30_000),
    ]
    # The same, from its other end.
    mover.book(later(5), 28_000, document=XAVIER, name="Xavier")
    told = flows(await trail(diego, alert, course="back"))
    assert (1, "Loja Aurora", "Xavier", 28_000) in told
    assert (2, "Xavier", "Outra Praça", 28_000) in told
    assert (3, "Outra Praça", "Yara", 28_000) in told


def followed_naively(
    arrivals: Sequence[tuple[datetime, str, int]], leaving: Sequence[tuple[datetime, str, int]]
) -> dict[str, int]:
    """What each movement carries on, one after the other in the order of time, out of what is there."""
    carried, there = dict[str, int](), 0
    moments = [(*each, 1) for each in arrivals] + [(*each, -1) for each in leaving]
    for _, name, amount, sign in sorted(moments):
        if sign > 0:
            there += amount
        else:
            carried[name] = min(there, amount)
            there -= carried[name]
    return carried


@pytest.mark.parametrize("seed", range(6))
async def test_each_movement_carries_on_what_a_plain_count_says(
    diego: Person, alert: str, mover: Mover, later: Later, seed: int
) -> None:
    random = Random(seed)
    arrivals = [
        (at := later(random.randrange(600) / 60), mover.book(at, amount, "out", document=XAVIER), amount)
        for amount in random.choices(range(1, 5_000), k=12)
    ]
    leaving = [
        (at := later(random.randrange(600) / 60), mover.book(at, amount, company=3, document=XAVIER), amount)
        for amount in random.choices(range(1, 5_000), k=14)
    ]
    expected = followed_naively(arrivals, leaving)
    found = await trail(diego, alert)
    (flow,) = [each for each in found["flows"] if found["parties"][each["target"]]["company_id"] == 3]
    assert flow["amount"]["amount"] == sum(expected.values())
    assert flow["movements"] == len([amount for amount in expected.values() if amount > 0])
    assert flow["amount"]["amount"] <= sum(amount for *_, amount in arrivals)


async def test_documents_are_masked_and_whoever_opens_it_has_looked(
    diego: Person, alert: str, mover: Mover, later: Later, sql: Sql
) -> None:
    mover.book(later(1), 100_000, "out", document=XAVIER, name="Xavier")
    said = await diego.get(f"{ALERTS}/{alert}/money-trail")
    assert XAVIER not in said.text
    assert said.json()["parties"][1]["document"] == "***.444.777-**"
    looks = "select count(*) from event where name = 'compliance:record:seen' and subject_id = %s and company_id = 1"
    assert sql(looks, f"pld_alert:{alert}") == [(1,)]


async def test_a_case_has_the_trail_of_its_subject_around_its_alerts(
    diego: Person, alert: str, mover: Mover, later: Later, sql: Sql
) -> None:
    mover.book(later(1), 100_000, "out", document=XAVIER, name="Xavier")
    case = (await done(diego, f"{ALERTS}/{alert}/escalate"))["case_id"]
    said = await diego.get(f"{CASES}/{case}/money-trail", days=1)
    assert flows(said.json()) == [(1, "Loja Aurora", "Xavier", 100_000)]
    looks = "select count(*) from event where name = 'compliance:record:seen' and subject_id = %s"
    assert sql(looks, f"pld_case:{case}") == [(1,)]


async def test_a_person_has_a_trail_as_well_as_a_merchant(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter
) -> None:
    rule = {"target": "end_user", "conditions": ["in_sum_30d >= 100000"]}
    start = datetime.now(UTC) - timedelta(minutes=20)
    for number in range(3):
        mover.book(start + timedelta(minutes=number), 40_000, company=2 + number % 2, document=XAVIER, name="Xavier")
    mover.book(start + timedelta(minutes=4), 30_000, "out", company=3, document=YARA, name="Yara")
    await in_force(diego, eva, work, **rule)
    await counter.run_job("pld.watch")
    (alert,) = (await diego.get(ALERTS)).json()
    told = flows(await trail(diego, alert["id"]))
    assert (1, "Xavier", "Loja Aurora", 80_000) in told
    assert (1, "Xavier", "Outra Praça", 40_000) in told
    assert (2, "Outra Praça", "Yara", 30_000) in told


async def test_what_is_asked_in_another_way_is_refused_by_its_name(
    diego: Person, alert: str, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[dict[str, str], Any]] = [
        ({"course": "sideways"}, {"course": ["not_allowed"]}),
        ({"days": "0"}, {"days": ["out_of_range"]}),
        ({"days": "181"}, {"days": ["out_of_range"]}),
        ({"days": "9" * 400}, {"days": ["out_of_range"]}),
        ({"days": "-5"}, {"days": ["out_of_range"]}),
        ({"days": "٣"}, {"days": ["out_of_range"]}),
        ({"hops": "9"}, "unknown_column"),
    ]
    for asked, wrong in cases:
        with subtests.test(asked=asked, wrong=wrong):
            said = await diego.get(f"{ALERTS}/{alert}/money-trail", **asked)
            assert (said.status_code, said.json()["message"]) == (400, wrong)


async def test_nobody_but_staff_learns_that_there_is_a_trail(
    diego: Person, ana: Person, bruno: Person, gil: Person, carla: Person, alert: str, sql: Sql
) -> None:
    """Not even whose role holds the permissions."""
    case = (await done(diego, f"{ALERTS}/{alert}/escalate"))["case_id"]
    paths = (f"{ALERTS}/{alert}/money-trail", f"{CASES}/{case}/money-trail")
    for person in (ana, bruno, gil, carla):
        for path in paths:
            assert (await person.get(path)).status_code in (403, 404), (person.email, path)
    sql(
        "update role set permissions = permissions || '{compliance::occurrences:read,compliance::cases:read}' where company_id <> 1"
    )
    for person in (ana, bruno, gil, carla):
        for path in paths:
            assert (await person.get(path)).status_code == 404, (person.email, path)
    for unknown in (uuid4(), "nothing"):
        assert (await diego.get(f"{ALERTS}/{unknown}/money-trail")).status_code == 404
        assert (await diego.get(f"{CASES}/{unknown}/money-trail")).status_code == 404
