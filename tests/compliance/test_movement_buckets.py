"""Features of busy subjects, read from sums, against a naive oracle; and that the sums are never what somebody who pays waits for."""

import itertools
import random
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta

import psycopg
import pytest

from account.test_deposits import PATH as DEPOSITS
from account.test_deposits import pay as deposit
from account.test_returns import given_back, sent_by
from bank_files.test_return_files import apply, send, title
from conftest import Sql
from people import AURORA, OUTRA, Person
from retaguarda.app import App
from retaguarda.compliance.pld_rules import count_movements
from retaguarda.compliance.pld_rules.condition_facts import NAMES, with_parts
from retaguarda.compliance.pld_rules.count_movements import (
    MovementCounter,
    begin_subject,
    count_again,
    count_waiting,
    find_busy,
)
from retaguarda.compliance.pld_rules.evaluate_movements import Evaluation
from retaguarda.compliance.pld_rules.find_buckets import past_of
from retaguarda.foundation.database import SYSTEM
from retaguarda.providers.bankfiles.writer import cnab240
from support.charges import Counter
from support.invariants import offenders
from support.payments import OUTRA_OWNER, account_with_us, pay
from support.pld_oracle import Fact, Facts, Target, book_all, features_of, random_facts
from support.withdrawals import elsewhere, settle, usable

BUCKETS = "movement_buckets_are_their_movements"
TARGETS: tuple[Target, ...] = ("merchant", "end_user")
BUCKET_TABLES = ("movement_hour", "movement_day", "pair_day", "pair_last")
#: Triggers that write what waits; rows of the oracle are written with all others off.
ALWAYS = (
    ("pix_payment", "movement_of_payment"),
    ("payout", "movement_of_payout"),
    ("refund", "movement_of_refund"),
    ("payout_return", "movement_of_return"),
)
SOME = (
    NAMES,
    frozenset({"in_sum_30d", "out_count_30d", "in_max_30d"}),
    frozenset({"payers_30d", "payees_30d", "payers_24h"}),
    # Where one side alone is counted, whoever was seen today counts without a look at the days before.
    frozenset({"payers_30d", "payers_24h", "in_sum_30d"}),
    frozenset({"payees_30d"}),
    frozenset({"night_count_30d", "round_count_30d", "below_limit_count_24h", "in_growth_30d"}),
    frozenset({"quiet_days", "known_days", "first_movement", "in_sum_7d"}),
)


def close_facts(seed: int, count: int) -> list[Fact]:
    """Movements of some months, several on most days, so that whole days lie between the edges of windows."""
    chance = random.Random(seed)
    facts = random_facts(seed, count)
    at = facts[0].at
    found = list[Fact]()
    for each in facts:
        at = _next(chance, at, found)
        document = each.document if chance.random() < 0.6 else f"{chance.randrange(40):011d}"
        back = next((one for one in found if one.movement == each.origin), None)
        found.append(
            Fact(
                each.movement,
                at,
                each.company,
                each.kind,
                back.document if back else document,
                each.amount,
                each.currency,
                each.origin,
            )
        )
    return found


def _next(chance: random.Random, at: datetime, found: Sequence[Fact]) -> datetime:
    """A while later, or just about where a window ends that begins with what was before."""
    edges = [
        one.at + timedelta(days=days) + about
        for one in found
        for days in (1, 7, 30, 60)
        for about in (
            timedelta(),
            timedelta(microseconds=1),
            timedelta(microseconds=-1),
            timedelta(minutes=chance.randrange(-50, 50)),
        )
    ]
    near = [edge for edge in edges if at <= edge <= at + timedelta(hours=8)]
    if near and chance.random() < 0.6:
        return chance.choice(near)
    return at + chance.choice(
        (timedelta(), timedelta(microseconds=1), timedelta(minutes=50), timedelta(hours=7), timedelta(hours=31))
    )


def wait_always(sql: Sql) -> None:
    for table, trigger in ALWAYS:
        sql(f"alter table {table} enable always trigger {trigger}")


async def told(
    app: App, target: Target, after: datetime, until: datetime, names: frozenset[str]
) -> dict[tuple[str, str], Facts]:
    async with app.database.transaction(SYSTEM) as tx:
        return {
            (movement.subject, movement.movement): dict(facts)
            async for movement, facts in Evaluation(target, "BRL", names, until, after).run(tx)
        }


async def begin(app: App, facts: Iterable[Fact], chance: random.Random) -> None:
    """Make most subjects busy: the others are read as before, beside them."""
    sides: set[tuple[Target, str]] = {
        (target, subject) for each in facts for target in TARGETS if (subject := each.sides(target)[0])
    }
    async with app.database.transaction(SYSTEM) as tx:
        for target, subject in sorted(sides):
            if chance.random() < 0.8:
                await begin_subject(tx, target, subject, "BRL")


# In February and November of 2018 clocks were turned, so that a day had 25 and 23 hours.
@pytest.mark.parametrize("seed", [3, 12, 13])
async def test_features_read_from_sums_are_what_a_naive_oracle_says_at_any_moment(
    app: App, peopled_url: str, sql: Sql, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    chance = random.Random(seed)
    facts = close_facts(seed, 220)
    wait_always(sql)
    # What comes is not in the order of time: a third of it arrives when the hours that it belongs to are over.
    is_late = {each.movement: chance.random() < 0.3 for each in facts}
    early = [each for each in facts if not is_late[each.movement] and not is_late[each.origin]]
    late = [each for each in facts if each not in early]
    book_all(peopled_url, early)
    await begin(app, facts, chance)
    book_all(peopled_url, late)
    # Some of it is added up, and some of it still waits.
    monkeypatch.setattr(
        count_movements, "_COUNT", count_movements._COUNT.replace(f"limit {count_movements.AT_ONCE}", "limit 120")
    )
    async with app.database.transaction(SYSTEM) as tx:
        assert await count_waiting(tx) == 120
    ((waiting,),) = sql("select count(*) from movement_waiting")
    assert waiting == len(facts) - 120
    assert BUCKETS not in offenders(peopled_url)
    naive = {target: features_of(facts, target, "BRL") for target in TARGETS}
    at = {each.movement: each.at for each in facts}
    from_sums = compared = 0
    for _ in range(60):
        after = chance.choice(facts).at + chance.choice(
            (timedelta(), timedelta(microseconds=-1), timedelta(minutes=-80))
        )
        until = after + chance.choice(
            (timedelta(microseconds=1), timedelta(hours=1), timedelta(hours=9), timedelta(days=2))
        )
        if chance.random() < 0.5:
            # Up to a movement: the newest hour of each edge is looked at.
            until = max(until, next((each.at for each in facts if each.at > after), until))
        names, target = chance.choice(SOME), chance.choice(TARGETS)
        expected = {key: said for key, said in naive[target].items() if after < at[key[1]] <= until}
        found = await told(app, target, after, until, names)
        assert found.keys() == expected.keys()
        for key, said in expected.items():
            wrong = {name: (found[key][name], said[name]) for name in names if found[key][name] != said[name]}
            assert wrong == {}, (target, key, after, until)
        compared += len(expected)
        from_sums += past_of(with_parts(names), after, until) is not None
    assert from_sums >= 25
    assert compared >= 100


async def test_the_hour_in_which_the_last_window_begins_is_read_movement_by_movement(
    app: App, peopled_url: str, sql: Sql
) -> None:
    """Of the two movements of that hour one lies before the window and one in it: a sum of both would tell of both."""
    wait_always(sql)
    end = datetime(2026, 3, 31, 13, 20, tzinfo=UTC)
    edge = end - timedelta(days=30)
    at = [edge - timedelta(days=40), edge - timedelta(minutes=10), edge + timedelta(minutes=10), end]
    facts = [
        Fact(name, when, 2, "payment", f"{number:011d}", 100 + number, "BRL", name)
        for number, when in enumerate(at)
        for name in (f"payment:E12345678202611010000{number:011d}",)
    ]
    book_all(peopled_url, facts)
    async with app.database.transaction(SYSTEM) as tx:
        await begin_subject(tx, "merchant", "2", "BRL")
    await MovementCounter(app.database).run()
    names = frozenset({"in_sum_30d", "in_count_30d"})
    # It begins hours before, so that the hour of the edge is the newest that is read by itself.
    after = end - timedelta(hours=5)
    assert past_of(with_parts(names), after, end) is not None
    found = await told(app, "merchant", after, end, names)
    assert [facts["in_count_30d"] for facts in found.values()] == [2]
    assert [facts["in_sum_30d"] for facts in found.values()] == [102 + 103]


async def test_sums_counted_anew_are_those_that_were_added_up(app: App, peopled_url: str, sql: Sql) -> None:
    facts = close_facts(8, 120)
    wait_always(sql)
    book_all(peopled_url, facts[:60])
    chance = random.Random(8)
    await begin(app, facts, chance)
    book_all(peopled_url, facts[60:])
    await MovementCounter(app.database).run()
    assert sql("select count(*) from movement_waiting") == [(0,)]
    assert BUCKETS not in offenders(peopled_url)
    added = [sql(f"select * from {name} order by {name}::text") for name in BUCKET_TABLES]
    subjects = sql("select target, subject from movement_subject")
    sql("delete from movement_subject")
    async with app.database.transaction(SYSTEM) as tx:
        for target, subject in subjects:
            await begin_subject(tx, target, subject, "BRL")
    again = [sql(f"select * from {name} order by {name}::text") for name in BUCKET_TABLES]
    assert added == again
    assert all(added)


async def test_who_moves_much_becomes_busy_and_ends_when_it_moves_little(app: App, peopled_url: str, sql: Sql) -> None:
    now = datetime.now(UTC)

    def paid(number: int, company: int, days: float) -> Fact:
        name = f"payment:E12345678202611010000{number:011d}"
        return Fact(name, now - timedelta(days=days), company, "payment", f"{number:011d}", 100, "BRL", name)

    book_all(
        peopled_url,
        [
            *(paid(n, 2, 1) for n in range(10)),
            *(paid(20 + n, 3, 1) for n in range(9)),
            *(paid(40 + n, 3, 40) for n in range(5)),
        ],
    )
    async with app.database.transaction(SYSTEM) as tx:
        assert await find_busy(tx, 10) == 1
        assert await find_busy(tx, 10) == 0
    assert sql("select target, subject, currency::text from movement_subject") == [("merchant", "2", "BRL")]
    assert sql("select sum(n), sum(total), max(most) from movement_day") == [(10, 1_000, 100)]
    # A little less than what makes busy leaves it so; less than half of it ends it, and its sums with it.
    async with app.database.transaction(SYSTEM) as tx:
        assert await find_busy(tx, 19) == 0
        assert await find_busy(tx, 22) == 1
    assert sql("select count(*) from movement_day") == [(0,)]
    async with app.database.transaction(SYSTEM) as tx:
        assert await count_again(tx, 9) == 2
    assert sql("select subject, sum(n) from movement_hour group by 1 order by 1") == [("2", 10), ("3", 14)]


async def test_whoever_pays_waits_for_no_sum(app: App, peopled_url: str, sql: Sql) -> None:
    """While the counter holds every bucket of the hottest subject, its next payment is written at once."""
    wait_always(sql)
    facts = close_facts(9, 30)
    async with app.database.transaction(SYSTEM) as tx:
        await begin_subject(tx, "merchant", "2", "BRL")
    book_all(peopled_url, facts[:20])
    async with app.database.transaction(SYSTEM) as tx:
        assert await count_waiting(tx) == 20
        with psycopg.connect(peopled_url) as other:
            other.execute("set lock_timeout = '1s'")
            other.execute("set session_replication_role = replica")
            other.execute(
                "insert into pix_payment (company_id, end_to_end_id, connection_id, amount, currency, paid_at, status, received_at)"
                " values (2, 'E12345678202611010000abcdefghijk', gen_random_uuid(), 5, 'BRL', now(), 'settled', now())"
            )
            # Another counter does not wait either: it finds the work taken.
            assert other.execute("select pg_try_advisory_xact_lock(hashtext('movement_buckets'))").fetchone() == (
                False,
            )
    assert sql("select count(*) from movement_waiting") == [(1,)]
    assert BUCKETS not in offenders(peopled_url)


_WAITING = "select movement, known_at, merchant_id, direction, kind, document, amount, currency::text from movement_waiting order by 1"
_MOVED = (
    "select movement, known_at, company_id, direction, kind, document, amount, currency::text from pld_movement"
    " where company_id <> 1 order by 1"
)


async def test_all_that_money_does_waits_to_be_added_up_however_it_comes_to_be_settled(
    ana: Person, bruno: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    """Payments, one and many, accepted reviews, deposits at once and claimed, boletos, refunds, payouts, also to merchants, and what comes back."""
    await counter.paid(ana, 30_000)
    many = [await counter.charge(ana, 1_000 + each) for each in range(4)]
    for each in many:
        await counter.bank.pay(each["br_code"])
    # One body tells of all of them.
    notices = [await counter.bank.next_notice() for _ in many]
    told_at_once = {"pix": [pix for _, body in notices for pix in body["pix"]]}
    assert (await counter.stranger.post(notices[0][0], json=told_at_once)).status_code == 200
    await counter.work()
    charge = await counter.charge(ana, 3_700)
    await counter.bank.fault(effect="paid_amount", delta=-700)
    other = await counter.bank.pay(charge["br_code"])
    await counter.carry()
    assert (await ana.post(f"/v1/payin/reviews/{other}/accept")).status_code == 200
    refund = await ana.post(
        f"/v1/payin/charges/{many[0]['id']}/refunds", {"amount": {"amount": 400}, "reason": "Falta"}
    )
    assert refund.status_code == 201
    await counter.work()
    await counter.run_job("payin.reconcile")
    await counter.bank.pay((await ana.get(f"{DEPOSITS}/code")).json()["code"], amount="12.50")
    for _ in range(2):
        await counter.run_job("payin.reconcile")
    await counter.work()
    sent = await sent_by(bruno, counter, await usable(bruno, sql, elsewhere()))
    await given_back(counter, sent, "20.00")
    await counter.run_job("payouts.take_back", 2, sent["id"])
    diego.account = "all"
    await deposit(counter)
    (nobodys,) = (await diego.get(DEPOSITS, status="unidentified")).json()
    said = await diego.post(f"{DEPOSITS}/{nobodys['id']}/identify", {"merchant": AURORA, "reason": "Comprovante"})
    assert said.status_code == 200
    titled = await counter.charge(ana, reference="BOL-1")
    await apply(diego, counter, await send(diego, cnab240([title("BOL-1")])))
    async with counter.app.database.transaction(SYSTEM) as tx:
        await begin_subject(tx, "merchant", str(OUTRA), "BRL")
    inside = await pay(bruno, 500, key=None, account=account_with_us(sql, OUTRA), **OUTRA_OWNER)
    assert inside.status_code == 201, inside.text
    await settle(counter, inside.json()["id"])
    waiting = sql(_WAITING)
    assert waiting == sql(_MOVED)
    kinds = sorted(f"{movement.partition(':')[0]} {kind}" for movement, _, _, _, kind, *_ in waiting)
    assert kinds == sorted(
        [
            *("boleto payment", "internal payment", "payout payout", "payout payout", "refund refund", "return return"),
            *(["payment payment"] * 8),
        ]
    )
    # A second payment of the boleto's charge is the first to say who pays it: in what waits, and in what was added up.
    ((boleto, document),) = [(row[0], row[5]) for row in waiting if row[0].startswith("boleto")]
    assert document is None
    sql("update charge set payer_document = '52998224725' where id = %s", titled["id"])
    assert sql(_WAITING) == sql(_MOVED)
    sql("update charge set payer_document = null where id = %s", titled["id"])
    sql("update movement_waiting set document = null where movement = %s", boleto)
    async with counter.app.database.transaction(SYSTEM) as tx:
        await begin_subject(tx, "merchant", str(AURORA), "BRL")
    await MovementCounter(counter.app.database).run()
    assert BUCKETS not in offenders(counter.url)
    sql("update charge set payer_document = '52998224725' where id = %s", titled["id"])
    assert sql("select subject from movement_subject") == [(str(OUTRA),)]
    assert BUCKETS not in offenders(counter.url)


@pytest.mark.parametrize("back", [0, 1, 25, 400])
def test_a_past_is_read_without_a_gap_and_nothing_twice(back: int) -> None:
    """Every hour from the longest window on is read in one way: as movements, in an hour, or in a day."""
    after = datetime(2026, 3, 5, 14, 20, tzinfo=UTC) - timedelta(hours=back)
    until = after + timedelta(hours=1, minutes=1)
    for names in SOME:
        past = past_of(with_parts(names), after, until)
        if past is None:
            continue
        read = [(each.first, each.end) for each in (*past.near, *past.hours)]
        read += [(_day(first), _day(end)) for first, end in past.days]
        read.sort()
        assert read[0][0] <= after - timedelta(days=7)
        assert read[-1][1] > until
        assert all(one[1] == other[0] for one, other in itertools.pairwise(read)), read
        # Where a window begins for the first moment and for the last, it is read movement by movement.
        windows = [each for each in with_parts(names) if each.window]
        backs = {each.offset + each.window for each in windows} | {each.offset for each in windows}
        for edge in (at - timedelta(seconds=back) for at in (after, until) for back in backs):
            assert any(each.first <= edge < each.end for each in past.near), (names, edge)


def _day(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 3, tzinfo=UTC)
