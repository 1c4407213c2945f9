"""One case with its clock, its steps and what belongs to it."""

from datetime import date, timedelta
from uuid import UUID

import msgspec

from retaguarda.cases.clock import clock_of, days_left, local_day
from retaguarda.cases.commands import PATHS
from retaguarda.cases.files import owner_name
from retaguarda.cases.find_payment import payment_of
from retaguarda.cases.model import ANSWERED, Kind, RelatedTicket, TicketRecord, TicketRow, TicketStep
from retaguarda.cases.queries import case_of, find_case
from retaguarda.foundation.business_days import is_business_day
from retaguarda.foundation.database import Tx
from retaguarda.foundation.files.store import files_of
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.timeline import moments_of

#: Events and related cases on a page.
MOST = 200


def _record(kind: Kind, summary: str) -> Record:
    async def load(tx: Tx, principal: Principal, number: UUID) -> TicketRecord | None:
        case = await find_case(tx, kind, number)
        return None if case is None else await _whole(tx, case)

    return Record(
        path=f"{PATHS[kind]}/{{id:str}}",
        summary=summary,
        permission=Permission.AUDIT_TICKETS_READ,
        scope=HOUSE,
        answers=TicketRecord,
        load=load,
    )


async def _whole(tx: Tx, case: TicketRow) -> TicketRecord:
    clock = await clock_of(tx, case.kind, case.clock_from)
    opened, today = local_day(case.opened_at), local_day(await tx.value("select now()"))
    key = {"id": case.id, "owner": case.owner_id, "merchant": case.merchant_id}
    open_still = case.state not in ANSWERED
    return TicketRecord(
        **msgspec.structs.asdict(case_of(case)),
        owner=await tx.value("select email from published.person where id = %(owner)s", key),
        merchant_name=await tx.value("select name from company where id = %(merchant)s", key),
        unit=clock.unit,
        norm=clock.norm,
        may_extend=open_still
        and case.extended_on is None
        and clock.extension > 0
        and days_left(today, case.due_on, clock.unit) >= 0,
        days_left=days_left(today, case.due_on, clock.unit) if open_still else None,
        holidays=_holidays(opened, case.due_on) if clock.unit == "business" else [],
        extended_share=await _extended_share(tx, today) if case.kind == "ombudsman" else 0,
        steps=msgspec.convert(
            await tx.all("select n, at, actor, kind, body from case_step where case_id = %(id)s order by n", key),
            list[TicketStep],
        ),
        related=await _related(tx, case),
        files=await files_of(tx, PROVIDER, owner_name(case.id)),
        payment=await payment_of(tx, case.end_to_end_id),
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(case.id), "most": MOST}),
    )


def _holidays(opened: date, due: date) -> list[date]:
    days = (opened + timedelta(days=number) for number in range(1, (due - opened).days + 1))
    return [day for day in days if day.weekday() < 5 and not is_business_day(day)]


async def _extended_share(tx: Tx, today: date) -> int:
    """Returns the share of this month's cases that were extended, in basis points."""
    share: int = await tx.value(
        "select coalesce(10000 * count(extended_on) / nullif(count(*), 0), 0)::int from case_file"
        " where kind = 'ombudsman' and opened_at >= %(month)s::timestamp at time zone 'America/Sao_Paulo'",
        {"month": today.replace(day=1)},
    )
    return share


async def _related(tx: Tx, case: TicketRow) -> list[RelatedTicket]:
    rows = await tx.all(
        "select id, kind, protocol, state, opened_at from case_file"
        " where kind <> 'pld' and id <> %(id)s and (id = %(earlier)s or earlier_id = %(id)s or requester_document = %(document)s)"
        " order by opened_at desc, id limit %(most)s",
        {"id": case.id, "earlier": case.earlier_id, "document": case.requester_document, "most": MOST},
    )
    return msgspec.convert(rows, list[RelatedTicket])


OMBUDSMAN_RECORD = _record("ombudsman", "One ombudsman case with its clock and its steps")
SERVICE_RECORD = _record("service", "One customer service case with its clock and its steps")
