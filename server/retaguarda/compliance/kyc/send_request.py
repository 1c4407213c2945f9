"""Fill in a request, hand it in, or take it back: what its merchant does."""

from collections.abc import Mapping

import msgspec

from retaguarda.compliance.kyc.model import KycFormInput, KycOwnersInput, KycRequest, KycSendInput
from retaguarda.compliance.kyc.open_request import clean_form
from retaguarda.compliance.kyc.queries import REQUEST, lock_request, request_as_is
from retaguarda.foundation.business_days import add_business_days
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable

#: Business days within which the provider answers what was handed in.
ANSWER_DAYS = 5


async def _save(tx: Tx, principal: Principal, given: KycFormInput, path: Mapping[str, str]) -> Done:
    found = await lock_request(tx, path, "draft", "awaiting_documents")
    form = clean_form(given.form)
    if not form.owners:
        form = msgspec.structs.replace(form, owners=found.form.owners)
    await tx.execute(
        "update kyc_request set name = %(name)s, form = %(form)s::jsonb where id = %(id)s",
        {"id": found.id, "name": printable("name", given.name), "form": json_text(form)},
    )
    return Done(str(found.id), await request_as_is(tx, found.id), {"number": found.number})


async def _owners(tx: Tx, principal: Principal, given: KycOwnersInput, path: Mapping[str, str]) -> Done:
    found = await lock_request(tx, path, "draft", "awaiting_documents")
    form = clean_form(msgspec.structs.replace(found.form, owners=given.owners))
    await tx.execute(
        "update kyc_request set form = %(form)s::jsonb where id = %(id)s", {"id": found.id, "form": json_text(form)}
    )
    return Done(str(found.id), await request_as_is(tx, found.id), {"number": found.number, "owners": len(form.owners)})


async def _send(tx: Tx, principal: Principal, given: KycSendInput, path: Mapping[str, str]) -> Done:
    if given.act == "withdraw":
        found = await lock_request(tx, path, "draft", "submitted", "in_analysis", "awaiting_documents")
        await tx.execute("update kyc_request set state = 'withdrawn' where id = %(id)s", {"id": found.id})
    else:
        found = await lock_request(tx, path, "draft", "awaiting_documents")
        await _refuse_without_documents(tx, found)
        today = await tx.value("select (now() at time zone 'America/Sao_Paulo')::date")
        await tx.execute(
            "update kyc_request set state = %(to)s, submitted_at = coalesce(submitted_at, now()), due_on = %(due)s"
            " where id = %(id)s",
            {
                "id": found.id,
                "to": "submitted" if found.state == "draft" else "in_analysis",
                "due": add_business_days(today, ANSWER_DAYS),
            },
        )
    after = await request_as_is(tx, found.id)
    return Done(str(found.id), after, {"number": found.number, "from": found.state, "to": after.state})


async def _refuse_without_documents(tx: Tx, found: KycRequest) -> None:
    missing = await tx.value(
        "select count(*) from kyc_document where company_id = %(company)s and request_id = %(id)s"
        " and (required and state = 'new' or state in ('revision', 'rejected'))",
        {"company": found.company_id, "id": found.id},
    )
    if missing:
        raise ApiError(409, "kyc_documents_missing", f"{missing} documents are missing or were asked for again")


SAVE_REQUEST = Command(
    name="kyc:request:save",
    method="PUT",
    path="/v1/kyc/requests/{id:str}",
    summary="Save what a request says of its subject",
    permission=Permission.KYC_REQUESTS_WRITE,
    scope=REQUEST,
    input=KycFormInput,
    answers=KycRequest,
    apply=_save,
    keyed=False,
)
SAVE_OWNERS = Command(
    name="kyc:request:owners",
    method="PUT",
    path="/v1/kyc/requests/{id:str}/owners",
    summary="Save who owns the company that a request is about",
    permission=Permission.KYC_REQUESTS_WRITE,
    scope=REQUEST,
    input=KycOwnersInput,
    answers=KycRequest,
    apply=_owners,
    keyed=False,
)
SEND_REQUEST = Command(
    name="kyc:request:send",
    method="POST",
    path="/v1/kyc/requests/{id:str}/send",
    summary="Hand a request in, answer what was asked, or take it back",
    permission=Permission.KYC_REQUESTS_WRITE,
    scope=REQUEST,
    input=KycSendInput,
    answers=KycRequest,
    apply=_send,
    keyed=False,
)
