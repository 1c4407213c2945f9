"""Commands on courts' orders: register, execute, answer, and end one by releasing or transferring what is held."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec
import psycopg

from retaguarda.compliance.block_list.write_entry import end_of
from retaguarda.compliance.judicial_orders.model import (
    LONGEST_REPEAT,
    CourtAccount,
    JudicialOrder,
    JudicialOrderInput,
    OrderEnd,
)
from retaguarda.compliance.judicial_orders.queries import (
    find_order,
    locked_order,
    order_subject,
)
from retaguarda.compliance.judicial_orders.send_payment import (
    after,
    direct,
    done_with,
    pay_again,
    refuse_undirected,
    require_status,
    send_to_court,
)
from retaguarda.compliance.judicial_orders.tables import ORDERS, SCOPE, WRITE
from retaguarda.foundation.business_days import next_business_day
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable
from retaguarda.ledger.errors import ledger_errors

_ONE = f"{ORDERS.path}/{{id:str}}"


async def _register(tx: Tx, principal: Principal, given: JudicialOrderInput, path: Mapping[str, str]) -> Done:
    try:
        document = parse(given.document).value
    except DocumentError as error:
        raise invalid_field("document", "document_invalid", f"document: {error}") from None
    today = datetime.now(BRASILIA).date()
    if given.received_on > today:
        raise invalid_field("received_on", "day_in_future", "an order was received today at the latest")
    if given.repeat_until is not None and given.repeat_until < today:
        raise invalid_field("repeat_until", "day_in_past", "repeat_until is in the past")
    if given.repeat_until is not None and given.repeat_until > today + timedelta(days=LONGEST_REPEAT):
        raise invalid_field("repeat_until", "day_too_far", f"credits are held for {LONGEST_REPEAT} days at most")
    order = uuid7()
    await tx.execute("savepoint registering")
    try:
        await tx.execute(
            _INSERT,
            {
                "id": order,
                "protocol": printable("protocol", given.protocol),
                "court": printable("court", given.court),
                "process": printable("process", given.process),
                "document": document,
                "holder": printable("holder_name", given.holder_name),
                "amount": given.amount.amount,
                "currency": given.amount.currency,
                "received_on": given.received_on,
                "due_at": end_of(next_business_day(given.received_on + timedelta(days=1))),
                "repeat_until": given.repeat_until and end_of(given.repeat_until),
                "secret": given.secret,
                "by": principal.email,
                "person": principal.person_id,
            },
        )
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint registering")
        raise ApiError(409, "judicial_order_known", "an order with this protocol is registered") from None
    found = await find_order(tx, order)
    assert found is not None
    return done_with(found)


async def _execute(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Hold what is there on each account of the document, in one transaction; from now on each credit too."""
    row = await locked_order(tx, path)
    require_status(row, "received")
    if row.registered_by_id == principal.person_id:
        raise ApiError(409, "own_judicial_order", "you registered this order; somebody else executes it")
    await tx.execute(
        "update judicial_order set status = 'executing', executed_at = clock_timestamp(), executed_by = %(by)s,"
        " executed_by_id = %(person)s where id = %(id)s",
        {"id": row.id, "by": principal.email, "person": principal.person_id},
    )
    with ledger_errors():
        await tx.value("select judicial_execute(%(id)s)", {"id": row.id})
    return await after(tx, row)


async def _answer(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """What the court is told follows from what is held."""
    row = await locked_order(tx, path)
    require_status(row, "executing")
    if row.accounts == 0:
        outcome = "not_a_client"
    elif row.held.amount == row.amount.amount:
        outcome = "full"
    else:
        outcome = "partial" if row.held.amount else "none"
    await tx.execute(
        "update judicial_order set status = 'answered', outcome = %(outcome)s, answered_at = clock_timestamp(), answered_by = %(by)s"
        " where id = %(id)s",
        {"id": row.id, "outcome": outcome, "by": principal.email},
    )
    return await after(tx, row)


async def _end(tx: Tx, principal: Principal, given: OrderEnd, path: Mapping[str, str]) -> Done:
    row = await locked_order(tx, path)
    require_status(row, *(("answered",) if given.how == "transferred" else ("executing", "answered")))
    if row.executed_by_id == principal.person_id:
        raise ApiError(409, "own_judicial_order", "you executed this order; somebody else ends it")
    if given.how == "transferred":
        if not row.held.amount:
            raise ApiError(409, "judicial_order_empty", "nothing is held for this order")
        refuse_undirected(row, principal)
    with ledger_errors():
        await tx.value("select judicial_end(%(id)s, %(how)s)", {"id": row.id, "how": given.how})
    await tx.execute(
        "update judicial_order set status = %(how)s, ended_at = clock_timestamp(), ended_by = %(by)s, ended_by_id = %(person)s,"
        " end_reason = %(reason)s where id = %(id)s",
        {
            "id": row.id,
            "how": given.how,
            "by": principal.email,
            "person": principal.person_id,
            "reason": printable("reason", given.reason),
        },
    )
    if given.how == "transferred":
        await send_to_court(tx, row.id, principal)
    return await after(tx, row)


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    order: JudicialOrder = done.result
    facts = {"process": order.process, "holder_name": order.holder_name, "amount": order.amount, "held": order.held}
    return plan_summary(order.protocol, facts)


_INSERT = """
    insert into judicial_order (id, protocol, court, process, document, holder_name, amount, currency, received_on, due_at, repeat_until,
                                secret, registered_by, registered_by_id)
    values (%(id)s, %(protocol)s, %(court)s, %(process)s, %(document)s, %(holder)s, %(amount)s, %(currency)s, %(received_on)s,
            %(due_at)s, %(repeat_until)s, %(secret)s, %(by)s, %(person)s)
"""


def _on_order(action: str, summary: str, shape: type[msgspec.Struct], apply: object) -> Command:
    return Command(
        name=f"compliance:judicial_order:{action}",
        method="POST",
        path=f"{_ONE}/{action}",
        summary=summary,
        permission=WRITE,
        scope=SCOPE,
        planned=action not in ("answer", "direct"),
        input=shape,
        answers=JudicialOrder,
        apply=apply,  # pyright: ignore[reportArgumentType]
        keyed=False,
        subject=order_subject,
        approvable=True,
        shows=_shows,
    )


COMMANDS = (
    Command(
        name="compliance:judicial_order:register",
        method="POST",
        path=ORDERS.path,
        summary="Register a court's order; another person executes it",
        permission=WRITE,
        scope=SCOPE,
        input=JudicialOrderInput,
        answers=JudicialOrder,
        apply=_register,
        status=201,
        approvable=True,
        shows=_shows,
    ),
    _on_order("execute", "Hold what the order asks for, on every account of its document", Nothing, _execute),
    _on_order("answer", "Answer the court with what is held", Nothing, _answer),
    _on_order("direct", "Say where the court wants what is held; somebody else sends it there", CourtAccount, direct),
    _on_order("end", "Release what is held, or send it to the court", OrderEnd, _end),
    _on_order("pay", "Send to the court again what did not arrive there", Nothing, pay_again),
)
