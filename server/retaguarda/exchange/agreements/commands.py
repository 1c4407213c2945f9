"""Agree with a merchant on terms of exchange, and end them. Staff alone."""

from collections.abc import Mapping
from typing import Any

import psycopg

from retaguarda.exchange.agreements.model import ExchangeAgreement, ExchangeAgreementInput
from retaguarda.exchange.agreements.queries import agreement_for_update, load_agreement, of_agreement
from retaguarda.exchange.agreements.tables import AGREEMENTS, WRITE
from retaguarda.exchange.model import HOME, foreign_currency
from retaguarda.exchange.postings import open_house, open_merchant
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import NEW, of_subject, see_all, with_second_factor
from retaguarda.foundation.text_input import ReasonInput, printable, printable_or_none

_INSERT = """
    insert into exchange_agreement (company_id, id, currency, home_currency, direction, collects, spread, fee, hold_seconds, tax_kind,
      purpose, counterparty, country, payment_form, created_by)
    values (%(company)s, %(id)s, %(currency)s, %(home)s, %(direction)s, %(collects)s, %(spread)s, %(fee)s, %(hold)s, %(kind)s,
      %(purpose)s, %(counterparty)s, %(country)s, %(form)s, %(by)s)
"""
_END_BEFORE = """
    update exchange_agreement set state = 'ended', ended_at = clock_timestamp(), ended_by = %(by)s, reason = 'superseded'
     where company_id = %(company)s and currency = %(currency)s and direction = %(direction)s and state = 'active'
"""


async def _write(tx: Tx, principal: Principal, given: ExchangeAgreementInput, path: Mapping[str, str]) -> Done:
    """The agreement before, on the same currency and direction, ends with it."""
    company = principal.chosen()
    if not principal.internal:
        raise not_found("agreement")
    if company == PROVIDER:
        raise ApiError(400, "account_required", "choose the merchant that agrees")
    # Also where a second person agreed: the accounts of the provider are opened too.
    await see_all(tx, principal)
    currency = foreign_currency("currency", given.currency)
    if given.collects and given.direction == "in":
        raise invalid_field("collects", "field_invalid", "what payers pay at home goes out")
    if given.country == "BR":
        raise invalid_field("country", "country_home", "the counterparty is abroad")
    agreement = uuid7()
    values = {
        "company": company,
        "id": agreement,
        "currency": currency,
        "home": HOME,
        "direction": given.direction,
        "collects": given.collects,
        "spread": given.spread,
        "fee": given.fee,
        "hold": given.hold_seconds,
        "kind": given.tax_kind,
        "purpose": given.purpose,
        "counterparty": printable_or_none("counterparty", given.counterparty),
        "country": given.country,
        "form": given.payment_form,
        "by": principal.email,
    }
    await tx.execute("savepoint agreeing")
    try:
        await tx.execute(_END_BEFORE, values)
        await tx.execute(_INSERT, values)
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint agreeing")
        raise ApiError(409, "agreement_collects", "another agreement of this merchant collects its payments") from None
    await open_house(tx, [HOME, currency])
    await open_merchant(tx, company, currency)
    result = await load_agreement(tx, agreement)
    return Done(str(agreement), result, {"name": f"{currency} {given.direction}"})


async def _end(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    found = await agreement_for_update(tx, principal, path)
    await tx.execute(
        "update exchange_agreement set state = 'ended', ended_at = clock_timestamp(), ended_by = %(by)s, reason = %(reason)s"
        " where company_id = %(company)s and id = %(id)s",
        {
            "company": found.company_id,
            "id": found.id,
            "by": principal.email,
            "reason": printable("reason", given.reason),
        },
    )
    result = await load_agreement(tx, found.id)
    return Done(str(found.id), result, {"name": f"{found.currency} {found.direction}"})


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    agreed: ExchangeAgreement = done.result
    facts = {"spread": agreed.spread, "fee": agreed.fee, "tax_kind": agreed.tax_kind, "collects": agreed.collects}
    return plan_summary(f"{agreed.company_name}, {agreed.currency} {agreed.direction}", facts)


COMMANDS: tuple[Command[Any], ...] = (
    Command(
        name="exchange:agreement:write",
        method="POST",
        path=AGREEMENTS.path,
        summary="Agree with a merchant on terms of exchange; the terms before end",
        permission=WRITE,
        scope=with_second_factor(NEW),
        input=ExchangeAgreementInput,
        answers=ExchangeAgreement,
        apply=_write,
        status=201,
        approvable=True,
        shows=_shows,
    ),
    Command(
        name="exchange:agreement:end",
        method="POST",
        path=f"{AGREEMENTS.path}/{{id:str}}/end",
        summary="End an agreement: nothing is priced by it any more",
        permission=WRITE,
        scope=with_second_factor(of_subject(of_agreement)),
        input=ReasonInput,
        answers=ExchangeAgreement,
        apply=_end,
        keyed=False,
    ),
)
