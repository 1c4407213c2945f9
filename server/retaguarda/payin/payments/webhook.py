"""Receives the provider's webhook about payments: stores it and takes it as a hint only (readings 32). A job reads the
true state.
"""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.moved_company import moved
from retaguarda.foundation.request import PROVIDER, Request, Response, json_response
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.processors.provider_messages import text_of
from retaguarda.providers.pix import Exchange
from retaguarda.providers.pix.decode_answer import without_nul
from retaguarda.providers.pix.ids import is_end_to_end_id

#: Items in one request. Providers send a few; more is no provider.
MOST = 1_000

_Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class Received(msgspec.Struct):
    """The response to a provider: we have it."""

    status: bool = True


class _PixItem(msgspec.Struct):
    """``gnExtras`` names our order where the notice is about a Pix that we sent, as Efí's are."""

    endToEndId: str
    txid: str | None = None
    horario: Any = None
    gnExtras: Any = None

    @property
    def sent(self) -> bool:
        return isinstance(self.gnExtras, dict) and isinstance(self.gnExtras.get("idEnvio"), str)

    @property
    def at(self) -> datetime | None:
        """Return when it was paid, where given in API Pix's form."""
        try:
            return msgspec.convert(self.horario, _Moment)
        except msgspec.ValidationError:
            return None


class _Body(msgspec.Struct):
    pix: list[_PixItem]


@dataclass(frozen=True, slots=True)
class Webhook:
    database: Database

    async def receive(self, request: Request) -> Response:
        """POST to /webhooks/pix/{connection}/{secret}[/pix]: store it and respond at once; a job reads back.

        A wrong secret responds like a missing page and stores nothing: a stranger cannot fill the tables.
        """
        async with self.database.transaction(SYSTEM) as tx:
            connection = await _connection(tx, request)
            raw, items = _read(request.body)
            if items:
                # One event for the body: its merchant's when it holds one payment, the provider's when many.
                await tx.execute(_STORE, _store_params(connection, request, raw, items))
        return json_response(Received())

    async def connection(self, request: Request) -> UUID:
        """Return the connection that the webhook's address belongs to.

        Raises:
            ApiError: 404, like a missing page, when it is nobody's.
        """
        async with self.database.transaction(SYSTEM) as tx:
            return await _connection(tx, request)


async def _connection(tx: Tx, request: Request) -> UUID:
    try:
        connection = UUID(request.path_params["connection"])
    except ValueError:
        raise not_found() from None
    given = hashlib.sha256(request.path_params["secret"].encode()).digest()
    stored = await fetch_one(tx, _Address, _ADDRESS, {"id": connection})
    if stored is None or not hmac.compare_digest(bytes(stored.webhook_secret), given):
        raise not_found()
    if stored.moved_to is not None:
        raise moved(stored.moved_to)
    return connection


class _Address(msgspec.Struct):
    webhook_secret: bytes
    moved_to: str | None


#: Of a definer's function: who has left is not seen here any more.
_ADDRESS = "select webhook_secret, moved_to from pix_connection_address(%(id)s)"


def _read(body: bytes) -> tuple[list[Any], list[_PixItem]]:
    """Parse the body: the raw items, and the same as typed.

    Raises:
        ApiError: 400 when it is not the callback of API Pix.
    """
    try:
        raw: Any = msgspec.json.decode(without_nul(body))
        items = msgspec.convert(raw, _Body).pix
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise ApiError(400, "invalid_json", "the body is not the callback of API Pix") from None
    if len(items) > MOST:
        raise ApiError(400, {"pix": ["too_many"]}, f"pix has at most {MOST} items")
    for pix in items:
        if not is_end_to_end_id(pix.endToEndId):
            raise ApiError(400, {"pix.endToEndId": ["invalid"]}, "pix.endToEndId is no endToEndId")
    return raw["pix"], items


_STORE = """
with l as materialized (
  select r.*, c.company_id as company, c.id as charge
    from jsonb_to_recordset(%(rows)s::jsonb) r (id uuid, e2e text, txid text, said jsonb)
    left join charge c on c.connection_id = %(connection)s and c.txid = r.txid
), kept as (
  insert into provider_message (company_id, id, connection_id, charge_id, at, direction, method, url, status, request, response, duration_ms)
  select coalesce(l.company, %(provider)s), l.id, %(connection)s, l.charge, %(at)s, 'in', 'POST', '/webhooks/pix', 200, l.said, 'null', 0 from l
)
select event_write(case count(*) when 1 then coalesce(min(l.company), %(provider)s) else %(provider)s end, 'payin:hint:received',
                   min(l.e2e), 'webhook', %(data)s::jsonb, %(request)s, %(ip)s, %(agent)s)
  from l
"""


def _store_params(connection: UUID, request: Request, raw: list[Any], items: list[_PixItem]) -> dict[str, Any]:
    """Return the parameters of _KEEP. The request's address holds a secret, so it is not stored."""
    rows = [
        {"id": uuid7(), "e2e": pix.endToEndId, "txid": pix.txid, "said": {"pix": [item]}}
        for pix, item in zip(items, raw, strict=True)
    ]
    # A Pix from one of our merchants to another has one number on both sides: each side's notice is that side's.
    received, sent = ([pix for pix in items if pix.sent is side] for side in (False, True))
    data: dict[str, Any] = {"connection": connection, "end_to_end_ids": [pix.endToEndId for pix in received]}
    if sent:
        data["sent_ids"] = [pix.endToEndId for pix in sent]
    moments = [at for pix in received if (at := pix.at) is not None]
    if moments and len(moments) == len(received):
        data |= {"since": _utc(min(moments)), "until": _utc(max(moments))}
    return {
        "rows": text_of(rows),
        "connection": connection,
        "provider": PROVIDER,
        "at": datetime.now(UTC),
        "request": request.request_id,
        "ip": request.ip,
        "agent": request.user_agent,
        "data": text_of(data),
    }


def _utc(at: datetime) -> str:
    """Format with a fixed length, so that text order is time order."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def webhook_exchange(url: str, raw: Any) -> Exchange:
    """Return a provider's webhook as an exchange, with ``url`` free of the secret."""
    return Exchange(at=datetime.now(UTC), method="POST", url=url, status=200, request=raw, response=None, duration_ms=0)
