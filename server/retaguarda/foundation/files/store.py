"""Stores files in the database: once per owner and content. Removal deletes the content and keeps the trace."""

import hashlib
from collections import defaultdict
from datetime import datetime
from urllib.parse import quote
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.files.content import clean_name, kind_of
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import Principal, Request, Response
from retaguarda.foundation.typed_rows import struct_of

#: Files of one owner.
MOST = 10

_FIELDS = "id, name, media_type, size, sha256, uploaded_by, uploaded_at"
_ATTACHED = "from stored_file where company_id = %(company)s and owner = %(owner)s and removed_at is null"


class StoredFile(msgspec.Struct):
    """``size`` in bytes; ``sha256`` in hex. ``uploaded_by`` is empty for readers who may not know it."""

    id: UUID
    name: str
    media_type: str
    size: int
    sha256: str
    uploaded_by: str
    uploaded_at: datetime


class SealedContent(msgspec.Struct):
    subject: UUID
    content: bytes


async def keep(
    tx: Tx, principal: Principal, owner: str, name: str, content: bytes, *, sealed: SealedContent | None = None
) -> tuple[StoredFile, bool]:
    """Attaches a file. Returns False for the same content attached before: it stays one file.

    Args:
        owner: what the file is attached to; the caller holds its lock.
        sealed: what is stored instead of the content, and whose key opens it.

    Raises:
        ApiError: what kind_of() refuses; 409 ``files_full``.
    """
    kind, digest = kind_of(content), hashlib.sha256(content).digest()
    key = {"company": principal.chosen(), "owner": owner}
    attached = await tx.all(f"select {_FIELDS} {_ATTACHED}", key)
    for row in attached:
        if row["sha256"] == digest:
            return file_of(row), False
    if len(attached) >= MOST:
        raise ApiError(409, "files_full", f"at most {MOST} files are attached to one thing")
    row = await tx.one(
        "insert into stored_file (company_id, id, owner, name, media_type, size, sha256, content, sealed_for, uploaded_by)"
        " values (%(company)s, %(id)s, %(owner)s, %(name)s, %(media_type)s, %(size)s, %(sha256)s, %(content)s, %(for)s, %(by)s)"
        f" returning {_FIELDS}",
        key
        | {
            "id": uuid7(),
            "name": clean_name(name, kind),
            "media_type": kind.media_type,
            "size": len(content),
            "sha256": digest,
            "content": content if sealed is None else sealed.content,
            "for": None if sealed is None else sealed.subject,
            "by": principal.email,
        },
    )
    assert row is not None
    return file_of(row), True


async def files_by_owner(tx: Tx, company: int, owners: list[str]) -> dict[str, list[StoredFile]]:
    """As files_of(), for many owners at once; leaves out owners without files."""
    rows = await tx.all(
        f"select owner, {_FIELDS} from stored_file where company_id = %(company)s and owner = any(%(owners)s)"
        " and removed_at is null order by uploaded_at, id",
        {"company": company, "owners": owners},
    )
    by_owner = defaultdict[str, list[StoredFile]](list)
    for row in rows:
        by_owner[row["owner"]].append(file_of(row))
    return by_owner


async def files_of(tx: Tx, company: int, owner: str) -> list[StoredFile]:
    """Returns the files of an owner, the oldest first."""
    rows = await tx.all(
        f"select {_FIELDS} {_ATTACHED} order by uploaded_at, id",
        {"company": company, "owner": owner},
    )
    return [file_of(row) for row in rows]


async def remove(tx: Tx, principal: Principal, owner: str, file: UUID) -> StoredFile:
    """Deletes the content; the row with its name, hash and who removed it stays.

    Raises:
        ApiError: 404.
    """
    row = await tx.one(
        "update stored_file set content = null, removed_at = now(), removed_by = %(by)s"
        " where company_id = %(company)s and owner = %(owner)s and id = %(id)s and removed_at is null"
        f" returning {_FIELDS}",
        {"company": principal.chosen(), "owner": owner, "id": file, "by": principal.email},
    )
    if row is None:
        raise not_found("file")
    return file_of(row)


async def download(tx: Tx, company: int, owner: str, file: UUID) -> tuple[StoredFile, Response]:
    """Returns a file as a download that no browser renders under our origin.

    Raises:
        ApiError: 404.
    """
    row = await tx.one(
        f"select {_FIELDS}, content {_ATTACHED} and id = %(id)s",
        {"company": company, "owner": owner, "id": file},
    )
    if row is None:
        raise not_found("file")
    file_ = file_of(row)
    ascii_name = file_.name.encode("ascii", "replace").decode().replace("?", "_")
    headers = {
        "Content-Disposition": f"attachment; filename=\"{ascii_name}\"; filename*=UTF-8''{quote(file_.name, safe='')}",
        "Content-Security-Policy": "sandbox; default-src 'none'",
    }
    return file_, Response(row["content"], headers=headers, media_type=file_.media_type)


def named(request: Request) -> str:
    """Returns the name that the uploader gave: ``name`` of the query."""
    return dict(request.query).get("name", "")[:1_000]


def file_of(row: Row) -> StoredFile:
    return struct_of(StoredFile, row, sha256=row["sha256"].hex())
