"""What is done to a lead: it is added, checked, assessed, converted, discarded, and taken up again."""

from collections.abc import Mapping
from typing import Any

from retaguarda.compliance.early_kyc.model import DAYS, Lead, LeadAct, LeadConversion, LeadInput, LeadRiskInput
from retaguarda.compliance.early_kyc.queries import LeadRow, lead_as_is, lock_lead
from retaguarda.compliance.kyc.commands import tell_merchant
from retaguarda.compliance.kyc.model import KycForm, KycRequest, KycRequestInput
from retaguarda.compliance.kyc.open_request import open_request, read_document
from retaguarda.compliance.kyc.run_checks import Party, ask_checks, carry_checks
from retaguarda.compliance.kyc.transitions import refused_by_rules
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE, NEW
from retaguarda.foundation.text_input import printable, printable_or_none

_OPEN = ("new", "checking", "done")


async def _add(tx: Tx, principal: Principal, given: LeadInput, path: Mapping[str, str]) -> Done:
    if not principal.internal and given.kind != "end_user":
        raise invalid_field("kind", "lead_kind_refused", "a merchant brings its end users")
    number = uuid7()
    inserted = await tx.value(
        "insert into kyc_lead (company_id, id, kind, name, document, email, phone, source, created_by, expires_on)"
        " values (%(company)s, %(id)s, %(kind)s, %(name)s, %(document)s, %(email)s, %(phone)s, %(source)s, %(by)s,"
        " (now() at time zone 'America/Sao_Paulo')::date + %(days)s) on conflict do nothing returning id",
        {
            "company": principal.chosen(),
            "id": number,
            "kind": given.kind,
            "name": printable("name", given.name),
            "document": read_document(given.document),
            "email": printable_or_none("email", given.email),
            "phone": given.phone or None,
            "source": "staff" if principal.internal else "form",
            "by": principal.email,
            "days": DAYS,
        },
    )
    if inserted is None:
        raise ApiError(409, "lead_open_already", "a lead of this document is open")
    return Done(str(number), await lead_as_is(tx, number), {"name": given.name})


async def _review_row(tx: Tx, lead: LeadRow, owner: str) -> None:
    await tx.execute(
        "insert into kyc_lead_review (lead_id, lead_company, owner) values (%(id)s, %(company)s, %(owner)s)"
        " on conflict (lead_id) do update set owner = coalesce(kyc_lead_review.owner, excluded.owner)",
        {"id": lead.id, "company": lead.company_id, "owner": owner},
    )


async def _check(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    lead = await lock_lead(tx, path, *_OPEN)
    await _review_row(tx, lead, principal.email)
    await ask_checks(tx, principal, lead.id, [Party(lead.document, lead.name)])
    await tx.execute("update kyc_lead set state = 'checking' where id = %(id)s and state = 'new'", {"id": lead.id})
    return Done(str(lead.id), await lead_as_is(tx, lead.id), {"name": lead.name})


async def _assess(tx: Tx, principal: Principal, given: LeadRiskInput, path: Mapping[str, str]) -> Done:
    lead = await lock_lead(tx, path, "checking", "done")
    await _review_row(tx, lead, principal.email)
    await tx.execute(
        "update kyc_lead_review set outcome = %(outcome)s, risk = %(risk)s, risk_reasons = array[%(why)s::text] where lead_id = %(id)s",
        {"id": lead.id, "outcome": given.outcome, "risk": given.risk, "why": printable("reason", given.reason)},
    )
    await tx.execute("update kyc_lead set state = 'done' where id = %(id)s", {"id": lead.id})
    return Done(str(lead.id), await lead_as_is(tx, lead.id), {"name": lead.name, "outcome": given.outcome})


async def _convert(tx: Tx, principal: Principal, given: LeadConversion, path: Mapping[str, str]) -> Done:
    lead = await lock_lead(tx, path, "done")
    company = await _company(tx, lead, given.merchant)
    asked = KycRequestInput(
        given.reason, lead.kind, lead.name, lead.document, KycForm(email=lead.email or "", phone=lead.phone or "")
    )
    opened = await open_request(tx, company, principal.email, asked, origin="lead")
    await carry_checks(tx, lead.id, opened.id)
    await tell_merchant(tx, opened, "kyc:request:open")
    await tx.execute(
        "update kyc_lead set state = 'converted', ended_at = now(), request_id = %(request)s where id = %(id)s",
        {"id": lead.id, "request": opened.id},
    )
    return Done(str(lead.id), opened, {"name": lead.name, "number": opened.number})


async def _company(tx: Tx, lead: LeadRow, merchant: int | None) -> int:
    """Whose request the lead becomes: who brought it, who is named, or the company of its document."""
    if lead.company_id != 1:
        return lead.company_id
    found: int | None
    if merchant is not None:
        found = await tx.value("select id from company where id = %(id)s and id <> 1", {"id": merchant})
        if found is None:
            raise invalid_field("merchant", "not_found", "no such merchant")
        return found
    if lead.kind != "merchant":
        raise invalid_field("merchant", "field_required", "say whose partner or end user this is")
    key = {"document": lead.document, "name": lead.name}
    found = await tx.value("select id from company where document = %(document)s", key)
    if found is None:
        if len(lead.document) != 14:
            raise invalid_field("merchant", "lead_without_company", "a new merchant has a CNPJ")
        with refused_by_rules():
            found = await tx.value(
                "select company_onboard(%(document)s, %(name)s, %(name)s, '', 'BR', null, array['payin'], null)", key
            )
    assert found is not None
    return found


async def _end(tx: Tx, principal: Principal, given: LeadAct, path: Mapping[str, str]) -> Done:
    lead = await lock_lead(tx, path, *(_OPEN if given.act == "discard" else ("discarded", "expired")))
    await _review_row(tx, lead, principal.email)
    await tx.execute(
        "update kyc_lead_review set reason = %(why)s where lead_id = %(id)s",
        {"id": lead.id, "why": printable("reason", given.reason)},
    )
    if given.act == "discard":
        sets = "state = 'discarded', ended_at = now()"
    else:
        sets = f"state = 'new', ended_at = null, expires_on = (now() at time zone 'America/Sao_Paulo')::date + {DAYS}"
    await tx.execute(f"update kyc_lead set {sets} where id = %(id)s", {"id": lead.id})
    return Done(str(lead.id), await lead_as_is(tx, lead.id), {"name": lead.name, "act": given.act})


def _staff(name: str, path: str, summary: str, takes: Any, apply: Any, answers: Any = Lead) -> Command[Any]:
    return Command(
        name=f"kyc:lead:{name}",
        method="POST",
        path=f"/v1/kyc/leads/{{id:str}}/{path}",
        summary=summary,
        permission=Permission.KYC_REQUESTS_WRITE,
        scope=HOUSE,
        input=takes,
        answers=answers,
        apply=apply,
        keyed=False,
    )


COMMANDS: tuple[Command[Any], ...] = (
    Command(
        name="kyc:lead:add",
        method="POST",
        path="/v1/kyc/leads",
        summary="Add a lead",
        permission=Permission.KYC_REQUESTS_WRITE,
        scope=NEW,
        input=LeadInput,
        answers=Lead,
        apply=_add,
        status=201,
    ),
    _staff("check", "checks", "Ask the providers about a lead", Nothing, _check),
    _staff("assess", "assess", "Say what came of the checks of a lead", LeadRiskInput, _assess),
    _staff("convert", "convert", "Make a KYC request of a lead", LeadConversion, _convert, KycRequest),
    _staff("end", "end", "Discard a lead, or take it up again", LeadAct, _end),
)
