"""One house account, one statement file with its plan, and one line with what it may be."""

from uuid import UUID

import msgspec

from retaguarda.bank_files.model import ReturnDamage, ReturnTolerance
from retaguarda.conciliation.matching.queries import candidates_of, matches_of_line
from retaguarda.conciliation.statements.files import closed_days
from retaguarda.conciliation.statements.model import (
    BankLineRecord,
    HouseAccountRecord,
    HouseAccountRow,
    StatedBalance,
    StatementFileRecord,
)
from retaguarda.conciliation.statements.queries import account_of
from retaguarda.conciliation.statements.tables import READ
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.money import Money, money_or_none
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.timeline import moments_of
from retaguarda.foundation.typed_rows import struct_fields

#: Events on a page.
MOST = 100
#: Bytes of a line that are shown.
SHOWN = 4_000


async def _load_account(tx: Tx, principal: Principal, account: UUID) -> HouseAccountRecord | None:
    row = await tx.one(
        "select h.*, approval_makers(%(person)s) && h.makers as mine,"
        " (select count(distinct b.file_id) from stated_balance b where b.company_id = 1 and b.account_id = h.id"
        "   and b.applied_at is not null) as files,"
        " (select count(*) from bank_line l where l.company_id = 1 and l.account_id = h.id and l.applied_at is not null"
        "   and l.effect = 'new') as lines,"
        " (select max(booked_on) from bank_line l where l.company_id = 1 and l.account_id = h.id and l.applied_at is not null) as last_day"
        " from house_account h where h.company_id = 1 and h.id = %(id)s",
        {"id": account, "person": principal.person_id},
    )
    if row is None:
        return None
    more = {name: row[name] for name in ("mine", "files", "lines", "last_day")}
    shown = msgspec.structs.asdict(account_of(msgspec.convert(row, HouseAccountRow)))
    return HouseAccountRecord(
        **shown,
        **more,
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(account), "most": MOST}),
    )


_FILE = """
    select f.*, l.new, l.already, l.pseudo from return_file f,
      lateral (select count(*) filter (where effect = 'new') as new, count(*) filter (where effect = 'already') as already,
                      count(*) filter (where effect = 'pseudo') as pseudo
                 from bank_line where company_id = f.company_id and file_id = f.id) l
     where f.company_id = 1 and f.family = 'statement' and f.id = %(id)s
"""
_STATEMENTS = """
    select b.*, h.name as account_name,
           (select p.closing from stated_balance p where p.company_id = 1 and p.account_id = b.account_id and p.applied_at is not null
               and p.closing is not null and p.closing_on < b.opening_on order by p.closing_on desc, p.applied_at desc limit 1) as before
      from stated_balance b join house_account h on h.company_id = b.company_id and h.id = b.account_id
     where b.company_id = 1 and b.file_id = %(id)s order by b.number
"""


async def _load_file(tx: Tx, principal: Principal, file: UUID) -> StatementFileRecord | None:
    row = await tx.one(_FILE, {"id": file})
    if row is None:
        return None
    own = struct_fields(
        StatementFileRecord, row, without=("sha256", "tolerances", "error", "statements", "closed_days")
    )
    return StatementFileRecord(
        **own,
        sha256=row["sha256"] and bytes(row["sha256"]).hex(),
        tolerances=msgspec.convert(row["tolerances"], list[ReturnTolerance]),
        error=row["error"] and msgspec.convert(row["error"], ReturnDamage),
        statements=[_stated(each) for each in await tx.all(_STATEMENTS, {"id": file})],
        closed_days=await closed_days(tx, row) if row["status"] == "parsed" else [],
    )


def _stated(row: Row) -> StatedBalance:
    currency, before = row["currency"], row["before"]
    amounts = {name: money_or_none(row[name], currency) for name in ("opening", "closing", "credits", "debits")}
    own = ("number", "account_id", "account_name", "opening_on", "closing_on", "lines", "holds")
    follows = None if before is None or row["opening"] is None else before == row["opening"]
    return msgspec.convert(
        {name: row[name] for name in own} | amounts | {"follows": follows}, StatedBalance, from_attributes=True
    )


_LINE = """
    select l.*, h.name as account_name, f.name as file_name, x.id as exception_id,
           case when l.applied_at is not null and l.effect = 'new' and l.state not in ('matched', 'booked') then line_cause(l) end as cause
      from bank_line l join house_account h on h.company_id = l.company_id and h.id = l.account_id
      join return_file f on f.company_id = l.company_id and f.id = l.file_id
      left join conciliation_exception x on x.company_id = l.company_id and x.line_id = l.id and x.state <> 'resolved'
     where l.company_id = 1 and l.id = %(id)s
"""
_RAW = """
    with piece as (
      select number, bytes, sum(length(bytes)) over (order by number) - length(bytes) as start
        from return_piece where company_id = 1 and file_id = %(file)s)
    select string_agg(substring(bytes from greatest(1, %(begin)s - start + 1)::int
                                for least(length(bytes), %(end)s - start)::int - greatest(0, %(begin)s - start)::int), ''::bytea order by number)
      from piece where start < %(end)s and start + length(bytes) > %(begin)s
"""


async def _load_line(tx: Tx, principal: Principal, line: UUID) -> BankLineRecord | None:
    row = await tx.one(_LINE, {"id": line})
    if row is None:
        return None
    begin = row["begins_at"]
    raw = await tx.value(
        _RAW, {"file": row["file_id"], "begin": begin, "end": max(begin + 1, min(row["ends_at"], begin + SHOWN))}
    )
    fields = {name: row[name] for name in BankLineRecord.__struct_fields__ if name in row}
    fields |= {
        "amount": Money(row["amount"], row["currency"]),
        "balance": money_or_none(row["balance"], row["currency"]),
        "raw": bytes(raw or b"").decode("utf-8", "replace").replace("\0", "").strip("\r\n"),
        "candidates": await candidates_of(tx, line),
        "matches": await matches_of_line(tx, line),
        "timeline": await moments_of(tx, {"company": PROVIDER, "subject": str(line), "most": MOST}),
    }
    return BankLineRecord(**fields)


RECORDS = (
    Record(
        path="/v1/conciliation/house-accounts/{id:str}",
        summary="One account of ours",
        permission=READ,
        scope=HOUSE,
        answers=HouseAccountRecord,
        load=_load_account,
    ),
    Record(
        path="/v1/conciliation/statement-files/{id:str}",
        summary="One statement file: its balances, and what would follow of it or did",
        permission=READ,
        scope=HOUSE,
        answers=StatementFileRecord,
        load=_load_file,
    ),
    Record(
        path="/v1/conciliation/bank-lines/{id:str}",
        summary="One line of a bank, as it stands in its file, with what it may be and what it was matched with",
        permission=READ,
        scope=HOUSE,
        answers=BankLineRecord,
        load=_load_line,
    ),
)
