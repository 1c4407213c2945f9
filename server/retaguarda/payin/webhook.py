"""Words from the provider: kept, and taken as a hint only (readings 32). What counts is what it says when asked."""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.call import Answer, Call, answer
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.events import record
from retaguarda.payin.messages import keep_message
from retaguarda.payin.model import PROVIDER
from retaguarda.providers.pix import Exchange
from retaguarda.providers.pix.answers import without_nul
from retaguarda.providers.pix.ids import is_end_to_end_id

#: Providers send a few at a time; more in one call is not a provider.
MOST = 1_000


class Received(msgspec.Struct):
    """The answer to a provider: we have it."""

    status: bool = True


class _Told(msgspec.Struct):
    endToEndId: str
    txid: str | None = None


class _Body(msgspec.Struct):
    pix: list[_Told]


@dataclass(frozen=True, slots=True)
class Webhook:
    database: Database

    async def receive(self, call: Call) -> Answer:
        """POST to /webhooks/pix/{connection}/{secret}[/pix]: kept and answered at once; a job reads back.

        A wrong secret answers like a missing page, and nothing is kept: a stranger cannot fill the tables.
        """
        connection = await self.connection(call)
        try:
            body = without_nul(call.body)
            told = msgspec.json.decode(body, type=_Body).pix
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise ApiError(400, "invalid_json", "the body is not the callback of API Pix") from None
        if len(told) > MOST:
            raise ApiError(400, {"pix": ["too_many"]}, f"pix has at most {MOST} items")
        for pix in told:
            if not is_end_to_end_id(pix.endToEndId):
                raise ApiError(400, {"pix.endToEndId": ["invalid"]}, "pix.endToEndId is no endToEndId")
        async with self.database.transaction(SYSTEM) as tx:
            for pix in told:
                charge = await tx.one(
                    "select company_id, id from charge where connection_id = %(connection)s and txid = %(txid)s",
                    {"connection": connection, "txid": pix.txid or ""},
                )
                company = charge["company_id"] if charge else PROVIDER
                await keep_message(
                    tx, connection, company, charge["id"] if charge else None, "in", _exchange(body, pix.endToEndId)
                )
                await record(
                    tx,
                    "payin:hint:received",
                    company=company,
                    subject=pix.endToEndId,
                    actor="webhook",
                    call=call,
                    data={"connection": str(connection), "end_to_end_id": pix.endToEndId},
                )
        return answer(Received())

    async def connection(self, call: Call) -> UUID:
        """Whose address this is.

        Raises:
            ApiError: 404, like a missing page, for one that is nobody's.
        """
        try:
            connection = UUID(call.path_params["connection"])
        except ValueError:
            raise not_found() from None
        given = hashlib.sha256(call.path_params["secret"].encode()).digest()
        async with self.database.transaction(SYSTEM) as tx:
            kept = await tx.value("select webhook_secret from pix_connection where id = %(id)s", {"id": connection})
        if kept is None or not hmac.compare_digest(bytes(kept), given):
            raise not_found()
        return connection


def _exchange(body: bytes, end_to_end_id: str) -> Exchange:
    """What was said of this one payment; the address holds a secret and is not kept."""
    said: Any = msgspec.json.decode(body)
    mine = [item for item in said["pix"] if item.get("endToEndId") == end_to_end_id]
    return said_of("/webhooks/pix", {"pix": mine})


def said_of(url: str, said: Any) -> Exchange:
    """What a provider told at an address of ours, without the secret in it."""
    return Exchange(
        at=datetime.now(UTC), method="POST", url=url, status=200, request=said, response=None, duration_ms=0
    )
