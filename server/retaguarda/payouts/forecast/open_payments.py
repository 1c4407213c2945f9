"""Load the open payments of merchants, each with what blocks it and its cut-off, in a few statements however many there are."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.query_params import end_of, start_of
from retaguarda.payout_engine.check_stops import Stops
from retaguarda.payout_engine.decide_sending import PayingProcessor, Standing, next_working_day
from retaguarda.payout_engine.payout_seal import SEALED, PayoutSeals
from retaguarda.payout_engine.resolve_rules import PayoutRules
from retaguarda.payout_engine.settle_internal import GOES_INSIDE
from retaguarda.payouts.forecast.plan_facts import Planned
from retaguarda.payouts.payments.model import OF_PAYMENTS

#: Most payments of one forecast.
MOST_PAYMENTS = 200_000


class Merchant(msgspec.Struct, frozen=True):
    """A merchant with open payments: why it pays nothing out, which field of its contract stops it, its rules and its days."""

    company_id: int
    zone: str
    blocked: str | None
    contract: str | None
    free: int
    closed: bool
    rules: PayoutRules

    @property
    def limits_payees(self) -> bool:
        return self.rules.payee_day_most is not None or self.rules.payee_count_most is not None

    def day_of(self, at: datetime) -> date:
        return at.astimezone(ZoneInfo(self.zone)).date()


class OpenRow(msgspec.Struct, frozen=True):
    """Of a row of ``payout`` what decides when it leaves, with the state of its bank account and when its open order was given."""

    id: UUID
    company_id: int
    bank_account_id: UUID | None
    origin: str
    method: str
    status: str
    amount: int
    fee: int
    kind: str
    due_on: date | None
    scheduled_for: date | None
    created_at: datetime
    hold_reason: str | None
    hold_until: datetime | None
    destination: bytes | None
    document_hash: bytes | None
    processor_id: UUID | None
    held: bool
    batch_id: UUID | None
    account_status: str | None
    ordered_at: datetime | None
    ispb: str | None
    opens_at: datetime | None
    ted_purpose: str | None
    inside: bool = False
    priority: int = 0


class _Place(msgspec.Struct, frozen=True):
    """A destination, and whose it is."""

    company_id: int
    hash: bytes
    document_hash: bytes


@dataclass(frozen=True, slots=True)
class Trusted:
    """The destinations that the books of merchants trust which pay no others (``strict``)."""

    strict: frozenset[int]
    places: frozenset[_Place]

    def keeps_back(self, company: int, destination: bytes | None, document_hash: bytes | None) -> bool:
        """Whether the allow-list of a merchant keeps a payment back, as payout_allow_list of the database says."""
        if destination is None or company not in self.strict:
            return False
        return document_hash is None or _Place(company, destination, document_hash) not in self.places


async def load_trusted(tx: Tx, merchants: Mapping[int, Merchant]) -> Trusted:
    strict = [number for number, each in merchants.items() if each.rules.allow_list == "trusted"]
    if not strict:
        return Trusted(frozenset(), frozenset())
    rows = await tx.all(_TRUSTED, {"companies": strict})
    return Trusted(frozenset(strict), frozenset(msgspec.convert(rows, list[_Place])))


class _Unit(msgspec.Struct):
    company: int
    account: UUID
    stop: str | None


def cut_off_of(merchant: Merchant, day: date, method: str, processors: Sequence[PayingProcessor]) -> datetime:
    """Until when a payment of a day leaves in time: before the day is over, and before everyone who pays by its method shuts."""
    zone = ZoneInfo(merchant.zone)
    ends = end_of(day, zone)
    paying = [each for each in processors if each.enabled and method in each.methods]
    if method == "ted":
        day = next_working_day(day)
        ends = end_of(day, zone)
    if not paying or any(each.hour_of(method) is None for each in paying):
        return ends
    return min(ends, max(each.shuts_on(start_of(day, zone) + timedelta(hours=12), method) for each in paying))


async def load_payments(
    tx: Tx, merchants: Mapping[int, Merchant], processors: Sequence[PayingProcessor], seals: PayoutSeals
) -> tuple[list[Planned], bool]:
    """Load the open payments of merchants, the oldest first; True: there are more than MOST_PAYMENTS. What takes a processor's time is
    done in a thread."""
    raw = await tx.all(_PAYMENTS, {"companies": list(merchants), "most": MOST_PAYMENTS + 1})
    rows, sealed = await asyncio.to_thread(_read, raw[:MOST_PAYMENTS], seals)
    units = await _load_units(tx, rows)
    suspects = await hashes_of_suspects(tx, {each for row in rows for each in (row.destination, row.document_hash)})
    bound = await _load_bound(tx, list(merchants))
    trusted = await load_trusted(tx, merchants)
    days = Days(merchants, processors, await load_rails(tx, merchants))

    def plan() -> list[Planned]:
        return [
            days.planned(
                row,
                Standing(
                    company=merchants[row.company_id].blocked,
                    account=None if row.bank_account_id is None else row.account_status or "unknown",
                    block=Stops(
                        merchants[row.company_id].contract,
                        units.get((row.company_id, row.bank_account_id)),
                        suspect=False,
                        untrusted=trusted.keeps_back(row.company_id, row.destination, row.document_hash),
                    ).block,
                    sealed=whole,
                    suspect=row.destination in suspects or row.document_hash in suspects,
                    due_on=row.due_on,
                ),
                bound=row.id in bound,
            )
            for row, whole in zip(rows, sealed, strict=True)
        ]

    return await asyncio.to_thread(plan), len(raw) > MOST_PAYMENTS


def _read(raw: Sequence[Row], seals: PayoutSeals) -> tuple[list[OpenRow], list[bool]]:
    """The payments, and whether each is as it was sealed."""
    return msgspec.convert(raw, list[OpenRow]), [seals.holds(row) for row in raw]


@dataclass(frozen=True, slots=True)
class Rails:
    """What of TEDs may leave as a Pix after their hours: of these merchants (``willing``), to these banks."""

    willing: frozenset[int]
    banks: frozenset[str]

    def leave_by_pix(self, company: int, ispb: str | None) -> bool:
        return company in self.willing and ispb in self.banks


async def load_rails(tx: Tx, merchants: Mapping[int, Merchant]) -> Rails:
    willing = frozenset[int](await _column(tx, _WILLING, {"companies": list(merchants)}))
    return Rails(willing, frozenset(await _column(tx, _IN_PIX, {}) if willing else ()))


@dataclass(slots=True)
class Days:
    """When the days of merchants begin, and until when a payment of one leaves in time; each is computed once."""

    merchants: Mapping[int, Merchant]
    processors: Sequence[PayingProcessor]
    rails: Rails
    _known: dict[tuple[int, date, str], tuple[datetime, datetime]] = field(
        default_factory=dict[tuple[int, date, str], tuple[datetime, datetime]]
    )

    def planned(self, row: OpenRow, standing: Standing, *, bound: bool, is_line: bool = False) -> Planned:
        merchant = self.merchants[row.company_id]
        # What needs no processor waits for none: it has the whole day.
        way = "inside" if row.inside else row.method
        day = row.scheduled_for or merchant.day_of(row.opens_at or row.created_at)
        starts, cut_off = self._of(merchant, day, way)
        return Planned(
            id=row.id,
            company=row.company_id,
            status=row.status,
            method=row.method,
            amount=row.amount,
            fee=row.fee,
            held=row.held,
            looked_up=row.origin == "payout" and row.kind == "key" and not row.inside,
            created_at=row.created_at,
            due_at=starts if row.scheduled_for else None,
            cut_off=cut_off,
            hold_reason=row.hold_reason,
            hold_until=row.hold_until,
            processor=row.processor_id,
            ordered_at=row.ordered_at,
            standing=standing,
            bound=bound,
            batch=row.batch_id,
            priority=row.priority,
            is_line=is_line,
            inside=row.inside,
            opens_at=row.opens_at if row.status == "queued" else None,
            pix_instead=row.method == "ted" and self.rails.leave_by_pix(row.company_id, row.ispb),
            origin=row.origin,
            bank=row.ispb or "",
        )

    def _of(self, merchant: Merchant, day: date, method: str) -> tuple[datetime, datetime]:
        key = (merchant.company_id, day, method)
        if key not in self._known:
            starts = start_of(day, ZoneInfo(merchant.zone))
            self._known[key] = starts, cut_off_of(merchant, day, method, self.processors)
        return self._known[key]


async def hashes_of_suspects(tx: Tx, hashes: set[bytes | None]) -> set[bytes | None]:
    """Which of these destinations and documents are suspects'."""
    asked = [each for each in hashes if each is not None]
    return set(await _column(tx, "select suspect_hashes(%(hashes)s::bytea[])", {"hashes": asked}))


async def _column(tx: Tx, query: str, params: Mapping[str, Any]) -> list[Any]:
    """The one column of a statement."""
    return [value for row in await tx.all(query, params) for value in row.values()]


async def _load_units(tx: Tx, rows: Sequence[OpenRow]) -> dict[tuple[int, UUID | None], str]:
    """Why the franchise unit of an account is paid nothing, for each account that payments go to."""
    accounts = {(row.company_id, row.bank_account_id) for row in rows if row.bank_account_id}
    if not accounts:
        return {}
    found = await tx.all(
        "select a.company, a.account, franchise_stop(a.company, a.account, 0) as stop"
        " from unnest(%(companies)s::int[], %(accounts)s::uuid[]) a (company, account)",
        {"companies": [each[0] for each in accounts], "accounts": [each[1] for each in accounts]},
    )
    units = msgspec.convert(found, list[_Unit])
    return {(each.company, each.account): each.stop for each in units if each.stop}


async def _load_bound(tx: Tx, companies: list[int]) -> set[UUID]:
    """The payments that something of the block list stands against."""
    met = await _column(tx, _PROBES, {"companies": companies})
    return set(await _column(tx, _BOUND, {"companies": companies, "met": met})) if met else set()


_WILLING = "select c from unnest(%(companies)s::int[]) c where payout_ted_may_be_pix(c)"
_IN_PIX = "select ispb from bank where pix and listed"
OPEN = "('created', 'queued', 'on_hold', 'pending', 'in_bank_processing', 'blocked')"
_PROBED = "block_probes(p.holder_document, p.pix_key, p.pix_key_kind, p.ispb, p.branch, p.number)"
_WAITING = f"p.company_id = any(%(companies)s) and p.{OF_PAYMENTS} and p.status in ('created', 'queued', 'on_hold', 'pending', 'blocked')"
_JOINED = ("account_status", "ordered_at", "inside")
_COLUMNS = ", ".join(
    f"p.{name}" for name in dict.fromkeys((*OpenRow.__struct_fields__, *SEALED, "seal")) if name not in _JOINED
)
_PAYMENTS = f"""
    select {_COLUMNS}, b.status as account_status, o.created_at as ordered_at, {GOES_INSIDE.format(row="p")} as inside
      from payout p
     cross join (select house_ispb() as ispb, merchant_keys() as keys) house
      left join published.bank_account b on b.company_id = p.company_id and b.id = p.bank_account_id
      left join lateral (select o.created_at from payout_order o
                          where p.status = 'in_bank_processing' and o.company_id = p.company_id and o.payout_id = p.id
                            and o.state in ('sending', 'processing') limit 1) o on true
     where p.company_id = any(%(companies)s) and p.{OF_PAYMENTS} and p.status in {OPEN}
     order by p.created_at, p.id limit %(most)s
"""
_PROBES = f"""
    select distinct m.probe
      from (select p.company_id, array_agg(distinct u.probe) as probes
              from payout p cross join lateral unnest({_PROBED}) u (probe) where {_WAITING} group by p.company_id) a
      join company k on k.id = a.company_id
     cross join lateral block_probes_met(a.company_id, 'out', a.probes || block_probes(k.document)) m (probe)
"""
_TRUSTED = """
    select company_id, hash, document_hash from payee_destinations
     where company_id = any(%(companies)s) and state = 'trusted' and payee_status <> 'blocked'
"""
_BOUND = f"""
    select p.id from payout p join company k on k.id = p.company_id
     where {_WAITING} and ({_PROBED} || block_probes(k.document)) && %(met)s
       and exists (select from payout_verdict(p.company_id, p.id))
"""
