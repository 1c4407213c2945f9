"""A file comes in pieces, because a body has at most a million bytes; each may come again."""

from dataclasses import dataclass

import msgspec

from retaguarda.foundation.call import Answer, Call, Door, Route, answer
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.files.scanning import Scanning, infected, tell_infected
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import number_of
from retaguarda.returns.model import PIECE
from retaguarda.returns.rows import file_for_update


class ReturnPieceTaken(msgspec.Struct):
    """The piece is here."""

    number: int


@dataclass(frozen=True, slots=True)
class _Pieces:
    door: Door
    scanning: Scanning

    async def take(self, call: Call) -> Answer:
        if self.scanning.on:
            await self._scan(call)
        async with self.door.open(call, Permission.PAYIN_RETURN_FILE_PREVIEW) as (tx, who):
            number = number_of(call.path_params["number"], "piece")
            file = await file_for_update(tx, who, call.path_params)
            if file["status"] != "receiving":
                raise ApiError(409, "file_complete", "this file is complete: nothing is added to it")
            wanted = min(PIECE, file["size"] - number * PIECE)
            if wanted <= 0 or len(call.body) != wanted:
                raise ApiError(400, {"number": ["invalid"]}, f"piece {number} of this file has {max(wanted, 0)} bytes")
            await tx.execute(
                "insert into return_piece (company_id, file_id, number, bytes) values (%(company)s, %(file)s, %(number)s,"
                " %(bytes)s) on conflict (company_id, file_id, number) do update set bytes = excluded.bytes",
                {"company": file["company_id"], "file": file["id"], "number": number, "bytes": call.body},
            )
            return answer(ReturnPieceTaken(number))

    async def _scan(self, call: Call) -> None:
        """Piece by piece: a return file is read as lines of text and given out to nobody."""
        async with self.door.open(call, Permission.PAYIN_RETURN_FILE_PREVIEW) as (tx, who):
            file = await file_for_update(tx, who, call.path_params)
        found = await self.scanning.found_in(call.body)
        if found is not None:
            async with self.door.open(call, Permission.PAYIN_RETURN_FILE_PREVIEW) as (tx, who):
                await tell_infected(
                    tx, who, call, "returns:file:infected", str(file["id"]), found, call.body, file["name"]
                )
            raise infected()


def piece_route(door: Door, scanning: Scanning) -> Route:
    return Route(
        "PUT",
        "/v1/payin/return-files/{id:str}/pieces/{number:str}",
        "One piece of a file, its bytes as they are: 524288 of them, fewer in the last",
        _Pieces(door, scanning).take,
        permission=Permission.PAYIN_RETURN_FILE_PREVIEW,
        answers=ReturnPieceTaken,
    )
