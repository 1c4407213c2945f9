"""Commands on recurrences. Each change is stored first; a job then sends it to the provider."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.money import BRL
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.text_input import clean
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.rules.active_rules import RuleInput
from retaguarda.payin.rules.route_charge import Routed, connection_for
from retaguarda.payin.settings.charge_terms import refuse_outside_limits
from retaguarda.payin.splits.agree_split import checked_split_json
from retaguarda.recurrences import examples
from retaguarda.recurrences.model import Recurrence, RecurrenceInput, StartInput
from retaguarda.recurrences.queries import lock_row, recurrence_of, recurrence_subject
from retaguarda.recurrences.rows import RecurrenceRow
from retaguarda.recurrences.tables import RECURRENCES

#: A recurrence begins within so many years; a later year is a typing error.
MOST_YEARS = 5


async def _create(tx: Tx, principal: Principal, given: RecurrenceInput, path: Mapping[str, str]) -> Done:
    company = principal.chosen()
    _check_values(given)
    document = _document(given)
    contract = clean("contract", given.contract)
    await refuse_blocked(tx, company, "in")
    each = given.amount or given.minimum
    await refuse_outside_limits(tx, company, "automatic", *([each.amount] if each else []))
    charge = await _charge(tx, company, given)
    split = await checked_split_json(tx, company, given.split, given.amount.amount if given.amount else None)
    recurrence = uuid7()
    rule_input = RuleInput(company, each.amount if each else 1, "automatic", str(recurrence), document)
    connection, rule_data = await _connection(tx, rule_input, charge)
    existing = await tx.value(
        "select id from recurrence where company_id = %(company)s and contract = %(contract)s and payer_document = %(document)s"
        " and status in ('created', 'pending', 'approved')",
        {"company": company, "contract": contract, "document": document},
    )
    if existing is not None:
        raise ApiError(409, "contract_taken", "this payer has a recurrence for this contract that is not over")
    row = await fetch_one(
        tx,
        RecurrenceRow,
        "insert into recurrence (company_id, id, connection_id, processor, status, contract, object, payer_name, payer_document,"
        " periodicity, starts_on, ends_on, amount, currency, minimum, retry_policy, agreement, journey, charge_id, automatic, next_due,"
        " created_by, split) values (%(company)s, %(id)s, %(connection)s, %(processor)s, 'created', %(contract)s, %(object)s, %(name)s,"
        " %(document)s, %(periodicity)s, %(starts)s, %(ends)s, %(amount)s, %(currency)s, %(minimum)s, %(policy)s, %(agreement)s, %(journey)s,"
        " %(charge)s, %(automatic)s, %(starts)s, %(person)s, %(split)s::jsonb) returning *",
        {
            "company": company,
            "id": recurrence,
            "connection": connection.id,
            "processor": connection.name,
            "contract": contract,
            "object": clean("object", given.object) if given.object else None,
            "name": clean("payer.name", given.payer.name),
            "document": document,
            "periodicity": given.periodicity,
            "starts": given.starts_on,
            "ends": given.ends_on,
            "amount": given.amount.amount if given.amount else None,
            "currency": each.currency if each else BRL,
            "minimum": given.minimum.amount if given.minimum else None,
            "policy": given.retry_policy,
            "agreement": clean("agreement", given.agreement) if given.agreement else None,
            "journey": given.journey,
            "charge": charge,
            "automatic": given.automatic,
            "person": principal.person_id,
            "split": split,
        },
    )
    assert row is not None
    return Done(str(recurrence), recurrence_of(row), {"to": "created", "contract": contract, **rule_data})


def _check_values(given: RecurrenceInput) -> None:
    check_start(given.starts_on)
    if given.ends_on is not None and given.ends_on < given.starts_on:
        raise invalid_field("ends_on", "before_start", "ends_on is not before starts_on")
    if given.amount is not None and given.minimum is not None:
        raise invalid_field("minimum", "not_allowed", "a recurrence has an amount or a minimum, never both")
    if given.automatic and given.amount is None:
        raise invalid_field("amount", "field_required", "amount is required where charges are made by themselves")
    if (given.charge is not None) != (given.journey in ("JORNADA_3", "JORNADA_4")):
        if given.charge is None:
            raise invalid_field("charge", "field_required", f"{given.journey} begins with a charge: name it")
        raise invalid_field("charge", "not_allowed", f"{given.journey} begins without a charge")


def check_start(day: date) -> None:
    """Refuse a first day that is past or too far ahead.

    Raises:
        ApiError: 400.
    """
    if day < today(BRASILIA):
        raise invalid_field("starts_on", "in_the_past", "starts_on is today or later")
    if day > today(BRASILIA) + timedelta(days=366 * MOST_YEARS):
        raise invalid_field("starts_on", "too_far", f"starts_on is within {MOST_YEARS} years")


def _document(given: RecurrenceInput) -> str:
    if len(given.payer.name) > 140:
        raise invalid_field("payer.name", "too_long", "payer.name has at most 140 places here")
    try:
        return parse(given.payer.document).value
    except DocumentError as error:
        raise invalid_field("payer.document", "document_invalid", f"payer.document: {error}") from None


async def _connection(tx: Tx, rule_input: RuleInput, charge: UUID | None) -> tuple[Routed, dict[str, Any]]:
    """Return the connection of the charge that the recurrence begins with, else the one the rules route to.

    Raises:
        ApiError: 409 when there is none, or it has no receiving account.
    """
    found, rule_data = await connection_for(tx, rule_input)
    if charge:
        found = await fetch_one(
            tx,
            Routed,
            "select connection_id as id, processor as name from charge where company_id = %(company)s and id = %(charge)s",
            {"company": rule_input.company, "charge": charge},
        )
    if found is None:
        raise ApiError(409, "no_connection", "no payment provider is connected; staff connect one first")
    account = await tx.one("select * from pix_account(%(id)s)", {"id": found.id})
    if account is None:
        raise ApiError(409, "no_receiving_account", f"no account is set at {found.name} for what recurrences bring in")
    return found, rule_data


async def _charge(tx: Tx, company: int, given: RecurrenceInput) -> UUID | None:
    if given.charge is None:
        return None
    status = await tx.value(
        "select status from charge where company_id = %(company)s and id = %(id)s",
        {"company": company, "id": given.charge},
    )
    if status is None:
        raise invalid_field("charge", "not_found", "charge is no charge of this merchant")
    if status not in ("created", "pending"):
        raise invalid_field(
            "charge", "charge_not_open", f"charge is {status}; the recurrence begins with one that is open"
        )
    return given.charge


async def _change_start(tx: Tx, principal: Principal, given: StartInput, path: Mapping[str, str]) -> Done:
    row = await lock_row(tx, principal, path, RecurrenceRow)
    if row.status not in ("created", "pending"):
        raise ApiError(409, "recurrence_not_open", f"the start of a recurrence that is {row.status} stays as it is")
    check_start(given.starts_on)
    if row.ends_on is not None and given.starts_on > row.ends_on:
        raise invalid_field("starts_on", "after_end", f"starts_on is not after its end, {row.ends_on}")
    # Where the provider knows the recurrence, send it the new day first; the old one holds until it agrees.
    changed = await fetch_one(
        tx,
        RecurrenceRow,
        "update recurrence set starts_on = case when status = 'created' then %(day)s else starts_on end,"
        " next_due = case when status = 'created' then %(day)s else next_due end,"
        " new_start = case when status = 'created' then null else %(day)s::date end"
        " where company_id = %(company_id)s and id = %(id)s returning *",
        row.with_columns(day=given.starts_on),
    )
    assert changed is not None
    return Done(str(row.id), recurrence_of(changed), {"starts_on": given.starts_on})


async def _renew_code(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await lock_row(tx, principal, path, RecurrenceRow)
    if row.status != "pending" or row.cancel_requested_at is not None:
        raise ApiError(409, "recurrence_not_open", f"the code of a recurrence that is {row.status} stays as it is")
    if row.location_id is None:
        raise ApiError(409, "recurrence_without_code", "this recurrence is offered without a code")
    changed = await fetch_one(
        tx,
        RecurrenceRow,
        "update recurrence set code_wanted_at = coalesce(code_wanted_at, now())"
        " where company_id = %(company_id)s and id = %(id)s returning *",
        row,
    )
    assert changed is not None
    return Done(str(row.id), recurrence_of(changed))


async def _cancel(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await lock_row(tx, principal, path, RecurrenceRow)
    if row.status not in ("created", "pending", "approved"):
        raise ApiError(409, "recurrence_over", f"a recurrence that is {row.status} cannot be cancelled")
    changed = await fetch_one(
        tx,
        RecurrenceRow,
        "update recurrence set cancel_requested_at = coalesce(cancel_requested_at, now())"
        " where company_id = %(company_id)s and id = %(id)s returning *",
        row,
    )
    assert changed is not None
    return Done(str(row.id), recurrence_of(changed))


CREATE_RECURRENCE = Command(
    name="pix:recurrence:create",
    method="POST",
    path="/v1/payin/recurrences",
    summary="Ask a payer to agree to charges that repeat",
    permission=Permission.PAYIN_RECURRENCES_WRITE,
    scope=MERCHANT,
    planned=True,
    input=RecurrenceInput,
    answers=Recurrence,
    apply=_create,
    status=201,
    example=examples.RECURRENCE,
)

CHANGE_START = Command(
    name="pix:recurrence:change",
    method="POST",
    path="/v1/payin/recurrences/{id:str}/start",
    summary="Let a recurrence begin on another day",
    permission=Permission.PAYIN_RECURRENCES_WRITE,
    scope=MERCHANT,
    planned=True,
    input=StartInput,
    answers=Recurrence,
    apply=_change_start,
    keyed=False,
    subject=recurrence_subject,
)

RENEW_CODE = Command(
    name="pix:recurrence:renew_code",
    method="POST",
    path="/v1/payin/recurrences/{id:str}/code",
    summary="Offer a recurrence at another location: the code before leads nowhere any more",
    permission=Permission.PAYIN_RECURRENCES_WRITE,
    scope=MERCHANT,
    planned=True,
    input=Nothing,
    answers=Recurrence,
    apply=_renew_code,
    keyed=False,
    subject=recurrence_subject,
)

CANCEL_RECURRENCE = Command(
    name="pix:recurrence:cancel",
    method="POST",
    path="/v1/payin/recurrences/{id:str}/cancel",
    summary="End a recurrence",
    permission=Permission.PAYIN_RECURRENCES_WRITE,
    scope=MERCHANT,
    planned=True,
    input=Nothing,
    answers=Recurrence,
    apply=_cancel,
    keyed=False,
    subject=recurrence_subject,
    bulk=RECURRENCES,
)
