"""Open a request under the reason's newest version, with the documents that it needs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from uuid import UUID

import msgspec

from retaguarda.compliance.kyc.model import KycForm, KycOwner, KycRequest, KycRequestInput, NeededDocument, Subject
from retaguarda.compliance.kyc.queries import request_as_is
from retaguarda.compliance.kyc.resolve_owners import is_company
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import CHOSEN_MERCHANT
from retaguarda.foundation.text_input import printable


class _Version(msgspec.Struct):
    version: int
    subject_types: list[Subject]
    documents: list[NeededDocument]


def read_document(text: str, field: str = "document") -> str:
    """A CPF or CNPJ as it is kept.

    Raises:
        ApiError: 400.
    """
    try:
        return parse(text).value
    except DocumentError as error:
        raise invalid_field(field, "document_invalid", f"no CPF and no CNPJ: {error}") from None


def clean_form(form: KycForm) -> KycForm:
    """The form without characters that cannot be printed, its owners' documents as they are kept.

    Raises:
        ApiError: 400 naming the field.
    """
    texts = {
        name: printable(name, value)
        for name in KycForm.__struct_fields__
        if isinstance(value := getattr(form, name), str) and value
    }
    return msgspec.structs.replace(form, owners=_clean_owners(form.owners), **texts)


def _clean_owners(given: Sequence[KycOwner]) -> list[KycOwner]:
    """Owners of the subject, and of the companies among them.

    Raises:
        ApiError: 400 ``owners``: of a company that is no owner, of itself, or of more than the whole of one.
    """
    owners = [
        msgspec.structs.replace(
            owner,
            name=printable("owners", owner.name),
            document=read_document(owner.document, "owners"),
            of=owner.of and read_document(owner.of, "owners"),
        )
        for owner in given
    ]
    companies, parts = {"", *(owner.document for owner in owners if is_company(owner.document))}, Counter[str]()
    for owner in owners:
        if owner.of not in companies or owner.of == owner.document:
            raise invalid_field("owners", "owned_company_unknown", "the owned company is not one of the other owners")
        parts[owner.of] += owner.share
    if any(share > 10_000 for share in parts.values()):
        raise invalid_field("owners", "shares_too_many", "the owners would hold more than 100 percent")
    return owners


async def open_request(
    tx: Tx, company: int, by: str, given: KycRequestInput, *, origin: str, earlier: UUID | None = None
) -> KycRequest:
    """Insert a request as a draft, and the documents it needs.

    Raises:
        ApiError: 400 naming the field; 409 ``kyc_open_already``.
    """
    found = await tx.one(
        "select v.* from kyc_reason r join kyc_reason_version v on v.reason_id = r.id and v.version = r.version"
        " where r.id = %(reason)s and r.active",
        {"reason": given.reason},
    )
    if found is None:
        raise invalid_field("reason", "not_found", "no such reason, or it is no longer used")
    version = msgspec.convert(found, _Version)
    if given.subject_type not in version.subject_types:
        raise invalid_field("subject_type", "kyc_subject_refused", "this reason is not about such a subject")
    number = uuid7()
    key = {"company": company, "id": number}
    inserted: UUID | None = await tx.value(
        "insert into kyc_request (company_id, id, reason_id, reason_version, subject_type, name, document, form, origin,"
        " earlier_id, created_by) values (%(company)s, %(id)s, %(reason)s, %(version)s, %(type)s, %(name)s, %(document)s,"
        " %(form)s::jsonb, %(origin)s, %(earlier)s, %(by)s) on conflict do nothing returning id",
        key
        | {
            "reason": given.reason,
            "version": version.version,
            "type": given.subject_type,
            "name": printable("name", given.name),
            "document": read_document(given.document),
            "form": json_text(clean_form(given.form or KycForm())),
            "origin": origin,
            "earlier": earlier,
            "by": by,
        },
    )
    if inserted is None:
        raise ApiError(409, "kyc_open_already", "a request of this reason is open for this document")
    for n, needed in enumerate(version.documents, 1):
        await tx.execute(
            "insert into kyc_document (company_id, request_id, n, name, type_field, required, max_age_days) values"
            " (%(company)s, %(id)s, %(n)s, %(name)s, %(type)s, %(required)s, %(age)s)",
            key
            | {
                "n": n,
                "name": needed.name,
                "type": needed.type_field,
                "required": needed.required_field,
                "age": needed.max_age_days,
            },
        )
    return await request_as_is(tx, number)


async def _refuse_other_company(tx: Tx, company: int, given: KycRequestInput) -> None:
    """What is approved of a merchant makes that merchant known: its request is about its own document.

    Raises:
        ApiError: 400 ``document``.
    """
    if given.subject_type != "merchant":
        return
    own: str | None = await tx.value("select document from company where id = %(id)s", {"id": company})
    if read_document(given.document) != own:
        raise invalid_field("document", "kyc_other_company", "a merchant's request is about its own CNPJ")


async def _open(tx: Tx, principal: Principal, given: KycRequestInput, path: Mapping[str, str]) -> Done:
    await _refuse_other_company(tx, principal.chosen(), given)
    origin = "staff" if principal.internal else "merchant"
    opened = await open_request(tx, principal.chosen(), principal.email, given, origin=origin)
    return Done(str(opened.id), opened, {"number": opened.number, "reason": opened.reason_name})


OPEN_REQUEST = Command(
    name="kyc:request:open",
    method="POST",
    path="/v1/kyc/requests",
    summary="Open a KYC request, as a draft",
    permission=Permission.KYC_REQUESTS_WRITE,
    scope=CHOSEN_MERCHANT,
    input=KycRequestInput,
    answers=KycRequest,
    apply=_open,
    status=201,
)
