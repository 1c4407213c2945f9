"""Sends what was taken for a court to the court's account: one person says where, another sends it, and it goes once."""

from collections.abc import Mapping
from uuid import UUID

import msgspec
import psycopg

from retaguarda.compliance.judicial_orders.model import CourtAccount
from retaguarda.compliance.judicial_orders.queries import (
    OrderRow,
    find_order,
    is_paid,
    locked_order,
    order_of,
    payments_of,
)
from retaguarda.foundation.command import Done, Nothing
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.money import Currency
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.text_input import printable
from retaguarda.payout_engine.create_payout import Requester, create_payout
from retaguarda.payouts.payments.model import PaymentDestination
from retaguarda.payouts.payments.parse_destination import read_given

#: What a payout copies of where the court wants the money.
_DESTINATION = """
    select %(company)s as company_id, null::uuid as bank_account, 'account' as kind, court_ispb as ispb, court_compe as compe,
           court_bank as bank_name, court_branch as branch, court_number as number, court_account_type as account_type, null as pix_key,
           null as pix_key_kind, court_holder as holder_name, court_document as holder_document, deposit_id, transferred, currency,
           directed_by_id
      from judicial_order where id = %(id)s
"""


class _Asked(msgspec.Struct):
    transferred: int
    currency: Currency
    deposit_id: str
    directed_by_id: UUID


class _Made(msgspec.Struct):
    id: UUID


def require_status(row: OrderRow, *statuses: str) -> None:
    if row.status not in statuses:
        raise ApiError(409, "judicial_order_not_so", f"this order is {row.status}, not {' or '.join(statuses)}")


def require_block(row: OrderRow) -> None:
    """
    Raises:
        ApiError: 409 ``judicial_order_other_type``: no money is held for an order of this type.
    """
    if row.type != "block":
        raise ApiError(409, "judicial_order_other_type", f"this is an order of type {row.type}, not to block")


def refuse_undirected(row: OrderRow, principal: Principal) -> None:
    """
    Raises:
        ApiError: 409 ``judicial_order_undirected``: nobody said where the court wants it; ``own_judicial_order``: the caller did.
    """
    if row.directed_by_id is None:
        raise ApiError(409, "judicial_order_undirected", "nobody said to which account the court wants it")
    if row.directed_by_id == principal.person_id:
        raise ApiError(409, "own_judicial_order", "you said where it goes; somebody else sends it there")


async def after(tx: Tx, row: OrderRow) -> Done:
    found = await find_order(tx, row.id)
    assert found is not None
    return done_with(found)


def done_with(row: OrderRow) -> Done:
    return Done(str(row.id), order_of(row), {"protocol": row.protocol, "held": row.held_amount, "to": row.status})


async def direct(tx: Tx, principal: Principal, given: CourtAccount, path: Mapping[str, str]) -> Done:
    """Say where the court wants the money; once it is on its way, that does not change."""
    row = await locked_order(tx, path_id(path))
    require_status(row, "executing", "answered", "expired", "transferred")
    require_block(row)
    await _refuse_paid(tx, row)
    columns = await _account_of(tx, given)
    try:
        document = parse(given.holder_document).value
    except DocumentError as error:
        raise invalid_field("holder_document", "document_invalid", f"holder_document: {error}") from None
    await tx.execute(
        "update judicial_order set directed_at = clock_timestamp(), directed_by = %(by)s, directed_by_id = %(person)s,"
        " court_ispb = %(ispb)s, court_compe = %(compe)s, court_bank = %(bank_name)s, court_branch = %(branch)s,"
        " court_number = %(number)s, court_account_type = %(account_type)s, court_holder = %(holder)s, court_document = %(document)s,"
        " deposit_id = %(deposit)s where id = %(id)s",
        columns
        | {
            "id": row.id,
            "by": principal.email,
            "person": principal.person_id,
            "holder": printable("holder_name", given.holder_name).replace("\n", " "),
            "document": document,
            "deposit": printable("deposit_id", given.deposit_id).replace("\n", " "),
        },
    )
    return await after(tx, row)


async def _account_of(tx: Tx, given: CourtAccount) -> Row:
    account = {name: getattr(given, name) for name in ("ispb", "account_type", "branch", "number", "digit")}
    try:
        return (await read_given(tx, msgspec.convert({"account": account}, PaymentDestination))).columns
    except ApiError as error:
        # The form of this Command is flat.
        if isinstance(error.message, dict):
            error.message = {field.removeprefix("account."): keys for field, keys in error.message.items()}
        raise


async def pay_again(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Send what was taken for the court, where the payout before it failed, came back, or was never made."""
    row = await locked_order(tx, path_id(path))
    require_status(row, "transferred")
    await _refuse_paid(tx, row)
    refuse_undirected(row, principal)
    await send_to_court(tx, row.id, principal)
    return await after(tx, row)


async def _refuse_paid(tx: Tx, row: OrderRow) -> None:
    if is_paid(await payments_of(tx, row.id)):
        raise ApiError(409, "judicial_order_paid", "its money is on its way to the court already")


async def send_to_court(tx: Tx, order: UUID, principal: Principal) -> None:
    """Make the payout of what was taken for an order. The order is locked; the database lets no second one stand beside it.

    Raises:
        ApiError: 409 ``judicial_order_paid``; 422 ``insufficient_balance``.
    """
    found = await tx.one(_DESTINATION, {"id": order, "company": PROVIDER})
    assert found is not None
    asked = msgspec.convert(found, _Asked)
    try:
        row = await create_payout(
            tx,
            found,
            amount=asked.transferred,
            currency=asked.currency,
            fee=0,
            requester=Requester(principal.email, principal.person_id),
            origin="judicial",
            origin_id=order,
            description=asked.deposit_id,
        )
    except psycopg.errors.UniqueViolation as error:
        if error.diag.constraint_name != "payout_for_court":
            raise
        raise ApiError(409, "judicial_order_paid", "its money is on its way to the court already") from None
    made = msgspec.convert(row, _Made)
    await tx.execute(
        "insert into judicial_payment (order_id, payout_id, amount, currency, directed_by_id, sent_by, sent_by_id)"
        " values (%(order)s, %(payout)s, %(amount)s, %(currency)s, %(directed)s, %(by)s, %(person)s)",
        {
            "order": order,
            "payout": made.id,
            "amount": asked.transferred,
            "currency": asked.currency,
            "directed": asked.directed_by_id,
            "by": principal.email,
            "person": principal.person_id,
        },
    )
