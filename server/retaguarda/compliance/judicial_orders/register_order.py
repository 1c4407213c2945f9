"""Registers a court's order, whoever brought it: a person by hand, or the port from which orders come."""

from datetime import datetime, timedelta
from uuid import UUID

import msgspec
import psycopg

from retaguarda.compliance.block_list.write_entry import end_of
from retaguarda.compliance.judicial_orders.invite_viewer import people_of
from retaguarda.compliance.judicial_orders.model import LONGEST_REPEAT, JudicialOrderInput
from retaguarda.compliance.judicial_orders.queries import OrderRow, find_by_protocol, find_order
from retaguarda.compliance.judicial_orders.release_order import refuse_more
from retaguarda.compliance.judicial_orders.send_payment import done_with
from retaguarda.foundation.business_days import next_business_day
from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.text_input import printable


class Registrar(msgspec.Struct):
    """Who registers an order, and sees it even if it is secret."""

    email: str
    person_id: UUID


async def register_order(tx: Tx, given: JudicialOrderInput, registrar: Registrar) -> Done:
    """
    Raises:
        ApiError: 400 by field; 409 ``judicial_order_known``.
    """
    try:
        document = parse(given.document).value
    except DocumentError as error:
        raise invalid_field("document", "document_invalid", f"document: {error}") from None
    _check_days(given)
    about = await _about(tx, given, document)
    secret = given.secret or (about is not None and about.secret)
    order = uuid7()
    await tx.execute("savepoint registering")
    try:
        await tx.execute(
            _INSERT,
            {
                "id": order,
                "protocol": printable("protocol", given.protocol),
                "type": given.type,
                "about": about and about.id,
                "court": printable("court", given.court),
                "process": printable("process", given.process),
                "document": document,
                "holder": printable("holder_name", given.holder_name),
                "amount": given.amount and given.amount.amount,
                "currency": given.amount and given.amount.currency,
                "received_on": given.received_on,
                "due_at": end_of(next_business_day(given.received_on + timedelta(days=1))),
                "repeat_until": given.repeat_until and end_of(given.repeat_until),
                "secret": secret,
                "viewers": await _viewers(tx, given, registrar) if secret else [],
                "by": registrar.email,
                "person": registrar.person_id,
            },
        )
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint registering")
        raise ApiError(409, "judicial_order_known", "an order with this protocol is registered") from None
    found = await find_order(tx, order)
    assert found is not None
    return done_with(found)


def _check_days(given: JudicialOrderInput) -> None:
    today = datetime.now(BRASILIA).date()
    if given.received_on > today:
        raise invalid_field("received_on", "day_in_future", "an order was received today at the latest")
    if given.repeat_until is None:
        return
    if given.type != "block":
        raise invalid_field("repeat_until", "judicial_order_other_type", "only an order to block repeats")
    if given.repeat_until < today:
        raise invalid_field("repeat_until", "day_in_past", "repeat_until is in the past")
    if given.repeat_until > today + timedelta(days=LONGEST_REPEAT):
        raise invalid_field("repeat_until", "day_too_far", f"credits are held for {LONGEST_REPEAT} days at most")


async def _about(tx: Tx, given: JudicialOrderInput, document: str) -> OrderRow | None:
    """The order that this one is about. One that is secret for the caller is not there."""
    if given.extent == "part" and given.type != "unblock":
        raise invalid_field("extent", "judicial_order_other_type", "only an order to unblock is about a part")
    if (given.type == "block" or given.extent == "part") != (given.amount is not None):
        raise invalid_field(
            "amount",
            "judicial_order_amount",
            "an order to block, or to unblock a part, has an amount, and no other order has one",
        )
    if (given.type in ("unblock", "transfer")) != (given.about is not None):
        raise invalid_field(
            "about",
            "judicial_order_about",
            "orders to unblock and to transfer name the order to block, and no other does",
        )
    if given.about is None:
        return None
    about = await find_by_protocol(tx, printable("about", given.about))
    if about is None or about.type != "block" or about.document != document:
        raise invalid_field(
            "about", "judicial_order_unknown", "there is no order to block of this document with this protocol"
        )
    if given.amount is not None:
        refuse_more(given.amount, about, about.held_amount + (about.remaining.amount if about.remaining else 0))
    return about


async def _viewers(tx: Tx, given: JudicialOrderInput, registrar: Registrar) -> list[UUID]:
    """
    Raises:
        ApiError: 400 where nobody else is named: who registered an order does not execute it.
    """
    named = await people_of(tx, "viewers", given.viewers)
    if not any(each != registrar.person_id for each in named):
        raise invalid_field(
            "viewers", "judicial_order_viewers", "name who else sees this order: one of them executes it"
        )
    return sorted({registrar.person_id, *named})


_INSERT = """
    insert into judicial_order (id, protocol, type, about, court, process, document, holder_name, amount, currency, received_on, due_at,
                                repeat_until, secret, viewers, registered_by, registered_by_id)
    values (%(id)s, %(protocol)s, %(type)s, %(about)s, %(court)s, %(process)s, %(document)s, %(holder)s, %(amount)s, %(currency)s,
            %(received_on)s, %(due_at)s, %(repeat_until)s, %(secret)s, %(viewers)s, %(by)s, %(person)s)
"""
