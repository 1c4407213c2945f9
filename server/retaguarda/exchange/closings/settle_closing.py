"""Close a contract, at once or when its bank confirms it, and settle its sides: journals of the provider, and of each merchant what was delivered abroad."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import psycopg

from retaguarda.exchange.banks.queries import bank_for_update
from retaguarda.exchange.closings.model import CloseInput, SettleInput
from retaguarda.exchange.closings.queries import LINES, ClosingRow, ClosingSums, plan_of, refuse_unless, sums_of
from retaguarda.exchange.operations.check_restrictions import HELD
from retaguarda.exchange.postings import post_closing, post_delivery, post_settlement, sign_of
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable

_LOCK = f"select count(*) from (select from {LINES} where l.closing_id = %(id)s and l.living order by o.id for no key update of o) x"
_HELD = f"select min(o.reference) from {LINES} where l.closing_id = %(id)s and l.living and {HELD}"
_CLOSE = """
    update exchange_operation o set state = 'closed', closed_at = clock_timestamp() from exchange_closing_line l
     where l.closing_id = %(id)s and l.living and o.company_id = l.merchant_id and o.id = l.operation_id and o.state = 'funded'
"""
_SETTLE = """
    update exchange_operation o set state = 'settled', settled_at = clock_timestamp() from exchange_closing_line l
     where l.closing_id = %(id)s and l.living and o.company_id = l.merchant_id and o.id = l.operation_id and o.state = 'closed'
"""
#: Merchant → what was bought for it.
_BY_MERCHANT = f"""
    select jsonb_object_agg(m.company_id, m.amount) from (
      select o.company_id, sum(o.foreign_amount)::bigint as amount from {LINES}
       where l.closing_id = %(id)s and l.living group by 1) m
"""


async def close(tx: Tx, principal: Principal, row: ClosingRow, given: CloseInput) -> Mapping[str, Any]:
    """Post an agreed closing; one at a price that the bank gave by itself, once the bank has confirmed it. Whoever drafted it or
    agreed its rate does not close it.

    Raises:
        ApiError: 409 ``own_closing``, ``rate_ran_out``, ``operation_under_review``, ``plan_changed``, ``line_exceeded``.
    """
    refuse_unless(row, "agreed")
    assert row.contract is not None
    if await tx.value(
        "select approval_makers(%(person)s) && %(makers)s::uuid[]",
        {"person": principal.person_id, "makers": row.makers},
    ):
        raise ApiError(409, "own_closing", "you had a hand in this closing; somebody else closes it")
    if row.rate_until is not None and await tx.value("select clock_timestamp() > %(until)s", {"until": row.rate_until}):
        raise ApiError(409, "rate_ran_out", f"the bank's rate stood until {row.rate_until:%H:%M:%S} UTC; ask again")
    bank = await bank_for_update(tx, row.bank_id, active=True)
    if held := await tx.value(_HELD, {"id": row.id}):
        raise ApiError(409, "operation_under_review", f"{held} of this closing is under review; give the closing up")
    if row.quote is None:
        # What is closed at once is locked by that; nothing of it stays where the plan is another one.
        sums = await close_operations(tx, row)
    else:
        await tx.execute(_LOCK, {"id": row.id})
        sums = await sums_of(tx, row)
    if given.plan != plan_of(row, sums):
        raise ApiError(409, "plan_changed", "this closing is not what you read any more; look at it again")
    # The line counts what is agreed, so this contract is in it.
    if row.direction == "out" and bank.line_used.amount > bank.line_granted.amount:
        raise ApiError(409, "line_exceeded", f"the line of {bank.name} does not hold this contract")
    if row.quote is None:
        await post_contract(tx, row, principal.email, principal.person_id, sums)
        return {"from": "agreed", "to": "closed", "operations": sums.operations}
    await tx.execute(
        "update exchange_closing set confirming_at = clock_timestamp(), confirmer = %(by)s, confirmer_id = %(person)s"
        " where id = %(id)s",
        {"id": row.id, "by": principal.email, "person": principal.person_id},
    )
    return {"operations": sums.operations}


async def close_operations(tx: Tx, row: ClosingRow) -> ClosingSums:
    """Close the operations of a contract, and read what they come to.

    Raises:
        ApiError: 409 ``plan_changed``: one of them is not funded any more.
    """
    closed = await tx.execute(_CLOSE, {"id": row.id})
    sums = await sums_of(tx, row)
    if closed != sums.operations:
        raise ApiError(409, "plan_changed", "an operation of this closing is not funded any more")
    return sums


async def post_contract(tx: Tx, row: ClosingRow, by: str, person: UUID | None, sums: ClosingSums) -> None:
    """Post what was agreed, as ``by`` closes it.

    Args:
        sums: of its operations, which are closed.
    """
    assert row.contract is not None
    rounding = sign_of(row.direction) * sums.rounding
    await post_closing(
        tx,
        row.id,
        row.code,
        row.direction,
        foreign=sums.foreign,
        clients=sums.clients,
        contract=row.contract,
        rounding=rounding,
        tax=sums.tax,
        tax_due=sums.due,
        collects_tax=row.bank_collects,
        currency=row.currency,
        home=row.home_currency,
    )
    await tx.execute(
        "update exchange_closing set state = 'closed', rounding = %(rounding)s, tax_due = %(due)s, collects_tax = %(collects)s,"
        " closed_at = clock_timestamp(), closed_by = %(by)s, closer_id = %(person)s where id = %(id)s",
        {
            "id": row.id,
            "rounding": rounding,
            "due": sums.due,
            "collects": row.bank_collects,
            "by": by,
            "person": person,
        },
    )


async def write_number(tx: Tx, row: ClosingRow, number: str, uetr: str | None) -> bool:
    """Write the contract's number down; False where another closing has it."""
    await tx.execute("savepoint numbering")
    try:
        await tx.execute(
            "update exchange_closing set number = %(number)s, uetr = coalesce(%(uetr)s, uetr) where id = %(id)s",
            {"id": row.id, "number": number, "uetr": uetr},
        )
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint numbering")
        return False
    return True


async def free_operations(tx: Tx, row: ClosingRow, state: str, reason: str) -> None:
    """End a closing that is not posted; its operations are free for the next one."""
    await tx.execute(
        "update exchange_closing set state = %(state)s, reason = %(reason)s where id = %(id)s",
        {"id": row.id, "state": state, "reason": reason},
    )
    await tx.execute("update exchange_closing_line set living = false where closing_id = %(id)s", {"id": row.id})


async def settle(tx: Tx, principal: Principal, row: ClosingRow, given: SettleInput) -> Mapping[str, Any]:
    """Write down that one side was paid; with the second one the closing and its operations are settled.

    Raises:
        ApiError: 409 ``side_settled``.
    """
    refuse_unless(row, "closed")
    assert row.contract is not None
    printable("reason", given.reason)
    done = row.home_settled_at if given.side == "home" else row.foreign_settled_at
    if done is not None:
        raise ApiError(409, "side_settled", "this side is settled already")
    sign = sign_of(row.direction)
    if given.side == "home":
        amount = sign * row.contract + (row.tax_due if row.collects_tax else 0)
        await post_settlement(tx, row.id, row.code, "home", amount, row.home_currency)
    elif row.direction == "in":
        await post_settlement(tx, row.id, row.code, "abroad", row.foreign_amount, row.currency)
    else:
        for merchant, amount in (await tx.value(_BY_MERCHANT, {"id": row.id})).items():
            await post_delivery(tx, int(merchant), row.id, row.code, amount, row.currency)
    await tx.execute(
        f"update exchange_closing set {given.side}_settled_at = clock_timestamp() where id = %(id)s", {"id": row.id}
    )
    if (row.foreign_settled_at if given.side == "home" else row.home_settled_at) is None:
        return {"side": given.side}
    await tx.execute("update exchange_closing set state = 'settled' where id = %(id)s", {"id": row.id})
    await tx.execute(_SETTLE, {"id": row.id})
    return {"side": given.side, "from": "closed", "to": "settled"}
