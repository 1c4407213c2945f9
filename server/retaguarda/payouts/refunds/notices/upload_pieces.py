"""Receives a return notice in pieces, because a request body has at most a million bytes. Each piece may be sent again."""

import hashlib
from dataclasses import dataclass

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.files.scanning import Scanning, infected, tell_infected
from retaguarda.foundation.record import number_of
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.payouts.refunds.notices.model import PIECE, NoticePieceTaken, NoticeRow
from retaguarda.payouts.refunds.notices.queries import ONE, UPLOAD, notice_for_update


@dataclass(frozen=True, slots=True)
class _PieceUpload:
    access: Access
    scanning: Scanning

    async def receive(self, request: Request) -> Response:
        if self.scanning.on:
            await self._scan(request)
        async with ONE.over(self.access).open(request, UPLOAD) as (tx, principal):
            number = number_of(request.path_params["number"], "piece")
            found = await notice_for_update(tx, principal, request.path_params)
            if found.status != "receiving":
                raise ApiError(409, "file_complete", "this file is complete: nothing is added to it")
            expected = min(PIECE, found.size - number * PIECE)
            if expected <= 0 or len(request.body) != expected:
                raise ApiError(
                    400, {"number": ["invalid"]}, f"piece {number} of this file has {max(expected, 0)} bytes"
                )
            await tx.execute(
                "insert into return_notice_piece (company_id, notice_id, number, bytes) values (%(company)s, %(id)s, %(number)s,"
                " %(bytes)s) on conflict (company_id, notice_id, number) do update set bytes = excluded.bytes",
                {"company": found.company_id, "id": found.id, "number": number, "bytes": request.body},
            )
            return json_response(NoticePieceTaken(number))

    async def _scan(self, request: Request) -> None:
        """Scan each piece by itself: the file is parsed by the worker and nobody downloads it as it came."""
        async with ONE.over(self.access).open(request, UPLOAD) as (tx, principal):
            row = await notice_for_update(tx, principal, request.path_params)
        found = await self.scanning.found_in(request.body)
        if found is not None:
            async with ONE.over(self.access).open(request, UPLOAD) as (tx, principal):
                event = "payouts:return_notice:infected"
                await tell_infected(tx, principal, request, event, str(row.id), found, request.body, row.name)
            raise infected()


async def hash_pieces(tx: Tx, row: NoticeRow) -> tuple[bytes, int]:
    """Compute the SHA-256 and the bytes of all pieces in order."""
    content = await load_pieces(tx, row)
    return hashlib.sha256(content).digest(), len(content)


async def load_pieces(tx: Tx, row: NoticeRow) -> bytes:
    pieces = await tx.all(
        "select bytes from return_notice_piece where company_id = %(company)s and notice_id = %(id)s order by number",
        {"company": row.company_id, "id": row.id},
    )
    return b"".join(bytes(piece) for each in pieces for piece in each.values())


async def drop_pieces(tx: Tx, row: NoticeRow) -> None:
    """Delete the file once it is read or not wanted; what its lines tell stays."""
    await tx.execute(
        "delete from return_notice_piece where company_id = %(company)s and notice_id = %(id)s",
        {"company": row.company_id, "id": row.id},
    )


def piece_route(access: Access, scanning: Scanning) -> Route:
    return Route(
        "PUT",
        "/v1/payouts/return-notices/{id:str}/pieces/{number:str}",
        "One piece of a return notice, its bytes as they are: 524288 of them, fewer in the last",
        _PieceUpload(access, scanning).receive,
        permission=UPLOAD,
        scope=ONE,
        answers=NoticePieceTaken,
    )
