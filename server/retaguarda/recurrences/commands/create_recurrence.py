"""Creates a recurrence: it is stored first; a job then sends it to the provider."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, FieldErrors, invalid_field
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
from retaguarda.recurrences.model import Recurrence, RecurrenceInput
from retaguarda.recurrences.queries import recurrence_of
from retaguarda.recurrences.rows import RecurrenceRow

#: A recurrence begins within so many years; a later year is a typing error.
MOST_YEARS = 5


async def _create(tx: Tx, principal: Principal, given: RecurrenceInput, path: Mapping[str, str]) -> Done:
    company = principal.chosen()
    each = given.amount or given.minimum
    wrong = FieldErrors()
    with wrong.gathered():
        _check_values(given)
    with wrong.gathered():
        await refuse_outside_limits(tx, company, "automatic", *([each.amount] if each else []))
    wrong.refuse()
    document = _document(given)
    contract = clean("contract", given.contract)
    await refuse_blocked(tx, company, "in")
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
    wrong = FieldErrors()
    with wrong.gathered():
        check_start(given.starts_on)
    with wrong.gathered():
        if given.ends_on is not None and given.ends_on < given.starts_on:
            raise invalid_field("ends_on", "before_start", "ends_on is not before starts_on")
    with wrong.gathered():
        _check_amounts(given)
    wrong.refuse()


def _check_amounts(given: RecurrenceInput) -> None:
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


CREATE_RECURRENCE = Command(
    name="pix:recurrence:create",
    method="POST",
    path="/v1/payin/recurrences",
    summary="Ask a payer to authorise recurring charges",
    permission=Permission.PAYIN_RECURRENCES_WRITE,
    scope=MERCHANT,
    planned=True,
    input=RecurrenceInput,
    answers=Recurrence,
    apply=_create,
    status=201,
    example=examples.RECURRENCE,
)
