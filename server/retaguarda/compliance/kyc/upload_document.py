"""Bring a document, and look at its pages as we drew them; nobody is shown what was brought."""

import hashlib
from uuid import UUID

import msgspec

from retaguarda.compliance.kyc.draw_pages import Page, draw_pages
from retaguarda.compliance.kyc.model import DocumentState, KycDocument, KycRequest
from retaguarda.compliance.kyc.queries import REQUEST, documents_of, is_staff, lock_request
from retaguarda.compliance.kyc.write_access import purpose_of, record_access
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.files.content import LARGEST, clean_name, kind_of
from retaguarda.foundation.files.scanning import Scanning, infected, tell_infected
from retaguarda.foundation.files.store import SealedContent, keep, named
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import number_of, uuid_of
from retaguarda.foundation.request import Access, Parameter, Principal, Request, Response, Route, json_response

_PATH = "/v1/kyc/requests/{id:str}/documents/{n:str}/file"


class _Standing(msgspec.Struct):
    state: DocumentState
    sha256: bytes | None


async def _to_bring(tx: Tx, request: Request) -> tuple[KycRequest, int, _Standing]:
    """Lock the request, and find the document that may be brought now.

    Raises:
        ApiError: 404; 409 ``kyc_not_so`` or ``kyc_document_not_so``.
    """
    found = await lock_request(tx, request.path_params, "draft", "awaiting_documents")
    n = number_of(request.path_params["n"], "document")
    row = await tx.one(
        "select state, sha256 from kyc_document where company_id = %(company)s and request_id = %(id)s and n = %(n)s",
        {"company": found.company_id, "id": found.id, "n": n},
    )
    if row is None:
        raise not_found("document")
    standing = msgspec.convert(row, _Standing)
    if standing.state == "approved":
        raise ApiError(409, "kyc_document_not_so", "this document is approved already")
    return found, n, standing


async def _kept(
    tx: Tx, principal: Principal, request: Request, found: KycRequest, n: int, pages: list[Page], keys: PartyKeys
) -> KycDocument:
    """Keep what was brought and its pages, sealed under the key of the request: with that key they are gone."""
    digest = hashlib.sha256(request.body).digest()
    sealed = SealedContent(found.id, await keys.seal(tx, found.company_id, found.id, request.body))
    file, _ = await keep(tx, principal, f"kyc:{found.id}:{n}", named(request), request.body, sealed=sealed)
    key = {"company": found.company_id, "id": found.id, "n": n, "file": file.id}
    for number, page in enumerate(pages, 1):
        await tx.execute(
            "insert into kyc_page (company_id, request_id, file_id, page, width, height, png, sealed) values (%(company)s, %(id)s,"
            " %(file)s, %(page)s, %(width)s, %(height)s, %(png)s, true) on conflict do nothing",
            key
            | {
                "page": number,
                "width": page.width,
                "height": page.height,
                "png": await keys.seal(tx, found.company_id, found.id, page.png),
            },
        )
    await tx.execute(
        "update kyc_document set state = 'pending', file_id = %(file)s, file_name = %(name)s, sha256 = %(sha)s,"
        " size = %(size)s, pages = %(pages)s, uploaded_by = %(by)s, uploaded_at = now(), public_text = null"
        " where company_id = %(company)s and request_id = %(id)s and n = %(n)s",
        key
        | {
            "name": clean_name(named(request), kind_of(request.body)),
            "sha": digest,
            "size": len(request.body),
            "pages": len(pages),
            "by": principal.email,
        },
    )
    await record(
        tx,
        "kyc:document:brought",
        company=found.company_id,
        subject=str(found.id),
        actor=principal.email,
        person=principal.person_id,
        request=request,
        data={"number": found.number, "document": n, "file": file.name, "size": file.size, "sha256": file.sha256},
    )
    after = await documents_of(tx, found, staff=is_staff(principal))
    return next(each for each in after if each.n == n)


class _Shown(msgspec.Struct):
    png: bytes
    sealed: bool


async def _page(tx: Tx, principal: Principal, request: Request, of: UUID, keys: PartyKeys) -> bytes:
    """
    Raises:
        ApiError: 404; also where its key was erased.
    """
    row = await tx.one(
        "select p.png, p.sealed from kyc_document d join kyc_page p on p.company_id = d.company_id and p.file_id = d.file_id"
        " and p.request_id = d.request_id where d.company_id = %(company)s and d.request_id = %(id)s and d.n = %(n)s"
        " and p.page = %(page)s",
        {
            "company": principal.chosen(),
            "id": of,
            "n": number_of(request.path_params["n"]),
            "page": number_of(request.path_params["page"]),
        },
    )
    if row is None:
        raise not_found("page")
    page = msgspec.convert(row, _Shown)
    png = await keys.unseal(tx, principal.chosen(), of, page.png) if page.sealed else page.png
    if png is None:
        raise not_found("page")
    return png


def document_routes(access: Access, scanning: Scanning, keys: PartyKeys) -> list[Route]:
    scoped = REQUEST.over(access)

    async def bring(request: Request) -> Response:
        async with scoped.open(request, Permission.KYC_REQUESTS_WRITE) as (tx, principal):
            _, _, standing = await _to_bring(tx, request)
        kind_of(request.body)
        if standing.sha256 == hashlib.sha256(request.body).digest() and standing.state == "pending":
            async with scoped.open(request, Permission.KYC_REQUESTS_WRITE) as (tx, principal):
                found, n, _ = await _to_bring(tx, request)
                same = await documents_of(tx, found, staff=is_staff(principal))
                return json_response(next(each for each in same if each.n == n), 200)
        harmful = await scanning.found_in(request.body)
        if harmful is not None:
            async with scoped.open(request, Permission.KYC_REQUESTS_WRITE) as (tx, principal):
                found, n, _ = await _to_bring(tx, request)
                await tell_infected(
                    tx,
                    principal,
                    request,
                    "kyc:document:infected",
                    str(found.id),
                    harmful,
                    request.body,
                    named(request),
                )
            raise infected()
        pages = await draw_pages(request.body)
        async with scoped.open(request, Permission.KYC_REQUESTS_WRITE) as (tx, principal):
            found, n, _ = await _to_bring(tx, request)
            return json_response(await _kept(tx, principal, request, found, n, pages, keys), 201)

    async def show(request: Request) -> Response:
        async with scoped.open(request, Permission.KYC_REQUESTS_READ) as (tx, principal):
            seen = uuid_of(request.path_params["id"])
            png = await _page(tx, principal, request, seen, keys)
            if is_staff(principal):
                number = number_of(request.path_params["n"])
                await record_access(tx, principal, seen, await purpose_of(tx, principal, seen), document=number)
        headers = {"Content-Security-Policy": "sandbox; default-src 'none'", "Cache-Control": "private, no-store"}
        return Response(png, headers=headers, media_type="image/png")

    name = Parameter("name", {"type": "string", "maxLength": 1_000}, "what it is called", required=True)
    return [
        Route(
            "POST",
            _PATH,
            f"Bring a document of a request: PDF, PNG or JPEG, at most {LARGEST} bytes, as the body of the call",
            bring,
            permission=Permission.KYC_REQUESTS_WRITE,
            scope=REQUEST,
            answers=KycDocument,
            status=201,
            also=((200, KycDocument),),
            parameters=(name,),
            largest_body=LARGEST,
        ),
        Route(
            "GET",
            "/v1/kyc/requests/{id:str}/documents/{n:str}/pages/{page:str}",
            "A page of a document, drawn by us",
            show,
            permission=Permission.KYC_REQUESTS_READ,
            scope=REQUEST,
            media=("image/png",),
        ),
    ]
