"""Receives the file of a batch in pieces, because a request body has at most a million bytes. Each may be sent again."""

import hashlib
from dataclasses import dataclass

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.files.scanning import Scanning, infected, tell_infected
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import number_of
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.payouts.batches.model import PIECE, BatchRow, PayoutPieceTaken
from retaguarda.payouts.batches.queries import BROUGHT_ONE, batch_for_update


@dataclass(frozen=True, slots=True)
class _PieceUpload:
    access: Access
    scanning: Scanning

    async def receive(self, request: Request) -> Response:
        if self.scanning.on:
            await self._scan(request)
        async with BROUGHT_ONE.over(self.access).open(request, Permission.PAYOUT_PAYMENT_WRITE) as (tx, principal):
            number = number_of(request.path_params["number"], "piece")
            row = await batch_for_update(tx, principal, request.path_params, "receiving")
            expected = min(PIECE, row.size - number * PIECE)
            if expected <= 0 or len(request.body) != expected:
                raise ApiError(
                    400, {"number": ["invalid"]}, f"piece {number} of this file has {max(expected, 0)} bytes"
                )
            await store_piece(tx, row, number, request.body)
            return json_response(PayoutPieceTaken(number))

    async def _scan(self, request: Request) -> None:
        """Scan each piece by itself: the file is parsed by the worker and nobody downloads it as it came."""
        async with BROUGHT_ONE.over(self.access).open(request, Permission.PAYOUT_PAYMENT_WRITE) as (tx, principal):
            row = await batch_for_update(tx, principal, request.path_params)
        found = await self.scanning.found_in(request.body)
        if found is not None:
            async with BROUGHT_ONE.over(self.access).open(request, Permission.PAYOUT_PAYMENT_WRITE) as (tx, principal):
                await tell_infected(
                    tx, principal, request, "payouts:payout_batch:infected", str(row.id), found, request.body, row.name
                )
            raise infected()


async def store_piece(tx: Tx, row: BatchRow, number: int, piece: bytes) -> None:
    await tx.execute(
        "insert into payout_piece (company_id, batch_id, number, bytes) values (%(company)s, %(batch)s, %(number)s, %(bytes)s)"
        " on conflict (company_id, batch_id, number) do update set bytes = excluded.bytes",
        {"company": row.company_id, "batch": row.id, "number": number, "bytes": piece},
    )


async def hash_pieces(tx: Tx, row: BatchRow) -> tuple[bytes, int]:
    """Compute the SHA-256 and the bytes of all pieces in order, with one of them in memory."""
    digest, size, number = hashlib.sha256(), 0, 0
    while True:
        piece = await tx.value(
            "select bytes from payout_piece where company_id = %(company)s and batch_id = %(batch)s and number = %(number)s",
            {"company": row.company_id, "batch": row.id, "number": number},
        )
        if piece is None:
            return digest.digest(), size
        digest.update(bytes(piece))
        size, number = size + len(piece), number + 1


def piece_route(access: Access, scanning: Scanning) -> Route:
    return Route(
        "PUT",
        "/v1/payouts/batches/{id:str}/pieces/{number:str}",
        "One piece of a file, its bytes as they are: 524288 of them, fewer in the last",
        _PieceUpload(access, scanning).receive,
        permission=Permission.PAYOUT_PAYMENT_WRITE,
        scope=BROUGHT_ONE,
        answers=PayoutPieceTaken,
    )
