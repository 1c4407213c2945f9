"""Files in the database: kept once for each thing they are attached to, and removed but for their trace."""

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

#: Of one thing.
MOST = 10

_FIELDS = "id, name, media_type, size, sha256, uploaded_by, uploaded_at"
_ATTACHED = "from stored_file where company_id = %(company)s and owner = %(owner)s and removed_at is null"


class StoredFile(msgspec.Struct):
    """``size`` in bytes; ``sha256`` in hexadecimal digits. ``uploaded_by`` is empty where it is not the reader's affair."""

    id: UUID
    name: str
    media_type: str
    size: int
    sha256: str
    uploaded_by: str
    uploaded_at: datetime


async def keep(tx: Tx, principal: Principal, owner: str, name: str, content: bytes) -> tuple[StoredFile, bool]:
    """Attaches a file. The same content again is the same file; False: it was there before.

    Args:
        owner: what it is attached to; locked by the caller.

    Raises:
        ApiError: what kind_of() refuses; 409 ``files_full``.
    """
    kind, digest = kind_of(content), hashlib.sha256(content).digest()
    key = {"company": principal.chosen(), "owner": owner}
    there = await tx.all(f"select {_FIELDS} {_ATTACHED}", key)
    for row in there:
        if row["sha256"] == digest:
            return file_of(row), False
    if len(there) >= MOST:
        raise ApiError(409, "files_full", f"at most {MOST} files are attached to one thing")
    row = await tx.one(
        "insert into stored_file (company_id, id, owner, name, media_type, size, sha256, content, uploaded_by)"
        " values (%(company)s, %(id)s, %(owner)s, %(name)s, %(media_type)s, %(size)s, %(sha256)s, %(content)s, %(by)s)"
        f" returning {_FIELDS}",
        key
        | {
            "id": uuid7(),
            "name": clean_name(name, kind),
            "media_type": kind.media_type,
            "size": len(content),
            "sha256": digest,
            "content": content,
            "by": principal.email,
        },
    )
    assert row is not None
    return file_of(row), True


async def files_by_owner(tx: Tx, company: int, owners: list[str]) -> dict[str, list[StoredFile]]:
    """Of many things at once, each as files_of() tells it; what has none is left out."""
    rows = await tx.all(
        f"select owner, {_FIELDS} from stored_file where company_id = %(company)s and owner = any(%(owners)s)"
        " and removed_at is null order by uploaded_at, id",
        {"company": company, "owners": owners},
    )
    found = defaultdict[str, list[StoredFile]](list)
    for row in rows:
        found[row["owner"]].append(file_of(row))
    return found


async def files_of(tx: Tx, company: int, owner: str) -> list[StoredFile]:
    """What is attached to a thing, the oldest first."""
    rows = await tx.all(
        f"select {_FIELDS} {_ATTACHED} order by uploaded_at, id",
        {"company": company, "owner": owner},
    )
    return [file_of(row) for row in rows]


async def remove(tx: Tx, principal: Principal, owner: str, file: UUID) -> StoredFile:
    """Takes the content away; who did it, and what it was, stays.

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
    """A file as an answer that no browser opens in our name.

    Raises:
        ApiError: 404.
    """
    row = await tx.one(
        f"select {_FIELDS}, content {_ATTACHED} and id = %(id)s",
        {"company": company, "owner": owner, "id": file},
    )
    if row is None:
        raise not_found("file")
    found = file_of(row)
    plain = found.name.encode("ascii", "replace").decode().replace("?", "_")
    headers = {
        "Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(found.name, safe='')}",
        "Content-Security-Policy": "sandbox; default-src 'none'",
    }
    return found, Response(row["content"], headers=headers, media_type=found.media_type)


def named(request: Request) -> str:
    """What the uploader calls it: ``name`` of the query."""
    return dict(request.query).get("name", "")[:1_000]


def file_of(row: Row) -> StoredFile:
    fields = {name: row[name] for name in StoredFile.__struct_fields__}
    return StoredFile(**fields | {"sha256": row["sha256"].hex()})
