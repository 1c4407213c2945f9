"""Open a case: give it a protocol without gaps and the clock that is in force."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

import msgspec

from retaguarda.cases.clock import clock_for, due_day, local_day
from retaguarda.cases.model import OFFICIAL, CaseFile, Kind, OmbudsmanInput, Ticket, TicketInput, TicketRow
from retaguarda.cases.queries import case_of
from retaguarda.cases.transitions import add_step
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable, printable_or_none

#: An older wish for a human is a typing error.
_LONGEST_WAIT = timedelta(days=2)


def check_digit(digits: str) -> str:
    """Computes the last digit of a protocol (ISO 7064 would take letters): modulo 11, ten and eleven become 0."""
    total = sum(
        int(digit) * weight for digit, weight in zip(reversed(digits), (2, 3, 4, 5, 6, 7, 8, 9) * 2, strict=False)
    )
    return str(-total % 11 % 10)


async def give_protocol(tx: Tx, day: date) -> str:
    """Returns the day's next protocol: day, six digits without gaps, check digit. Others wait until this one commits."""
    given: int = await tx.value(
        "insert into case_day (day, given) values (%(day)s, 1)"
        " on conflict (day) do update set given = case_day.given + 1 returning given",
        {"day": day},
    )
    digits = f"{day:%Y%m%d}{given:06d}"
    return digits + check_digit(digits)


async def open_case(
    tx: Tx, principal: Principal, kind: Kind, given: TicketInput, *, earlier: UUID | None = None, state: str = "opened"
) -> TicketRow:
    """Insert a case and its first step.

    Raises:
        ApiError: 400 naming the field.
    """
    at: datetime = await tx.value("select now()")
    opened = local_day(at)
    clock = await clock_for(tx, kind, opened)
    row = await tx.one(
        _INSERT,
        {
            "id": uuid7(),
            "kind": kind,
            "protocol": await give_protocol(tx, opened),
            "state": state,
            "by": principal.email,
            **_checked(given, at),
            "merchant": await _merchant(tx, given.merchant),
            "earlier": earlier,
            "clock": clock.valid_from,
            "due": due_day(opened, clock.unit, clock.days),
        },
    )
    case = msgspec.convert(row, TicketRow)
    await add_step(tx, case, principal.email, "opened", case.description)
    return case


async def open_suspicion(
    tx: Tx, by: str, *, name: str, document: str | None, merchant: int | None, text: str, earlier: UUID | None = None
) -> CaseFile:
    """Insert a case of PLD and its first step; the room that asks keeps the rest of it."""
    opened = local_day(await tx.value("select now()"))
    clock = await clock_for(tx, "pld", opened)
    row = await tx.one(
        "insert into case_file (id, kind, protocol, state, opened_by, channel, matter, subject, product, merchant_id,"
        " requester_name, requester_document, description, earlier_id, clock_from, due_on)"
        " values (%(id)s, 'pld', %(protocol)s, 'opened', %(by)s, 'internal', 'suspicion', 'other', 'other', %(merchant)s,"
        " %(name)s, %(document)s, %(text)s, %(earlier)s, %(clock)s, %(due)s) returning *",
        {
            "id": uuid7(),
            "protocol": await give_protocol(tx, opened),
            "by": by,
            "merchant": merchant,
            "name": name,
            "document": document,
            "text": text,
            "earlier": earlier,
            "clock": clock.valid_from,
            "due": due_day(opened, clock.unit, clock.days),
        },
    )
    case = msgspec.convert(row, CaseFile)
    await add_step(tx, case, by, "opened", text)
    return case


def _checked(given: TicketInput, now: datetime) -> dict[str, object]:
    asked = given.asked_human_at
    if asked is not None and (asked.tzinfo is None or not now - _LONGEST_WAIT <= asked <= datetime.now(UTC)):
        raise invalid_field("asked_human_at", "moment_invalid", "a moment with its zone, of the last two days")
    return {
        "channel": given.channel,
        "matter": given.matter,
        "subject": given.subject,
        "product": given.product,
        "priority": given.priority,
        "name": printable("requester_name", given.requester_name),
        "document": _document(given.requester_document),
        "contact": printable_or_none("requester_contact", given.requester_contact),
        "description": printable("description", given.description),
        "e2e": printable_or_none("end_to_end_id", given.end_to_end_id),
        "asked": asked,
    }


def _document(text: str | None) -> str | None:
    if text is None or not text.strip():
        return None
    try:
        return parse(text).value
    except DocumentError as error:
        raise invalid_field("requester_document", "document_invalid", f"no CPF and no CNPJ: {error}") from None


async def _merchant(tx: Tx, merchant: int | None) -> int | None:
    if merchant is None:
        return None
    found: int | None = await tx.value("select id from company where id = %(id)s and id <> 1", {"id": merchant})
    if found is None:
        raise invalid_field("merchant", "not_found", "no such merchant")
    return found


async def _open_ombudsman(tx: Tx, principal: Principal, given: OmbudsmanInput, path: Mapping[str, str]) -> Done:
    earlier = None
    if given.service_protocol is not None:
        earlier = await tx.value(
            "select id from case_file where protocol = %(protocol)s and kind = 'service'",
            {"protocol": given.service_protocol},
        )
        if earlier is None:
            raise invalid_field("service_protocol", "not_found", "no customer service case has this protocol")
    case = await open_case(tx, principal, "ombudsman", given, earlier=earlier)
    return Done(str(case.id), case_of(case), {"protocol": case.protocol, "channel": case.channel})


async def _open_service(tx: Tx, principal: Principal, given: TicketInput, path: Mapping[str, str]) -> Done:
    if given.channel in OFFICIAL:
        raise invalid_field("channel", "channel_of_ombudsman", "what comes from an authority is the ombudsman's")
    case = await open_case(tx, principal, "service", given)
    return Done(str(case.id), case_of(case), {"protocol": case.protocol, "channel": case.channel})


_INSERT = """
    insert into case_file (id, kind, protocol, state, opened_by, channel, matter, subject, product, priority, merchant_id,
                           requester_name, requester_document, requester_contact, description, end_to_end_id, earlier_id,
                           clock_from, due_on, asked_human_at, human_at)
    values (%(id)s, %(kind)s, %(protocol)s, %(state)s, %(by)s, %(channel)s, %(matter)s, %(subject)s, %(product)s,
            %(priority)s, %(merchant)s, %(name)s, %(document)s, %(contact)s, %(description)s, %(e2e)s, %(earlier)s,
            %(clock)s, %(due)s, %(asked)s, case when %(asked)s::timestamptz is not null then now() end)
    returning *
"""

OPEN_OMBUDSMAN = Command(
    name="cases:ombudsman:open",
    method="POST",
    path="/v1/audit/ombudsman-tickets",
    summary="Open an ombudsman case; it gets its protocol at once",
    permission=Permission.AUDIT_TICKETS_WRITE,
    scope=HOUSE,
    input=OmbudsmanInput,
    answers=Ticket,
    apply=_open_ombudsman,
    status=201,
)
OPEN_SERVICE = Command(
    name="cases:service:open",
    method="POST",
    path="/v1/audit/service-tickets",
    summary="Open a customer service case; it gets its protocol at once",
    permission=Permission.AUDIT_TICKETS_WRITE,
    scope=HOUSE,
    input=TicketInput,
    answers=Ticket,
    apply=_open_service,
    status=201,
)
