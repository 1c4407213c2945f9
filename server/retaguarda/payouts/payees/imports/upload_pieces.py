"""Receives a table of payees in pieces, because a request body has at most a million bytes. Each piece may be sent again."""

from dataclasses import dataclass

from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.record import number_of
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.payouts.payees.imports.model import PIECE, PieceTaken
from retaguarda.payouts.payees.imports.queries import import_for_update
from retaguarda.payouts.payees.tables import SCOPE, WRITE


@dataclass(frozen=True, slots=True)
class _PieceUpload:
    access: Access

    async def receive(self, request: Request) -> Response:
        async with SCOPE.over(self.access).open(request, WRITE) as (tx, principal):
            number = number_of(request.path_params["number"], "piece")
            found = await import_for_update(tx, principal, request.path_params)
            if found.status != "receiving":
                raise ApiError(409, "file_complete", "this file is complete: nothing is added to it")
            expected = min(PIECE, found.size - number * PIECE)
            if expected <= 0 or len(request.body) != expected:
                raise ApiError(
                    400, {"number": ["invalid"]}, f"piece {number} of this file has {max(expected, 0)} bytes"
                )
            await tx.execute(
                "insert into payee_import_piece (company_id, import_id, number, bytes) values (%(company)s, %(id)s, %(number)s,"
                " %(bytes)s) on conflict (company_id, import_id, number) do update set bytes = excluded.bytes",
                {"company": found.company_id, "id": found.id, "number": number, "bytes": request.body},
            )
            return json_response(PieceTaken(number))


def piece_route(access: Access) -> Route:
    return Route(
        "PUT",
        "/v1/payouts/payee-imports/{id:str}/pieces/{number:str}",
        "One piece of a table of payees, its bytes as they are: 524288 of them, fewer in the last",
        _PieceUpload(access).receive,
        permission=WRITE,
        scope=SCOPE,
        answers=PieceTaken,
    )
