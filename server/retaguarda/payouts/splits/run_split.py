"""Run a split: divide what is due among its receivers, and bring a batch that pays them. A person submits that batch."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

import msgspec

from retaguarda import ledger
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.query_params import zone_of
from retaguarda.payin.charges.model import AVAILABLE
from retaguarda.payin.splits.divide_amount import divide
from retaguarda.payin.splits.model import Split
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payout_engine.identify_destination import DestinationNames, load_names
from retaguarda.payouts.batches.create_batch import create_planned_batch
from retaguarda.payouts.batches.model import ParsedLine
from retaguarda.payouts.splits.model import MOST_DAYS, SplitRow
from retaguarda.payouts.splits.queries import Receiver, agreed_of, receivers_of

#: Minutes after midnight until which the day before may still get entries of a transaction that is under way.
SETTLES = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Part:
    """What a receiver gets of a run. ``why``: it stays with the merchant."""

    place: int
    receiver: Receiver | None
    amount: int
    why: str | None


class _Covered(msgspec.Struct):
    number: int
    to_day: date | None
    open: bool


async def run_split(tx: Tx, keys: Keys, row: SplitRow, maker: Requester) -> UUID:
    """Divide what is due by a locked, active version, and return the id of the run.

    Raises:
        ApiError: 409 ``split_not_active``, ``split_run_open`` (the batch of the run before waits for its submission) or
            ``split_nothing_due``.
    """
    if row.status != "active":
        raise ApiError(409, "split_not_active", f"a split that is {row.status} does not run")
    covered = msgspec.convert(await tx.one(_COVERED, {"company": row.company_id, "rule": row.rule_id}), _Covered)
    if covered.open:
        raise ApiError(409, "split_run_open", "the batch of the run before is neither submitted nor cancelled")
    from_day, to_day = await _days(tx, row, covered.to_day)
    base = await base_of(tx, row, from_day, to_day) if from_day <= to_day else 0
    if base <= 0:
        raise ApiError(409, "split_nothing_due", "there is nothing to divide now")
    parts = await divided(tx, row, base)
    paid = [part for part in parts if part.why is None]
    batch = None
    if paid:
        names = await load_names(tx, keys)
        lines = [_line(number, part, row.name, names) for number, part in enumerate(paid, 2)]
        name = f"{row.name} · {from_day:%d/%m}" + ("" if from_day == to_day else f"–{to_day:%d/%m}")
        batch = (await create_planned_batch(tx, row.company_id, maker, name, "split", lines)).id
    run = uuid7()
    total = sum(part.amount for part in paid)
    values = {
        "company": row.company_id,
        "id": run,
        "split": row.id,
        "rule": row.rule_id,
        "number": covered.number,
        "from": from_day,
        "to": to_day,
        "currency": row.currency,
        "base": base,
        "paid": total,
        "kept": base - total,
        "batch": batch,
        "actor": maker.name,
    }
    await tx.execute(_INSERT_RUN, values)
    for part in parts:
        receiver = part.receiver
        said = {"place": part.place, "amount": part.amount, "why": part.why}
        who = {"receiver": receiver and receiver.id, "name": receiver and receiver.name}
        await tx.execute(_INSERT_PART, values | said | who)
    return run


async def base_of(tx: Tx, row: SplitRow, from_day: date, to_day: date) -> int:
    """What there is to divide: what came in on these days, or what is available above the floor; it may be below zero."""
    if row.source == "balance":
        balance = await ledger.balance(tx, row.company_id, AVAILABLE, row.currency)
        return balance.posted - (balance.held or 0) - row.floor
    return await tx.value(
        "select coalesce(sum(amount), 0)::bigint from payout_split_net(%(company)s, %(currency)s, %(from)s, %(to)s)",
        {"company": row.company_id, "currency": row.currency, "from": from_day, "to": to_day},
    )


async def divided(tx: Tx, row: SplitRow, base: int) -> list[Part]:
    """Divide an amount; each part, one of them always the merchant's, says whether it can be paid."""
    split = agreed_of(row)
    receivers = await receivers_of(tx, row.company_id, split)
    parts = list[Part]()
    for share in divide(split, base):
        receiver = receivers.get(share.recipient) if share.recipient is not None else None
        why = "merchant" if share.recipient is None else await _why(tx, row, receiver, share.amount)
        parts.append(Part(share.place, receiver, share.amount, why))
    return parts


async def _why(tx: Tx, row: SplitRow, receiver: Receiver | None, amount: int) -> str | None:
    if receiver is None or receiver.why is not None:
        return receiver.why if receiver else "no_account"
    if amount == 0 or amount < row.least:
        return "below_least"
    values = {"company": row.company_id, "account": receiver.account_id, "amount": amount}
    stop = await tx.value("select franchise_stop(%(company)s, %(account)s, %(amount)s)", values)
    return None if stop is None else "stopped"


async def _days(tx: Tx, row: SplitRow, covered: date | None) -> tuple[date, date]:
    """The days that are due; the first is after the second where none is."""
    today = (datetime.now(UTC) - SETTLES).astimezone(await zone_of(tx, row.company_id)).date()
    if row.source == "balance":
        return today, today
    yesterday = today - timedelta(days=1)
    first = yesterday if covered is None else covered + timedelta(days=1)
    return first, min(yesterday, first + timedelta(days=MOST_DAYS - 1))


def _line(number: int, part: Part, name: str, names: DestinationNames) -> ParsedLine:
    receiver = part.receiver
    assert receiver is not None
    destination = {each: getattr(receiver, each) for each in ("kind", "ispb", "branch", "number", "pix_key")}
    values = {
        "name": receiver.holder_name,
        "document": receiver.holder_document,
        **{each: getattr(receiver, each) for each in ("kind", "ispb", "compe", "bank_name", "branch", "account_type")},
        "account": receiver.number,
        "pix_key": receiver.pix_key,
        "pix_key_kind": receiver.pix_key_kind,
        "amount": part.amount,
        "description": name,
        "destination": names.of_destination(destination),
        "document_hash": names.of_document(receiver.holder_document or ""),
    }
    reais = f"{part.amount // 100},{part.amount % 100:02d}"
    shown = ("name", "document", "pix_key", "ispb", "branch", "account")
    cells = [*(str(values[each] or "") for each in shown), reais, name]
    return ParsedLine(number, cells, values, [])


def check_receivers(split: Split, found: dict[UUID, Receiver]) -> list[int]:
    """Return the places of parts whose receiver is neither a recipient nor a unit of the merchant."""
    return [
        place for place, part in enumerate(split.parts) if part.recipient is not None and part.recipient not in found
    ]


#: A run whose batch was cancelled, or expired, covers nothing.
_COVERED = """
    select coalesce(max(r.number), 0)::int + 1 as number,
           max(r.to_day) filter (where coalesce(b.status, '') not in ('cancelled', 'expired')) as to_day,
           coalesce(bool_or(b.status in ('received', 'planned')), false) as open
      from payout_split_run r left join payout_batch b on b.company_id = r.company_id and b.id = r.batch_id
     where r.company_id = %(company)s and r.rule_id = %(rule)s
"""
_INSERT_RUN = """
    insert into payout_split_run (company_id, id, split_id, rule_id, number, from_day, to_day, currency, base, paid, kept, batch_id, actor)
    values (%(company)s, %(id)s, %(split)s, %(rule)s, %(number)s, %(from)s, %(to)s, %(currency)s, %(base)s, %(paid)s, %(kept)s,
            %(batch)s, %(actor)s)
"""
_INSERT_PART = """
    insert into payout_split_part (company_id, run_id, place, receiver_id, name, currency, amount, why)
    values (%(company)s, %(id)s, %(place)s, %(receiver)s, %(name)s, %(currency)s, %(amount)s, %(why)s)
"""
