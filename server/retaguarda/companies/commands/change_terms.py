"""Change what a company may do and what it pays: limits and fees."""

from collections.abc import Mapping

import msgspec

from retaguarda.companies.commands.company_for_change import WRITE, company_for_update, company_shown
from retaguarda.companies.model import CompanyFee, CompanyPayout, FeeInput, LimitInput, PayoutInput
from retaguarda.companies.records import fee_of, limits_of, payout_of, subject_of
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanFact, PlanSummary
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.percentage import basis_points
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import COMPANY


class CompanyTerms(msgspec.Struct):
    """The terms of a company as a plan compares them. Limits: the most of one charge, of one withdrawal, and of all
    withdrawals on one day and in one night; null: no own limit. ``withdrawal_fee`` and ``cooling_off_hours`` are in
    effect, whether own or default."""

    fee: str
    charge: Money | None
    withdrawal: Money | None
    withdrawal_day: Money | None
    withdrawal_night: Money | None
    withdrawal_fee: Money
    cooling_off_hours: int


async def _terms(tx: Tx, principal: Principal, path: Mapping[str, str]) -> CompanyTerms:
    limits = {limit.kind: limit.amount for limit in await limits_of(tx, principal.chosen())}
    fee = await fee_of(tx, principal.chosen())
    payout = await payout_of(tx, principal.chosen())
    return CompanyTerms(
        fee=fee.percentage,
        charge=limits.get("charge"),
        withdrawal=limits.get("withdrawal"),
        withdrawal_day=limits.get("withdrawal_day"),
        withdrawal_night=limits.get("withdrawal_night"),
        withdrawal_fee=payout.fee,
        cooling_off_hours=payout.cooling_off_hours,
    )


async def _set_limit(tx: Tx, principal: Principal, given: LimitInput, path: Mapping[str, str]) -> Done:
    company = await company_for_update(tx, principal)
    before = await _terms(tx, principal, path)
    key = {"company": company["id"], "kind": given.kind}
    await tx.execute(
        "select company_limit_set(%(company)s, %(kind)s, %(amount)s, %(currency)s, %(by)s)",
        key
        | {
            "amount": given.amount and given.amount.amount,
            "currency": given.amount and given.amount.currency,
            "by": principal.email,
        },
    )
    after = await _terms(tx, principal, path)
    amount_before, amount_after = (getattr(terms, given.kind) for terms in (before, after))
    data = {
        "kind": given.kind,
        "before": amount_before and amount_before.amount,
        "after": amount_after and amount_after.amount,
    }
    return Done(subject_of(company["id"]), after, data)


async def _set_fee(tx: Tx, principal: Principal, given: FeeInput, path: Mapping[str, str]) -> Done:
    company = await company_for_update(tx, principal)
    points = basis_points("percentage", given.percentage)
    before = await fee_of(tx, company["id"])
    key = {"company": company["id"], "points": points, "currency": BRL}
    await tx.execute("select payin_fee_set(%(company)s, %(points)s, %(currency)s)", key)
    after = await fee_of(tx, company["id"])
    return Done(subject_of(company["id"]), after, {"before": before.percentage, "after": after.percentage})


async def _set_payout(tx: Tx, principal: Principal, given: PayoutInput, path: Mapping[str, str]) -> Done:
    company = await company_for_update(tx, principal)
    before = await payout_of(tx, company["id"])
    key = {
        "company": company["id"],
        "fee": given.fee and given.fee.amount,
        "currency": before.fee.currency,
        "hours": given.cooling_off_hours,
    }
    await tx.execute("select payout_terms_set(%(company)s, %(fee)s, %(currency)s, %(hours)s)", key)
    after = await payout_of(tx, company["id"])
    data = {"before": _payout_data(before), "after": _payout_data(after)}
    return Done(subject_of(company["id"]), after, data)


async def _payout_shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise the terms in effect afterwards, even where only their source changes: own or default."""
    payout: CompanyPayout = done.result
    named = await company_shown(tx, principal, done)
    return PlanSummary(
        named.about,
        [*named.facts, PlanFact("withdrawal_fee", payout.fee), PlanFact("cooling_off_hours", payout.cooling_off_hours)],
    )


def _payout_data(payout: CompanyPayout) -> dict[str, int]:
    return {"fee": payout.fee.amount, "cooling_off_hours": payout.cooling_off_hours}


SET_LIMIT = Command(
    name="companies:limit:set",
    method="PUT",
    path="/v1/companies/{id:str}/limits",
    summary="Set a limit of a company, or take it away",
    permission=WRITE,
    scope=COMPANY,
    planned=True,
    input=LimitInput,
    answers=CompanyTerms,
    apply=_set_limit,
    keyed=False,
    subject=_terms,
    approvable=True,
    shows=company_shown,
)

SET_FEE = Command(
    name="companies:fee:set",
    method="PUT",
    path="/v1/companies/{id:str}/fee",
    summary="Set the fee of a company, or give it the usual one again",
    permission=WRITE,
    scope=COMPANY,
    planned=True,
    input=FeeInput,
    answers=CompanyFee,
    apply=_set_fee,
    keyed=False,
    subject=_terms,
    approvable=True,
    shows=company_shown,
)

SET_PAYOUT = Command(
    name="companies:payout:set",
    method="PUT",
    path="/v1/companies/{id:str}/payout",
    summary="Set what a withdrawal of a company costs and how long a new bank account waits, or give it the usual again",
    permission=WRITE,
    scope=COMPANY,
    planned=True,
    input=PayoutInput,
    answers=CompanyPayout,
    apply=_set_payout,
    keyed=False,
    subject=_terms,
    approvable=True,
    shows=_payout_shows,
)
