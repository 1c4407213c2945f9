"""Receives a file in pieces, because a request body has at most a million bytes. Each piece may be sent again."""

from dataclasses import dataclass

import msgspec

from retaguarda.bank_files.kinds import Family
from retaguarda.bank_files.model import PIECE
from retaguarda.bank_files.queries import file_for_update
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.files.scanning import Scanning, infected, tell_infected
from retaguarda.foundation.record import number_of
from retaguarda.foundation.request import Access, Request, Response, Route, json_response


class ReturnPieceTaken(msgspec.Struct):
    """The piece is stored."""

    number: int


@dataclass(frozen=True, slots=True)
class _PieceUpload:
    family: Family
    access: Access
    scanning: Scanning

    async def receive(self, request: Request) -> Response:
        if self.scanning.on:
            await self._scan(request)
        async with self.family.one.over(self.access).open(request, self.family.preview) as (tx, principal):
            number = number_of(request.path_params["number"], "piece")
            file = await file_for_update(tx, principal, request.path_params, self.family.name)
            if file["status"] != "receiving":
                raise ApiError(409, "file_complete", "this file is complete: nothing is added to it")
            expected = min(PIECE, file["size"] - number * PIECE)
            if expected <= 0 or len(request.body) != expected:
                raise ApiError(
                    400, {"number": ["invalid"]}, f"piece {number} of this file has {max(expected, 0)} bytes"
                )
            await tx.execute(
                "insert into return_piece (company_id, file_id, number, bytes) values (%(company)s, %(file)s, %(number)s,"
                " %(bytes)s) on conflict (company_id, file_id, number) do update set bytes = excluded.bytes",
                {"company": file["company_id"], "file": file["id"], "number": number, "bytes": request.body},
            )
            return json_response(ReturnPieceTaken(number))

    async def _scan(self, request: Request) -> None:
        """Scan each piece by itself: a return file is parsed as lines of text and nobody downloads it."""
        async with self.family.one.over(self.access).open(request, self.family.preview) as (tx, principal):
            file = await file_for_update(tx, principal, request.path_params, self.family.name)
        found = await self.scanning.found_in(request.body)
        if found is not None:
            async with self.family.one.over(self.access).open(request, self.family.preview) as (tx, principal):
                await tell_infected(
                    tx,
                    principal,
                    request,
                    f"{self.family.event}:infected",
                    str(file["id"]),
                    found,
                    request.body,
                    file["name"],
                )
            raise infected()


def piece_route(family: Family, access: Access, scanning: Scanning) -> Route:
    return Route(
        "PUT",
        f"{family.path}/{{id:str}}/pieces/{{number:str}}",
        "One piece of a file, its bytes as they are: 524288 of them, fewer in the last",
        _PieceUpload(family, access, scanning).receive,
        permission=family.preview,
        scope=family.one,
        answers=ReturnPieceTaken,
    )
