"""A person's own webhook: call an address of theirs when something happens, beside or instead of an e-mail.

Each call is signed like those to merchants (``Retaguarda-Signature``, see docs/api.md) and carries one notification in
the person's language. Only the response that sets the address contains the secret.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from urllib.parse import urlsplit

import msgspec

from retaguarda.foundation.errors import not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.public_addresses import normalized_url
from retaguarda.foundation.request import Access, Request, Response, json_response
from retaguarda.foundation.webhook_signature import NewSecret
from retaguarda.identity.person_access import without_account

JOB, TEST_JOB = "notifications.call", "notifications.call_test"


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
