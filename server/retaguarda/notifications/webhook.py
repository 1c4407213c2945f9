"""A person's own webhook: call an address of theirs when something happens, beside or instead of an e-mail.

Each call is signed like those to merchants (``Retaguarda-Signature``, see docs/api.md) and carries one notification in
the person's language. Only the response that sets the address contains the secret.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import msgspec

from retaguarda.foundation.database import SYSTEM, Database, Row
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import Queue, TryAgain
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.outbound_http import OutboundClient, OutboundResponse
from retaguarda.foundation.public_addresses import normalized_url
from retaguarda.foundation.request import Access, Request, Response, json_response
from retaguarda.foundation.webhook_signature import HEADER, NewSecret, signature, unsealed
from retaguarda.identity.person_access import without_account
from retaguarda.notifications.inbox import language_of
from retaguarda.notifications.texts import TEST, WORDS, message

JOB, TEST_JOB = "notifications.call", "notifications.call_test"
#: Give up after a day: by then it is no news, and the notification is in the app and in the person's e-mail.
PATIENCE = timedelta(days=1)
#: Seconds before a failed call is repeated.
RETRY_SECONDS = 120


class WebhookInput(msgspec.Struct, forbid_unknown_fields=True):
    url: Annotated[str, msgspec.Meta(min_length=1, max_length=2_048)]


class Webhook(msgspec.Struct):
    """The address and its last call; all null without an address. ``last_error``: a stable key, null when there was a
    response."""

    url: str | None = None
    created_at: datetime | None = None
    tried_at: datetime | None = None
    last_status: int | None = None
    last_error: str | None = None


class WebhookWithSecret(msgspec.Struct):
    url: str
    secret: str


class Removed(msgspec.Struct):
    message: str = "webhook_removed"


class TestAsked(msgspec.Struct):
    message: str = "webhook_tested"


@dataclass(frozen=True, slots=True)
class Webhooks:
    """The routes of a person's webhook. ``private``: allow addresses of this machine, for development."""

    access: Access
    keys: Keys
    queue: Queue
    private: bool

    async def get(self, request: Request) -> Response:
        async with self.access.open(without_account(request), None) as (tx, principal):
            row = await tx.one(
                "select url, created_at, tried_at, last_status, last_error from notification_webhook"
                " where person_id = %(person)s",
                {"person": principal.person_id},
            )
            return json_response(Webhook(**row) if row else Webhook())

    async def put(self, request: Request) -> Response:
        """Set the address, with a new secret each time."""
        given = request.read(WebhookInput)
        secret = NewSecret.of(self.keys)
        async with self.access.open(without_account(request), None) as (tx, principal):
            url = normalized_url(given.url, private=self.private)
            await tx.execute(
                "insert into notification_webhook as w (person_id, company_id, url, secret)"
                " values (%(person)s, %(company)s, %(url)s, %(secret)s) on conflict (person_id) do update"
                " set url = %(url)s, secret = %(secret)s, created_at = now(),"
                " tried_at = null, last_status = null, last_error = null",
                {"person": principal.person_id, "company": principal.company_id, "url": url, "secret": secret.sealed},
            )
            await record(
                tx,
                "notifications:webhook:set",
                company=principal.company_id,
                subject=str(principal.person_id),
                actor=principal.email,
                person=principal.person_id,
                request=request,
                # Path and query of an address may be a secret, so record the host only.
                data={"host": host_of(url)},
            )
        return json_response(WebhookWithSecret(url, secret.text))

    async def delete(self, request: Request) -> Response:
        """Remove the address; the preferences stay for a next one. Safe to repeat."""
        async with self.access.open(without_account(request), None) as (tx, principal):
            gone = await tx.one(
                "delete from notification_webhook where person_id = %(person)s returning url",
                {"person": principal.person_id},
            )
            if gone is not None:
                await record(
                    tx,
                    "notifications:webhook:removed",
                    company=principal.company_id,
                    subject=str(principal.person_id),
                    actor=principal.email,
                    person=principal.person_id,
                    request=request,
                    data={"host": host_of(gone["url"])},
                )
        return json_response(Removed())

    async def test(self, request: Request) -> Response:
        """Queue one test call; its result appears with the address."""
        async with self.access.open(without_account(request), None) as (tx, principal):
            found = await tx.one(
                "update notification_webhook set tried_at = null, last_status = null, last_error = null"
                " where person_id = %(person)s returning person_id",
                {"person": principal.person_id},
            )
            if found is None:
                raise not_found("webhook")
            await self.queue.defer(
                tx, TEST_JOB, [{"person": str(principal.person_id)}], lock=lock_of(principal.person_id)
            )
        return json_response(TestAsked(), status=202)


def host_of(url: str) -> str:
    return urlsplit(url).netloc


def lock_of(person: object) -> str:
    """Return the queue lock that keeps calls to one person's address sequential, without delaying anybody else's."""
    return f"notifications.call:{person}"


class _Body(msgspec.Struct):
    """The body of a call. ``id`` is the same whenever the notification is sent again."""

    id: UUID
    kind: str
    title: str
    message: str
    link: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class PersonWebhook:
    """Call people's webhooks. ``address`` is the public URL of this installation."""

    database: Database
    keys: Keys
    caller: OutboundClient
    address: str

    async def call(self, notification: str) -> None:
        """Send one notification. It is sent twice, with the same id, if the process dies before recording it."""
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one(_WAITING, {"id": UUID(notification)})
        if row is None:
            return
        language = language_of("", row["locale"])
        body = _Body(
            id=row["uuid"],
            kind=row["kind"],
            title=WORDS[language][row["kind"]].title,
            message=message(language, row["kind"], row["data"]),
            link=f"{self.address}{row['redirect'] or '/dashboard/notifications'}",
            created_at=row["created_at"],
        )
        response = await self._post(row, body)
        if response.ok:
            async with self.database.transaction(SYSTEM) as tx:
                await tx.execute("update notification set called_at = now() where uuid = %(uuid)s", row)
        elif row["created_at"] > datetime.now(UTC) - PATIENCE:
            raise TryAgain(
                f"the webhook of person {row['person_id']} answered {response.status or response.error}", RETRY_SECONDS
            )

    async def test(self, person: str) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one(
                "select w.person_id, w.url, w.secret, p.locale from notification_webhook w join person p on p.id = w.person_id"
                " where w.person_id = %(person)s and p.disabled_at is null",
                {"person": UUID(person)},
            )
        if row is None:
            return
        words = TEST[language_of("", row["locale"])]
        link = f"{self.address}/dashboard/settings/account/notifications"
        await self._post(row, _Body(uuid4(), "test", words.title, words.message, link, datetime.now(UTC)))

    async def _post(self, row: Row, body: _Body) -> OutboundResponse:
        text = msgspec.json.encode(body)
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Retaguarda-Notifications/1",
            HEADER: signature([unsealed(self.keys, bytes(row["secret"]))], text, int(time.time())),
        }
        response = await self.caller.post(row["url"], text, headers)
        async with self.database.transaction(SYSTEM) as tx:
            # If the person has set another address meanwhile, this result does not apply to it.
            await tx.execute(
                "update notification_webhook set tried_at = now(), last_status = %(status)s, last_error = %(error)s"
                " where person_id = %(person)s and url = %(url)s",
                {"person": row["person_id"], "url": row["url"], "status": response.status, "error": response.error},
            )
        return response


_WAITING = (
    "select n.uuid, n.person_id, n.kind, n.data, n.redirect, n.created_at, p.locale, w.url, w.secret from notification n"
    " join person p on p.id = n.person_id join notification_webhook w on w.person_id = n.person_id"
    " join notification_preference f on f.person_id = n.person_id and f.kind = n.kind and f.webhook"
    " where n.uuid = %(id)s and n.called_at is null and p.disabled_at is null"
)
