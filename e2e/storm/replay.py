"""Whether what stands afterwards is what was told, what the provider did, and what the entries add up to."""

import random
from collections.abc import Iterator
from datetime import datetime
from itertools import accumulate, groupby
from typing import Any, Protocol
from uuid import UUID

import psycopg

from storm.log import Log
from storm.world import AURORA

#: Table → the column in which it carries the mark of the Command that made the row.
MARKS = {
    "charge": "reference",
    "refund": "reason",
    "payout": "description",
    "payment_schedule": "name",
    "merchant_note": "description",
    "charge_batch": "description",
    "recurrence": "contract",
    "recipient": "name",
    "med_claim": "details",
}
#: A withdrawal that a schedule asks for carries the schedule's name, each time.
_MADE_OTHERWISE = {"payout": " and origin in ('withdrawal', 'payout')"}
#: Moments at which an account of the provider, and the API, are asked.
SAMPLED = 60


class Reader(Protocol):
    def __call__(self, path: str, **params: Any) -> Any: ...


def _all(connection: psycopg.Connection, query: str, *values: Any) -> list[tuple[Any, ...]]:
    return connection.execute(query.encode(), values or None).fetchall()


def what_was_told(connection: psycopg.Connection, log: Log) -> Iterator[str]:
    """Each thing that an answer said was made is there, once; and nothing was made twice."""
    for table, column in MARKS.items():
        told = {mark: UUID(each.id) for mark, each in log.told.items() if each.table == table}
        found = dict(_all(connection, f"select {column}, id from {table} where {column} = any (%s)", list(told)))
        for mark, number in told.items():
            if found.get(mark) != number:
                yield f"{table} {number} was told, and {found.get(mark)} stands"
        yield from (
            f"{table}: {count} rows were made by one Command ({mark})"
            for mark, count in _all(
                connection,
                f"select {column}, count(*) from {table} where length({column}) = 36{_MADE_OTHERWISE.get(table, '')}"
                " group by 1 having count(*) > 1",
            )
        )


def what_the_provider_did(connection: psycopg.Connection, since: datetime) -> Iterator[str]:
    """The provider's books and ours tell the same: received, given back, sent, and come back of that."""
    for what, query in _BOTH_SIDES.items():
        theirs_and_ours = connection.execute(query.encode(), {"since": since}).fetchall()
        yield from (f"{what}: {row}" for row in theirs_and_ours[:5])


#: Only what the storm began counts, by the provider's moment where it knows one: a claim that the demo opened may be asked for and
#: answered in the storm.
_BOTH_SIDES = {
    "received (id, theirs, ours)": """
        select coalesce(s.end_to_end_id, p.end_to_end_id), s.valor, p.amount
          from sandbox.pix s full join pix_payment p on p.end_to_end_id = s.end_to_end_id
         where s.valor is distinct from p.amount and coalesce(s.horario, p.received_at) >= %(since)s
    """,
    "given back (id, theirs, ours)": """
        select coalesce(s.rtr_id, r.rtr_id), s.valor, r.amount
          from (select * from sandbox.refund where status = 'DEVOLVIDO') s
          full join (select * from refund where status = 'settled') r on r.rtr_id = s.rtr_id
         where s.valor is distinct from r.amount and coalesce(s.solicitacao, r.created_at) >= %(since)s
    """,
    "sent (id, theirs, ours)": """
        select coalesce(s.e2e_id, o.end_to_end_id), s.valor, o.amount
          from (select * from sandbox.payout where status = 'REALIZADO') s
          full join (select * from payout_order where state = 'done') o on o.end_to_end_id = s.e2e_id
         where s.valor is distinct from o.amount and coalesce(s.solicitacao, o.created_at) >= %(since)s
    """,
    "come back (id, theirs, ours)": """
        select coalesce(s.rtr_id, c.rtr_id), s.amount, c.returned
          from (select back ->> 'rtrId' as rtr_id, ((back ->> 'valor')::numeric * 100)::bigint as amount, r.created_at
                  from sandbox.refund_request r join sandbox.payout p on p.e2e_id = r.transaction_id
                 cross join jsonb_array_elements(p.returned) back
                 where back ->> 'rtrId' = r.refund_transaction_id) s
          full join (select * from med_claim where rtr_id is not null) c on c.rtr_id = s.rtr_id
         where s.amount is distinct from c.returned and coalesce(s.created_at, c.opened_at) >= %(since)s
    """,
}


def every_past_instant(connection: psycopg.Connection, read: Reader, rng: random.Random) -> Iterator[str]:
    """What the ledger says of the moment of each entry is what the entries up to it add up to, here in Python."""
    connection.execute("select set_config('retaguarda.companies', '*', false)")
    with connection.cursor("entries") as entries:
        entries.itersize = 5_000
        rows = entries.execute(_ENTRIES)
        for account, of_account in groupby(rows, key=lambda row: row[0]):
            posted = 0
            for at, of_moment in groupby(of_account, key=lambda row: row[1]):
                rows_of_moment = list(of_moment)
                posted += sum(row[2] for row in rows_of_moment)
                said = rows_of_moment[-1][3]
                if said != posted:
                    yield f"account {account} at {at}: the ledger says {said}, its entries {posted}"
    yield from _of_the_provider(connection, rng)
    yield from _through_the_api(connection, read, rng)


def _of_the_provider(connection: psycopg.Connection, rng: random.Random) -> Iterator[str]:
    for account, company, code, currency in _all(
        connection, "select id, company_id, code, currency from ledger_account where append_only"
    ):
        entries = _all(
            connection, "select posted_at, amount from ledger_entry where account_id = %s order by posted_at", account
        )
        sums = dict(zip((at for at, _ in entries), accumulate(amount for _, amount in entries), strict=True))
        for at in rng.sample(list(sums), min(SAMPLED, len(sums))):
            ((said,),) = _all(
                connection, "select posted from ledger_balance(%s, %s, %s, %s)", company, code, currency, at
            )
            if said != sums[at]:
                yield f"{code} in {currency} of the provider at {at}: the ledger says {said}, its entries {sums[at]}"


def _through_the_api(connection: psycopg.Connection, read: Reader, rng: random.Random) -> Iterator[str]:
    """With what was set aside at the moment, as a merchant asks for it."""
    entries = _all(connection, _OWN_ENTRIES, AURORA)
    captured = {(journal, code): at for code, at, _, journal in entries}
    holds = _all(connection, _OWN_HOLDS, AURORA)
    for _, at, _, _ in rng.sample(entries, min(SAMPLED, len(entries))):
        free, held = {"available": 0, "in_review": 0}, 0
        for code, then, amount, _ in entries:
            free[code] += amount if then <= at else 0
        for code, begun, closed, journal, amount in holds:
            taken = journal is not None and captured[journal, code] <= at
            if begun <= at and (closed is None or closed > at) and not taken:
                free[code] -= amount
                held += amount
        said = read("/v1/account/balances", at=at.isoformat())
        found = {name: said[name]["amount"] for name in ("available", "in_review", "on_hold")}
        if found != free | {"on_hold": held}:
            yield f"the API says {found} of {at}; the entries and holds {free}, {held} on hold"


_OWN_ENTRIES = """
    select a.code, e.posted_at, e.amount, e.journal_id from ledger_entry e join ledger_account a on a.id = e.account_id
     where a.company_id = %s and a.code in ('available', 'in_review')
"""
_OWN_HOLDS = """
    select a.code, h.created_at, h.closed_at, h.journal_id, h.amount from ledger_hold h
      join ledger_account a on a.id = h.account_id where a.company_id = %s and a.code in ('available', 'in_review')
"""
_ENTRIES = """
    select e.account_id, e.posted_at, e.amount, (select b.posted from ledger_balance(a.company_id, a.code, a.currency, e.posted_at) b)
      from ledger_entry e join ledger_account a on a.id = e.account_id
     where e.version is not null order by e.account_id, e.version
"""
