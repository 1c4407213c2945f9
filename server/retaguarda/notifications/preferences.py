"""A person's preferences for each kind: on screen, by e-mail, by webhook."""

from dataclasses import dataclass
from typing import Any

import msgspec

from retaguarda.foundation.errors import invalid_field, not_found
from retaguarda.foundation.request import Access, Request, Response, json_response
from retaguarda.identity.person_access import without_account
from retaguarda.notifications.inbox import language_of
from retaguarda.notifications.kinds import ByMail, Group, Kind, received_by
from retaguarda.notifications.texts import WORDS, Language


class Preference(msgspec.Struct):
    kind: str
    group: Group
    title: str
    in_app: bool
    email: ByMail
    #: Only for a person who has set a webhook address.
    webhook: bool
    #: The e-mail is sent at once whatever is chosen.
    mandatory: bool


class PreferenceInput(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    in_app: bool | msgspec.UnsetType = msgspec.UNSET
    email: ByMail | msgspec.UnsetType = msgspec.UNSET
    webhook: bool | msgspec.UnsetType = msgspec.UNSET


@dataclass(frozen=True, slots=True)
class Preferences:
    access: Access

    async def all(self, request: Request) -> Response:
        """List the preferences for the kinds that this person can receive."""
        locale_asked = dict(request.query).get("locale", "")
        async with self.access.open(without_account(request), None) as (tx, principal):
            language = language_of(locale_asked, principal.locale)
            rows = await tx.all(
                "select kind, in_app, email, webhook from notification_preference where person_id = %(person)s",
                {"person": principal.person_id},
            )
            chosen = {row["kind"]: row for row in rows}
            kinds = received_by(principal.permissions, internal=principal.internal)
            return json_response([_to_preference(kind, language, chosen.get(kind.key)) for kind in kinds])

    async def change(self, request: Request) -> Response:
        given = request.read(PreferenceInput)
        async with self.access.open(without_account(request), None) as (tx, principal):
            kind = next(
                (
                    kind
                    for kind in received_by(principal.permissions, internal=principal.internal)
                    if kind.key == given.kind
                ),
                None,
            )
            if kind is None:
                raise not_found("kind")
            if kind.group == "security" and given.in_app is False:
                raise invalid_field("in_app", "not_allowed", "what concerns your own security is always shown")
            if kind.mandatory and given.email not in ("now", msgspec.UNSET):
                raise invalid_field("email", "not_allowed", "who holds this is always told by e-mail, at once")
            row = await tx.one(
                _CHANGE,
                {
                    "person": principal.person_id,
                    "company": principal.company_id,
                    "kind": kind.key,
                    "in_app": None if given.in_app is msgspec.UNSET else given.in_app,
                    "email": None if given.email is msgspec.UNSET else given.email,
                    "by_mail": kind.by_mail,
                    "webhook": None if given.webhook is msgspec.UNSET else given.webhook,
                },
            )
            assert row is not None
            return json_response(_to_preference(kind, language_of("", principal.locale), row))


#: Fields that were not given keep their value.
_CHANGE = (
    "insert into notification_preference as f (person_id, company_id, kind, in_app, email, webhook) values (%(person)s,"
    " %(company)s, %(kind)s, coalesce(%(in_app)s::boolean, true), coalesce(%(email)s::text, %(by_mail)s),"
    " coalesce(%(webhook)s::boolean, false))"
    " on conflict (person_id, kind) do update set in_app = coalesce(%(in_app)s::boolean, f.in_app),"
    " email = coalesce(%(email)s::text, f.email), webhook = coalesce(%(webhook)s::boolean, f.webhook)"
    " returning in_app, email, webhook"
)


def _to_preference(kind: Kind, language: Language, chosen: dict[str, Any] | None) -> Preference:
    name = WORDS[language][kind.key].name
    chosen = chosen or {"in_app": True, "email": kind.by_mail, "webhook": False}
    return Preference(
        kind=kind.key,
        group=kind.group,
        title=name,
        in_app=chosen["in_app"],
        email="now" if kind.mandatory else chosen["email"],
        webhook=chosen["webhook"],
        mandatory=kind.mandatory,
    )
