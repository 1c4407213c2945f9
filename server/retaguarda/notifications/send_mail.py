"""Send notifications by e-mail: at once, or as a daily digest in the morning of the person's company."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from retaguarda.foundation.database import SYSTEM, Database, Row
from retaguarda.foundation.jobs import TryAgain
from retaguarda.identity.password_policy import PRODUCT
from retaguarda.notifications.inbox import language_of
from retaguarda.notifications.texts import Language, message, title
from retaguarda.providers.mail import Mail, Mailer, MailRefused, MailUnavailable
from retaguarda.providers.mail.layout import as_html, as_text

log = logging.getLogger("retaguarda.mail")

#: Hour of the morning, by the clock of the person's company.
DIGEST_HOUR = 8
MOST_IN_A_DIGEST = 50

_SUBJECT: dict[Language, str] = {"en": "What happened since yesterday", "pt": "O que aconteceu desde ontem"}
_BUTTON: dict[Language, str] = {"en": "Open", "pt": "Abrir"}


@dataclass(frozen=True, slots=True)
class NotificationMails:
    """Send notifications by e-mail. ``address`` is the public URL of this installation."""

    database: Database
    mailer: Mailer
    address: str

    async def send(self, notification: str) -> None:
        """Send one notification at once. It is sent twice if the process dies between sending and recording."""
        rows = await self._waiting("n.uuid = %(id)s", {"id": UUID(notification)})
        if rows:
            row = rows[0]
            subject = title(language_of("", row["locale"]), row["kind"], row["data"])
            await self._mail(rows, subject, row["redirect"] or "")

    async def digest(self) -> None:
        """Send the digest to each person with unsent notifications for whom it is morning now."""
        people = await self._waiting(
            "f.email = 'daily' and n.created_at > now() - interval '2 days'"
            " and extract(hour from now() at time zone c.time_zone) = %(hour)s",
            {"hour": DIGEST_HOUR},
        )
        for person in dict.fromkeys(row["person_id"] for row in people):
            rows = [row for row in people if row["person_id"] == person]
            try:
                await self._mail(rows, _SUBJECT[language_of("", rows[0]["locale"])], "/dashboard/notifications")
            except TryAgain as error:
                # The next run within the hour retries it; the other people must not wait.
                log.warning("a digest waits: %s", error)

    async def _waiting(self, condition: str, params: dict[str, object]) -> list[Row]:
        async with self.database.transaction(SYSTEM) as tx:
            return await tx.all(f"{_WAITING} and {condition} order by n.person_id, n.id limit 10000", params)

    async def _mail(self, rows: Sequence[Row], subject: str, path: str) -> None:
        language = language_of("", rows[0]["locale"])
        paragraphs = [
            f"{title(language, kind, data)}. {message(language, kind, data)}"
            for kind, data in ((row["kind"], row["data"]) for row in rows[:MOST_IN_A_DIGEST])
        ]
        link, closing = f"{self.address}{path}", f"{PRODUCT} · {self.address}"
        mail = Mail(
            kind="notification",
            to=rows[0]["email"],
            subject=subject,
            text=as_text(paragraphs, link, closing),
            html=as_html(subject, paragraphs, _BUTTON[language], link, closing, language),
        )
        try:
            await self.mailer.send(mail)
        except MailUnavailable as error:
            raise TryAgain(str(error)) from error
        except MailRefused as error:
            log.warning("a notification to person %s will never arrive: %s", rows[0]["person_id"], error)
        async with self.database.transaction(SYSTEM) as tx:
            await tx.execute(
                "update notification set mailed_at = now() where uuid = any (%(ids)s)",
                {"ids": [row["uuid"] for row in rows]},
            )


_WAITING = (
    "select n.uuid, n.person_id, n.kind, n.data, n.redirect, p.email, p.locale from notification n"
    " join person p on p.id = n.person_id join company c on c.id = p.company_id"
    " left join notification_preference f on f.person_id = n.person_id and f.kind = n.kind"
    " where n.mailed_at is null and p.disabled_at is null"
)
