"""Loads the demo's pay-ins into a database that has none."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from typing import Any, LiteralString
from uuid import UUID

import psycopg
from psycopg.rows import namedtuple_row

from retaguarda.foundation.permissions import Permission
from retaguarda_demo import codes, recurring_bank, schedules
from retaguarda_demo.books import Account
from retaguarda_demo.bulk import Progress, bare, copy, lock
from retaguarda_demo.charge_life import Actor
from retaguarda_demo.disputes import load_contested
from retaguarda_demo.history import History, World
from retaguarda_demo.notes import load_notes
from retaguarda_demo.people import MERCHANTS
from retaguarda_demo.provider import Connection
from retaguarda_demo.recipients import open_recipients
from retaguarda_demo.recurrences import load_recurrences
from retaguarda_demo.returnfiles import load_return_files
from retaguarda_demo.sheets import moment
from retaguarda_sandbox.settings import SandboxSettings

DAYS = 90
SEED = 1


class NotTheDemo(Exception):
    """The demo's pay-ins belong to the demo's merchants, and these are others."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to make.

    Attributes:
        connection: of pix_connection; every charge belongs to it.
        public_host: of the sandbox, as codes name it.
        readers: of events: they are set behind the demo's, whose consequences are written already.
        end: the demo's last moment; now when None.
    """

    connection: UUID
    public_host: str
    readers: Sequence[str]
    total: int
    days: int = DAYS
    seed: int = SEED
    end: datetime | None = None


def load_payins(owner_url: str, order: Order, progress: Progress = lambda _: None) -> bool:
    """Everything or nothing; False, and nothing, when there are pay-ins already.

    Merchants, people, accounts of the ledger and the connection must stand.

    Raises:
        NotTheDemo: the companies are not those of the demo.
    """
    with psycopg.connect(owner_url) as connection:
        if _has_payins(connection):
            return False
        if not _has_shops(connection):
            raise NotTheDemo("this database has companies that are not the demo's")
        for schema in ("schema.sql", "recurrences.sql", "dict.sql"):
            connection.execute(files("retaguarda_sandbox").joinpath(schema).read_bytes())
        lock(connection)
        if _has_payins(connection):
            return False
        _load(connection, order, progress)
    with psycopg.connect(owner_url) as connection:
        # Sums of the accounts that take entries only: they cover transactions that are over.
        connection.execute("select set_config('retaguarda.companies', '*', true)")
        connection.execute("select ledger_checkpoint_make(id) from ledger_account where append_only")
        load_contested(connection, order.end or datetime.now(UTC))
        for reader in order.readers:
            connection.execute(_BEHIND, {"reader": reader})
        load_notes(connection)
        load_recurrences(connection, str(order.connection), order.end or datetime.now(UTC))
        recurring_bank.write(connection, order.public_host)
    load_return_files(owner_url)
    with psycopg.connect(owner_url) as connection:
        connection.execute("select payin_hour_rebuild()")
    return True


def _has_payins(connection: psycopg.Connection) -> bool:
    row = connection.execute(
        "select exists (select 1 from charge) or exists (select 1 from pix_payment)"
        " or exists (select 1 from ledger_journal)"
    ).fetchone()
    return row == (True,)


def _has_shops(connection: psycopg.Connection) -> bool:
    row = connection.execute(
        "select count(*) from company where (id, document) = any(select * from unnest(%s::int[], %s::text[]))",
        ([each.id for each in MERCHANTS], [each.document for each in MERCHANTS]),
    ).fetchone()
    return row == (len(MERCHANTS),)


def _load(connection: psycopg.Connection, order: Order, progress: Progress) -> None:
    end = order.end or datetime.now(UTC)
    with bare(connection, progress):
        open_recipients(connection, int(end.timestamp() * 1_000))
        world = _world(connection, order)
        history = History(world, total=order.total, days=order.days, end=end, seed=order.seed)
        copy(connection, history.batches(), progress)
        progress("summing up")
        _close(connection, history)
        claimed = schedules.claim(history.withdrawals.made)
        history.withdrawals.write(connection)
        history.shared.write(connection)
        schedules.write(connection, claimed, end)
        codes.write(connection, order.connection, world.connection.pix_key, end)
        connection.execute(_ROLL_UP)
        for reader in order.readers:
            connection.execute(_BEHIND, {"reader": reader})
    first = end - timedelta(days=order.days + 30)
    # When a company came in is fixed; the demo's came in before their first charge.
    connection.execute("alter table company disable trigger company_fixed")
    connection.execute("update company set created_at = least(created_at, %s)", (first,))
    connection.execute("alter table company enable trigger company_fixed")


def _world(connection: psycopg.Connection, order: Order) -> World:
    def rows(query: LiteralString, *values: object) -> list[Any]:
        with connection.cursor(row_factory=namedtuple_row) as cursor:
            return cursor.execute(query, values).fetchall()

    people = defaultdict[int, list[Actor]](list)
    for person in rows(
        "select p.company_id, p.id::text, p.email from person p join person_role x on x.person_id = p.id"
        " join role r on r.id = x.role_id where %s = any(r.permissions) and p.disabled_at is null order by p.email",
        str(Permission.PAYIN_CHARGE_WRITE),
    ):
        people[person.company_id].append(Actor(person.id, person.email))
    accounts = rows("select company_id, code, id, append_only from ledger_account where currency = 'BRL'")
    fees = rows("select id as company, payin_basis_points(id) as points from company")
    return World(
        Connection(
            *rows("select id::text, name, base_url, pix_key from pix_connection where id = %s", order.connection)[0]
        ),
        SandboxSettings(database_url="", public_host=order.public_host),
        {row.company: row.points for row in fees},
        people,
        {(row.company_id, row.code): Account(row.id, row.append_only) for row in accounts},
        rows("select coalesce(max(id), 0) + 1 as number from sandbox.location")[0].number,
    )


def _close(connection: psycopg.Connection, history: History) -> None:
    """Balances, and the number of the sandbox's next location."""
    with connection.cursor() as cursor:
        cursor.executemany(
            "update ledger_account set posted = %s, held = %s, version = %s, posted_at = %s where id = %s",
            [
                (account.posted, account.held, account.version, moment(account.last), account.id)
                for account in history.books.accounts
                if account.version
            ],
        )
        cursor.execute(
            "select setval(pg_get_serial_sequence('sandbox.location', 'id'), %s, false)",
            (history.provider.next_location,),
        )


#: As the reader of events would have summed it up (payin/reading.py).
_ROLL_UP = """
    insert into payin_day (company_id, day, measure, currency, count, amount)
    select c.company_id, (c.created_at at time zone k.time_zone)::date, 'charge_' || c.status, c.currency, count(*), sum(c.amount)
      from charge c join company k on k.id = c.company_id group by 1, 2, 3, 4
    union all
    select p.company_id, p.day, m.measure, p.currency, count(*), sum(case m.measure when 'fee' then p.fee else p.amount end)
      from (select p.company_id, (p.paid_at at time zone k.time_zone)::date as day, p.amount, p.fee, p.currency
              from pix_payment p join company k on k.id = p.company_id
             where p.status = 'settled' and p.charge_id is not null) p
     cross join (values ('received'), ('fee')) m (measure) group by 1, 2, 3, 4
    union all
    select r.company_id, (r.settled_at at time zone k.time_zone)::date, 'refunded', r.currency, count(*), sum(r.amount)
      from refund r join company k on k.id = r.company_id join pix_payment p on p.end_to_end_id = r.end_to_end_id
     where r.status = 'settled' and p.status = 'settled' and p.charge_id is not null group by 1, 2, 4
"""

_BEHIND = """
    insert into event_reader (name, xid, id)
    select %(reader)s, xid, id from event order by xid desc, id desc limit 1
    on conflict (name) do update set xid = excluded.xid, id = excluded.id, updated_at = now()
"""
