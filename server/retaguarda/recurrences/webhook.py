"""Receives the provider's webhooks about recurrences and their charges. Each is a hint only: a job reads the true state
(readings 32).
"""

from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.request import PROVIDER, Request, Response, Route, json_response
from retaguarda.payin.payments.webhook import MOST, Received, Webhook, webhook_exchange
from retaguarda.payin.processors.provider_messages import store_message
from retaguarda.providers.pix.decode_answer import without_nul

_IdRec = Annotated[str, msgspec.Meta(pattern=r"\A[a-zA-Z0-9]{29}\Z")]
_TxId = Annotated[str, msgspec.Meta(pattern=r"\A[a-zA-Z0-9]{26,35}\Z")]


class _Rec(msgspec.Struct):
    idRec: _IdRec


class _CobR(msgspec.Struct):
    txid: _TxId


class _Recs(msgspec.Struct):
    recs: Annotated[list[_Rec], msgspec.Meta(max_length=MOST)]


class _CobRs(msgspec.Struct):
    cobsr: Annotated[list[_CobR], msgspec.Meta(max_length=MOST)]


@dataclass(frozen=True, slots=True)
class AutomaticWebhook:
    webhook: Webhook

    async def recurrences(self, request: Request) -> Response:
        """POST to /webhooks/pix/{connection}/{secret}/rec: store it and respond at once; a job reads back."""
        connection = await self.webhook.connection(request)
        numbers = [each.idRec for each in _read(request.body, _Recs).recs]
        return await self._store(request, connection, numbers, "recurrence", "id_rec", "recs")

    async def charges(self, request: Request) -> Response:
        """POST to /webhooks/pix/{connection}/{secret}/cobr: as recurrences()."""
        connection = await self.webhook.connection(request)
        numbers = [each.txid for each in _read(request.body, _CobRs).cobsr]
        return await self._store(request, connection, numbers, "recurring_charge", "txid", "cobsr")

    async def _store(
        self, request: Request, connection: UUID, numbers: list[str], table: str, column: str, part: str
    ) -> Response:
        raw: Any = msgspec.json.decode(without_nul(request.body))
        async with self.webhook.database.transaction(SYSTEM) as tx:
            for number, item in zip(numbers, raw[part], strict=True):
                found = await tx.one(
                    f"select company_id, id from {table} where connection_id = %(connection)s and {column} = %(number)s",
                    {"connection": connection, "number": number},
                )
                company, subject = (found["company_id"], found["id"]) if found else (PROVIDER, None)
                await store_message(
                    tx, connection, company, subject, "in", webhook_exchange("/webhooks/pix", {part: [item]})
                )
                await record(
                    tx,
                    f"pix:hint:{'rec' if part == 'recs' else 'cobr'}",
                    company=company,
                    subject=number,
                    actor="webhook",
                    request=request,
                    data={"connection": str(connection), column: number},
                )
        return json_response(Received())


def webhook_routes(database: Database) -> list[Route]:
    calls, address = AutomaticWebhook(Webhook(database)), "/webhooks/pix/{connection:str}/{secret:str}"
    return [
        Route(
            "POST",
            f"{address}/rec",
            "A provider tells of recurrences",
            calls.recurrences,
            public=True,
            answers=Received,
        ),
        Route(
            "POST",
            f"{address}/cobr",
            "A provider tells of recurring charges",
            calls.charges,
            public=True,
            answers=Received,
        ),
    ]


def _read(body: bytes, shape: type[Any]) -> Any:
    try:
        return msgspec.json.decode(without_nul(body), type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise ApiError(400, "invalid_json", "the body is not the callback of API Pix") from None
