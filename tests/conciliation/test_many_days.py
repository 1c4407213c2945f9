"""The days of an account are told by one reading of what is open: as long as the account, not as its square."""

from conftest import Sql, Work
from people import Person
from retaguarda_sandbox.statements import BankMove, BankStatement, ofx
from support.statements import DAY, DAYS, FILES, MATCHES, expect, later, opened, told, uploaded

#: What the refresh reads of these, counted by Postgres itself in the transaction that it runs in.
_READ = """
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint from pg_stat_xact_user_tables
     where relname in ('bank_line', 'expectation', 'match_group', 'match_member', 'stated_balance', 'house_day', 'house_account')
"""
_EACH_DAY = """
    with items as (
      select d.id, i.cause, i.amount from house_day d, lateral house_day_items(d.account_id, d.day) i where d.company_id = 1
    ), by_cause as (select id, cause, sum(amount) as amount, count(*) as items, sum(abs(amount)) as alone from items group by 1, 2)
    select d.day, d.causes, d.open_items, d.without_cause,
           coalesce((select jsonb_object_agg(c.cause, c.amount) from by_cause c where c.id = d.id), '{}'),
           coalesce((select sum(c.items) from by_cause c where c.id = d.id), 0)::int,
           coalesce((select sum(alone) from by_cause c where c.id = d.id and c.cause in ('none', 'balance_break')), 0)::bigint
      from house_day d where d.company_id = 1 order by d.day
"""


async def applied(person: Person, work: Work, statement: BankStatement) -> None:
    file = await uploaded(person, ofx(statement))
    said = await person.post(f"{FILES}/{file['id']}/apply", {"plan": file["plan_hash"]})
    assert said.status_code == 200, said.text
    await work()


def alone(first: int, last: int) -> list[BankMove]:
    """A debit a day that nothing explains, and a tariff."""
    return [
        move
        for number in range(first, last)
        for move in (
            BankMove(-(100 + number), later(number), "LANCAMENTO", f"L{number}"),
            BankMove(-50, later(number), "TARIFA", f"T{number}"),
        )
    ]


async def test_a_refresh_reads_twice_as_much_for_twice_as_many_days(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    sql("select ledger_open(1, 'pix_clearing', 'BRL', null, true)")
    account = (await opened(diego, eva))["id"]
    read = dict[int, int]()
    for first, last in ((0, 40), (40, 80)):
        opening = 1_000_00 + sum(move.amount for move in alone(0, first))
        await applied(diego, work, told(*alone(first, last), opening=opening, first=later(first), last=later(last - 1)))
        sql("begin")
        ((before,),) = sql(_READ)
        sql("select house_days_refresh(%s)", account)
        ((after,),) = sql(_READ)
        sql("commit")
        read[last] = after - before
    assert 0 < read[80] <= 2.2 * read[40]
    assert sql("select count(*) from house_day") == [(80,)]


async def test_each_day_as_it_is_stored_is_what_its_items_add_up_to(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    """Open, overdue, matched over a night and in part, with a difference, and where a file contradicts its own lines."""
    for number, (amount, day) in enumerate(((300_00, 0), (70_00, 1), (45_00, 2), (900_00, 0))):
        expect(sql, amount, f"test:{number}", later(day))
    await opened(diego, eva)
    moves = [
        BankMove(299_00, later(1), "TED A", "1"),
        BankMove(70_00, later(3), "TED B", "2"),
        BankMove(20_00, later(4), "TED C", "3"),
        *alone(0, 8),
    ]
    await applied(diego, work, told(*moves, opening=1_000_00, last=later(7)))
    gap = told(BankMove(5_00, later(9), "TED D", "9"), opening=9_000_00, first=later(8), last=later(9))
    await applied(diego, work, gap)
    ids = {
        text: str(id)
        for text, id in sql("select description, id from bank_line union all select reference, id from expectation")
    }
    nightly = {"items": {"lines": [ids["TED A"]], "expectations": [ids["test:0"]]}, "difference": "rounding"}
    for body in (
        nightly | {"reason": "um real a menos"},
        {"items": {"lines": [ids["TED B"]], "expectations": [ids["test:1"]]}},
    ):
        made = await diego.post(MATCHES, body)
        assert made.status_code == 201, made.text
    split = {"parts": [{"expectation": ids["test:2"], "amount": 20_00}]}
    assert (await diego.post(f"/v1/conciliation/bank-lines/{ids['TED C']}/split", split)).status_code == 200
    days = sql(_EACH_DAY)
    assert len(days) == 10
    for day, causes, items, alone_, told_causes, told_items, told_alone in days:
        assert (causes, items, alone_) == (told_causes, told_items, told_alone), day
    causes = {cause for row in days for cause in row[1]}
    assert causes >= {"timing", "rounding", "missing_bank", "none", "fee", "balance_break"}
    # Overnight, the ledger's money is on its way; the day after it is there, but for what it differs by.
    assert (days[0][1]["timing"], days[1][1]["rounding"]) == (-1_200_00, -1_00)
    assert (await diego.get(DAYS, day=str(DAY))).json()[0]["open_items"] == days[0][2]
