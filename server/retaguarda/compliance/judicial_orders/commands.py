"""Commands on courts' orders: register, withdraw what was registered wrongly, execute, answer, and end one by releasing or transferring what is held."""

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

import msgspec

from retaguarda.compliance.judicial_orders.answer_court import moved_by, moved_in, outcome_of
from retaguarda.compliance.judicial_orders.invite_viewer import let_in, shut_out
from retaguarda.compliance.judicial_orders.model import (
    CourtAccount,
    End,
    JudicialOrder,
    JudicialOrderInput,
    OrderEnd,
    OrderWithdrawal,
    Viewer,
)
from retaguarda.compliance.judicial_orders.queries import (
    OrderRow,
    is_confirmed,
    is_secret,
    locked_order,
    order_subject,
)
from retaguarda.compliance.judicial_orders.register_order import Registrar, register_order
from retaguarda.compliance.judicial_orders.release_order import refuse_more, refuse_wrong_part, release_order
from retaguarda.compliance.judicial_orders.send_payment import (
    after,
    direct,
    pay_again,
    refuse_undirected,
    require_block,
    require_status,
    send_to_court,
)
from retaguarda.compliance.judicial_orders.tables import ORDERS, SCOPE, WRITE
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable
from retaguarda.ledger.errors import ledger_errors

_ONE = f"{ORDERS.path}/{{id:str}}"


async def _register(tx: Tx, principal: Principal, given: JudicialOrderInput, path: Mapping[str, str]) -> Done:
    return await register_order(tx, given, Registrar(principal.email, principal.person_id))


async def _execute(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Do what the order asks for, in one transaction; of an order to block each later credit is held too."""
    row = await locked_order(tx, path_id(path))
    require_status(row, "received")
    if row.registered_by_id == principal.person_id:
        raise ApiError(409, "own_judicial_order", "you registered this order; somebody else executes it")
    await tx.execute(
        "update judicial_order set status = 'executing', executed_at = clock_timestamp(), executed_by = %(by)s,"
        " executed_by_id = %(person)s where id = %(id)s",
        {"id": row.id, "by": principal.email, "person": principal.person_id},
    )
    if row.about is None:
        with ledger_errors():
            await tx.value("select judicial_execute(%(id)s)", {"id": row.id})
    else:
        how = "transferred" if row.type == "transfer" else "released"
        about = await locked_order(tx, row.about)
        part = row.amount and row.amount.amount
        if row.amount is not None:
            refuse_more(row.amount, about, about.held_amount, field=None)
        await _end_order(tx, principal, about, how, f"{row.protocol}, {row.process}"[:500], part=part, unblock=row.id)
    return await after(tx, row)


async def _withdraw(tx: Tx, principal: Principal, given: OrderWithdrawal, path: Mapping[str, str]) -> Done:
    """End an order that was registered wrongly, before anything was done. It stays, and its protocol is free for the right one."""
    row = await locked_order(tx, path_id(path))
    require_status(row, "received")
    if await is_confirmed(tx, row.id):
        raise ApiError(
            409, "judicial_order_confirmed", "a message of the court says what this order says; only the court ends it"
        )
    await tx.execute(
        "update judicial_order set status = 'withdrawn', ended_at = clock_timestamp(), ended_by = %(by)s, ended_by_id = %(person)s,"
        " end_reason = %(reason)s where id = %(id)s",
        {
            "id": row.id,
            "by": principal.email,
            "person": principal.person_id,
            "reason": printable("reason", given.reason),
        },
    )
    return await after(tx, row)


async def _answer(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """What the court is told follows from what is held."""
    row = await locked_order(tx, path_id(path))
    # No credit changes what is held while the answer is made.
    await tx.execute("select from judicial_order where id = %(id)s for update", {"id": row.id})
    row = await locked_order(tx, row.id)
    require_status(row, "executing")
    outcome = await outcome_of(tx, row)
    await tx.execute(
        "update judicial_order set status = 'answered', outcome = %(outcome)s, answered_at = clock_timestamp(), answered_by = %(by)s"
        " where id = %(id)s",
        {"id": row.id, "outcome": outcome, "by": principal.email},
    )
    return await after(tx, row)


async def _end(tx: Tx, principal: Principal, given: OrderEnd, path: Mapping[str, str]) -> Done:
    row = await locked_order(tx, path_id(path))
    require_block(row)
    refuse_wrong_part(given, row)
    reason = printable("reason", given.reason)
    await _end_order(tx, principal, row, given.how, reason, part=given.amount and given.amount.amount)
    done = await after(tx, row)
    moved = row.held_amount - done.result.held.amount
    return replace(done, data={**done.data, "moved": moved})


async def _end_order(
    tx: Tx, principal: Principal, row: OrderRow, how: End, reason: str, *, part: int | None = None, unblock: UUID | None = None
) -> None:  # fmt: skip
    answered = ("answered", "expired")
    require_status(row, *(answered if how == "transferred" else ("executing", *answered)))
    if row.executed_by_id == principal.person_id:
        raise ApiError(409, "own_judicial_order", "you executed this order; somebody else ends it")
    if how == "transferred":
        if not row.held_amount:
            raise ApiError(409, "judicial_order_empty", "nothing is held for this order")
        refuse_undirected(row, principal)
        with ledger_errors():
            await tx.value("select judicial_end(%(id)s, 'transferred')", {"id": row.id})
    elif not await release_order(tx, principal, row, part, reason, unblock):
        return
    await tx.execute(
        "update judicial_order set status = %(how)s, ended_at = clock_timestamp(), ended_by = %(by)s, ended_by_id = %(person)s,"
        " end_reason = %(reason)s where id = %(id)s",
        {"id": row.id, "how": how, "by": principal.email, "person": principal.person_id, "reason": reason},
    )
    if how == "transferred":
        await send_to_court(tx, row.id, principal)


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    order: JudicialOrder = done.result
    facts: dict[str, object] = {"process": order.process, "holder_name": order.holder_name}
    if order.type == "block":
        facts |= {"amount": moved_in(done) or order.amount, "held": order.held}
    elif order.about is not None and order.status != "received":
        facts["amount"] = await moved_by(tx, await locked_order(tx, order.id))
    return plan_summary(order.protocol, facts)


async def _register_closed(tx: Tx, given: JudicialOrderInput, path: Mapping[str, str]) -> bool:
    return given.secret


async def _closed(tx: Tx, given: object, path: Mapping[str, str]) -> bool:
    return await is_secret(tx, path)


def _on_order(action: str, summary: str, shape: type[msgspec.Struct], apply: object) -> Command:
    return Command(
        name=f"compliance:judicial_order:{action}",
        method="POST",
        path=f"{_ONE}/{action}",
        summary=summary,
        permission=WRITE,
        scope=SCOPE,
        planned=action not in ("withdraw", "answer", "direct", "let_in", "shut_out"),
        input=shape,
        answers=JudicialOrder,
        apply=apply,  # pyright: ignore[reportArgumentType]
        keyed=False,
        subject=order_subject,
        approvable=True,
        closed=_closed,
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
        closed=_register_closed,
        shows=_shows,
    ),
    _on_order(
        "execute",
        "Do what the order asks for: hold on every account of its document, release all or a part, send, or look",
        Nothing,
        _execute,
    ),
    _on_order(
        "withdraw", "Withdraw an order that was registered wrongly, before it is executed", OrderWithdrawal, _withdraw
    ),
    _on_order("answer", "Answer the court with what is held", Nothing, _answer),
    _on_order("direct", "Say where the court wants what is held; somebody else sends it there", CourtAccount, direct),
    _on_order("end", "Release what is held or a part of it, or send it to the court", OrderEnd, _end),
    _on_order("let_in", "Let a person of the staff see a secret order", Viewer, let_in),
    _on_order("shut_out", "Let a person who did nothing on a secret order no longer see it", Viewer, shut_out),
    _on_order("pay", "Send to the court again what did not arrive there", Nothing, pay_again),
)
