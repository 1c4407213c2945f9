"""Reads and locks splits and their runs."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payin.splits.model import Split
from retaguarda.payouts.splits.model import (
    PayoutSplit,
    PayoutSplitPart,
    SplitRow,
    SplitRun,
    SplitRunPart,
    SplitStanding,
    SplitVersion,
)

#: Runs that a record shows.
MOST_RUNS = 20
_SELECT = """
    select s.*, k.name as company_name from payout_split s join company k on k.id = s.company_id
     where s.id = %(id)s and s.company_id = any(%(seen)s)
"""


class Receiver(msgspec.Struct):
    """A recipient or a franchise unit, and where it is paid; ``why``: it cannot be paid now."""

    id: UUID
    name: str
    why: str | None
    account_id: UUID | None
    holder_name: str | None
    holder_document: str | None
    kind: str | None
    ispb: str | None
    compe: str | None
    bank_name: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    pix_key: str | None
    pix_key_kind: str | None


class _Run(msgspec.Struct):
    id: UUID
    number: int
    version: int
    from_day: date
    to_day: date
    currency: str
    base: int
    paid: int
    kept: int
    batch_id: UUID | None
    batch_status: str | None
    created_at: datetime
    actor: str


class _Part(msgspec.Struct):
    run_id: UUID
    receiver_id: UUID | None
    name: str | None
    amount: int
    why: str | None


async def split_row(tx: Tx, companies: list[int], split: UUID) -> SplitRow | None:
    row = await tx.one(_SELECT, {"id": split, "seen": companies})
    return msgspec.convert(row, SplitRow) if row else None


async def lock_split(tx: Tx, company: int, split: UUID) -> SplitRow:
    """Lock every version of a rule until the transaction ends, and return this one.

    Raises:
        ApiError: 404, also for another merchant's.
    """
    await tx.execute(
        "select from payout_split where company_id = %(company)s and rule_id = (select rule_id from payout_split"
        " where company_id = %(company)s and id = %(id)s) order by version for no key update",
        {"company": company, "id": split},
    )
    row = await split_row(tx, [company], split)
    if row is None:
        raise not_found("split")
    return row


def split_of(row: SplitRow) -> PayoutSplit:
    floor, least = Money(row.floor, row.currency), Money(row.least, row.currency)
    return struct_of(PayoutSplit, row, floor=floor, least=least)


async def load_split(tx: Tx, company: int, split: UUID) -> PayoutSplit:
    row = await split_row(tx, [company], split)
    assert row is not None
    return split_of(row)


def agreed_of(row: SplitRow) -> Split:
    return msgspec.convert(row.split, Split)


async def receivers_of(tx: Tx, company: int, split: Split) -> dict[UUID, Receiver]:
    """Load those of the split's receivers that are recipients or units of the merchant."""
    rows = await tx.all(
        "select * from payout_split_receivers(%(company)s, %(ids)s)",
        {"company": company, "ids": [part.recipient for part in split.parts if part.recipient is not None]},
    )
    return {each.id: each for each in msgspec.convert(rows, list[Receiver])}


async def parts_of(tx: Tx, row: SplitRow) -> list[PayoutSplitPart]:
    split = agreed_of(row)
    found = await receivers_of(tx, row.company_id, split)
    parts = list[PayoutSplitPart]()
    for part in split.parts:
        receiver = found.get(part.recipient) if part.recipient is not None else None
        why = None if part.recipient is None else receiver.why if receiver else "no_account"
        odd = part.recipient == split.rounding
        parts.append(PayoutSplitPart(part.recipient, receiver and receiver.name, part.kind, part.value, odd, why))
    return parts


async def versions_of(tx: Tx, row: SplitRow) -> list[SplitVersion]:
    rows = await tx.all(
        "select id, version, status from payout_split where company_id = %(company)s and rule_id = %(rule)s"
        " and id <> %(id)s order by version desc",
        {"company": row.company_id, "rule": row.rule_id, "id": row.id},
    )
    return msgspec.convert(rows, list[SplitVersion])


async def runs_of(tx: Tx, row: SplitRow, most: int = MOST_RUNS) -> list[SplitRun]:
    """Load the newest runs of a rule, each with its parts."""
    rows = await tx.all(_RUNS, {"company": row.company_id, "rule": row.rule_id, "most": most})
    runs = msgspec.convert(rows, list[_Run])
    rows = await tx.all(
        "select run_id, receiver_id, name, amount, why from payout_split_part"
        " where company_id = %(company)s and run_id = any(%(runs)s) order by run_id, place",
        {"company": row.company_id, "runs": [each.id for each in runs]},
    )
    parts = msgspec.convert(rows, list[_Part])
    return [_run(each, [part for part in parts if part.run_id == each.id]) for each in runs]


def _run(run: _Run, parts: list[_Part]) -> SplitRun:
    money: dict[str, Any] = {name: Money(getattr(run, name), run.currency) for name in ("base", "paid", "kept")}
    difference = Money(run.base - sum(part.amount for part in parts), run.currency)
    shown = [SplitRunPart(part.receiver_id, part.name, Money(part.amount, run.currency), part.why) for part in parts]
    return struct_of(SplitRun, run, **money, difference=difference, parts=shown)


async def split_standing(tx: Tx, principal: Principal, path: Mapping[str, str]) -> SplitStanding | None:
    row = await split_row(tx, [principal.chosen()], path_id(path))
    if row is None:
        return None
    runs = await tx.value(
        "select count(*) from payout_split_run where company_id = %(company)s and rule_id = %(rule)s",
        {"company": row.company_id, "rule": row.rule_id},
    )
    return SplitStanding(row.name, row.status, runs)


async def of_split(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The company of the split that the path names; None where the caller does not see it."""
    return await tx.value(
        "select company_id from payout_split where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


_RUNS = """
    select r.*, s.version, b.status as batch_status
      from payout_split_run r
      join payout_split s on s.company_id = r.company_id and s.id = r.split_id
      left join payout_batch b on b.company_id = r.company_id and b.id = r.batch_id
     where r.company_id = %(company)s and r.rule_id = %(rule)s order by r.number desc limit %(most)s
"""
