"""Sends a notification to the webhook of a person, signed, and again while it is not taken."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import msgspec

from retaguarda.foundation.database import SYSTEM, Database, Row
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.outbound_http import OutboundClient, OutboundResponse
from retaguarda.foundation.webhook_signature import HEADER, signature, unsealed
from retaguarda.notifications.inbox import language_of
from retaguarda.notifications.texts import TEST, message, title

#: Give up after a day: by then it is no news, and the notification is in the app and in the person's e-mail.
PATIENCE = timedelta(days=1)
#: Seconds before a failed call is repeated.
RETRY_SECONDS = 120


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
        kind, data = row["kind"], row["data"]
        body = _Body(
            id=row["uuid"],
            kind=kind,
            title=title(language, kind, data),
            message=message(language, kind, data),
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
