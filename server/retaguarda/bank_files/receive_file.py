"""Take in a file whose pieces are all here: once for its bytes, whoever brought it."""

from collections.abc import Sequence
from uuid import UUID

from retaguarda.bank_files.kinds import Family
from retaguarda.bank_files.model import SMALL
from retaguarda.bank_files.parse_file import hash_pieces, parse
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import PROVIDER


async def receive_file(
    tx: Tx, family: Family, name: str, pieces: Sequence[bytes], actor: str
) -> tuple[Row, bytes, bool]:
    """Store a file of the provider that no person uploaded; return what close_upload() does.

    Args:
        pieces: of PIECE bytes each, fewer in the last.
    """
    file = await announce_file(tx, PROVIDER, family, name[:200], sum(map(len, pieces)), actor)
    for number, piece in enumerate(pieces):
        await tx.execute(
            "insert into return_piece (company_id, file_id, number, bytes) values (%(company_id)s, %(id)s, %(number)s, %(bytes)s)",
            file | {"number": number, "bytes": piece},
        )
    return await close_upload(tx, file, family, actor)


async def announce_file(
    tx: Tx, company: int, family: Family, name: str, size: int, actor: str, person: UUID | None = None
) -> Row:
    """Insert a file of so many bytes, of which no piece is here yet."""
    file = await tx.one(
        "insert into return_file (company_id, id, family, name, size, currency, created_by, actor)"
        " values (%(company)s, %(id)s, %(family)s, %(name)s, %(size)s, %(currency)s, %(person)s, %(actor)s) returning *",
        {
            "company": company,
            "id": uuid7(),
            "family": family.name,
            "name": name,
            "size": size,
            "currency": BRL,
            "person": person,
            "actor": actor,
        },
    )
    assert file is not None
    return file


async def close_upload(
    tx: Tx, file: Row, family: Family, actor: str, person: UUID | None = None
) -> tuple[Row, bytes, bool]:
    """Close the upload of a file whose pieces are all here, and read it where it is small. Return the file, the hash of its bytes, and
    whether they were here before: then it is that earlier file, and this one is deleted.

    Raises:
        ApiError: 409 ``file_incomplete``.
    """
    digest, size, lines = await hash_pieces(tx, file["company_id"], file["id"])
    if size != file["size"]:
        raise ApiError(409, "file_incomplete", f"{size} of {file['size']} bytes are here")
    earlier = await tx.one(
        "select * from return_file where company_id = %(company_id)s and sha256 = %(digest)s and family = %(family)s",
        file | {"digest": digest},
    )
    if earlier is not None:
        await tx.execute("delete from return_file where company_id = %(company_id)s and id = %(id)s", file)
        return earlier, digest, True
    closed = await tx.one(
        "update return_file set status = 'received', sha256 = %(digest)s, total_lines = %(lines)s where company_id = %(company_id)s and id = %(id)s"
        " returning *",
        file | {"digest": digest, "lines": lines},
    )
    assert closed is not None
    if size <= SMALL:
        return await parse(tx, closed, family), digest, False
    event = f"{family.event}:waiting"
    await record(tx, event, company=closed["company_id"], subject=str(closed["id"]), actor=actor, person=person)
    return closed, digest, False
