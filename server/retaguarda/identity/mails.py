"""Mails about a person's account: a consumer turns events into jobs, and the job composes and sends the mail."""

import logging
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from retaguarda.foundation.database import Database, Row, Scope, Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue, TryAgain
from retaguarda.foundation.local_day import format_time
from retaguarda.identity.devices import device
from retaguarda.identity.mail_texts import MAIL_TEXTS, Kind
from retaguarda.identity.mailed_tokens import INVITATION_DAYS, LIFETIME_HOURS, make_token
from retaguarda.identity.password_policy import PRODUCT
from retaguarda.providers.mail import Mail, Mailer, MailRefused, MailUnavailable
from retaguarda.providers.mail.layout import as_html, as_text

log = logging.getLogger("retaguarda.mail")

JOB = "identity.send_mail"

#: Event → kind of mail. The subject of each event is the person.
MAIL_OF_EVENT: dict[str, Kind] = {
    "identity:person:reset_asked": "reset",
    "identity:person:email_change_asked": "email_confirm",
    "identity:person:email_changed": "email_changed",
    "identity:person:password_changed": "password_changed",
    "identity:person:password_reset": "password_changed",
    "identity:second_factor:added": "second_factor_changed",
    "identity:second_factor:replaced": "second_factor_changed",
    "identity:second_factor:removed": "second_factor_changed",
    "identity:recovery_codes:made": "second_factor_changed",
    "identity:passkey:added": "second_factor_changed",
    "identity:passkey:removed": "second_factor_changed",
    "identity:recovery_code:used": "recovery_code_used",
    "identity:session:token_reused": "token_reused",
    "identity:session:new_device": "new_device",
    "access:user:invited": "invite",
    "access:user:resend": "invite",
    "access:user:invited_elsewhere": "invited_elsewhere",
    "access:user:reset_two_factor": "second_factor_reset",
}


def mail_reader(queue: Queue) -> EventConsumer:
    async def take(tx: Tx, events: list[Event]) -> None:
        mail_events = [event for event in events if event.name in MAIL_OF_EVENT]
        await queue.defer(
            tx, JOB, [{"company": e.company_id, "person": e.subject_id, "event": e.id} for e in mail_events]
        )

    return EventConsumer("identity.mails", take, frozenset(MAIL_OF_EVENT))


@dataclass(frozen=True, slots=True)
class Post:
    """Sends the mails. ``address`` is the public URL of this installation."""

    database: Database
    mailer: Mailer
    address: str

    async def send(self, company: int, person: str, event: int) -> None:
        """Sends the mail for an event. It creates the token here, so that only the mail ever holds it."""
        token = ""
        async with self.database.transaction(Scope((company,))) as tx:
            row = await tx.one(_FACTS, {"company": company, "person": person, "event": event})
            if row is None:
                return
            kind = MAIL_OF_EVENT[row["event_name"]]
            if kind == "reset":
                token = await make_token(tx, row, "reset")
            elif kind == "invite":
                if row["joined_at"] is not None:
                    return
                token = await make_token(tx, row, "invite")
            elif kind == "email_confirm":
                if row["pending_email"] is None:
                    return
                token = await make_token(tx, row, "email")
        try:
            await self.mailer.send(compose(kind, row, self.address, token))
        except MailUnavailable as error:
            raise TryAgain(str(error)) from error
        except MailRefused as error:
            log.warning("a mail (%s) to person %s will never arrive: %s", kind, person, error)


#: Skip events older than a day: stale news helps nobody, and a link in them would surprise.
_FACTS = (
    "select p.id, p.company_id, p.name, p.email, p.pending_email, p.locale, p.password_changed_at, p.last_sign_in_at,"
    " p.joined_at, c.name as company, c.time_zone, e.actor, e.name as event_name, e.at, host(e.ip) as ip, e.user_agent, e.data"
    " from event e, person p join company c on c.id = p.company_id"
    " where e.company_id = %(company)s and e.subject_id = %(person)s and e.id = %(event)s and p.id = %(person)s::uuid"
    " and e.at > now() - interval '1 day' and p.disabled_at is null"
)


def compose(kind: Kind, row: Row, address: str, token: str) -> Mail:
    """Composes the mail in the person's language; without one, English (readings 20)."""
    language = row["locale"] or "en"
    text = MAIL_TEXTS[language][kind]
    facts: dict[str, Any] = {
        "name": row["name"],
        "company": row["company"],
        "actor": row["actor"],
        "hours": LIFETIME_HOURS,
        "days": INVITATION_DAYS,
        "at": _moment(row["at"], row["time_zone"], language),
        "ip": row["ip"] or "–",
        "device": device(row["user_agent"]) or "–",
        "new_email": row["data"].get("to", ""),
    }
    subject = text.subject.format_map(facts)
    paragraphs = [paragraph.format_map(facts) for paragraph in text.paragraphs]
    link = f"{address}/?{'ck' if kind == 'email_confirm' else 'tk'}={token}" if token else ""
    to = {"email_confirm": row["pending_email"], "email_changed": row["data"].get("from")}.get(kind) or row["email"]
    closing = f"{PRODUCT} · {address}"
    return Mail(
        kind=kind,
        to=to,
        subject=subject,
        text=as_text(paragraphs, link, closing),
        html=as_html(subject, paragraphs, text.button, link, closing, language),
    )


def _moment(at: datetime, zone: str, language: str) -> str:
    return f"{format_time(at.astimezone(ZoneInfo(zone)), language)} ({zone})"
