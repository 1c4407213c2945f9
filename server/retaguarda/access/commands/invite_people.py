"""Invites people by mail, many at once."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.access.grants import Numbers, grant_companies, grant_roles, grantable_companies, roles_of
from retaguarda.access.guards import clean_name
from retaguarda.access.plan_facts import of_invitations
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import NEW
from retaguarda.identity.email_addresses import checked_address
from retaguarda.identity.limits import begin_try, cancel_try, count_more, invitation_limits
from retaguarda.identity.passwords import placeholder_hash
from retaguarda.identity.people import add_person
from retaguarda.settings import Limits

MOST = 50


class InviteInput(msgspec.Struct, forbid_unknown_fields=True):
    """``name`` defaults to the part before the @; ``roles`` and ``companies`` are ids."""

    emails: Annotated[list[str], msgspec.Meta(min_length=1, max_length=MOST)]
    roles: Numbers
    name: str | None = None
    companies: Numbers = []
    locale: Literal["pt", "en"] | None = None


class Invited(msgspec.Struct):
    id: UUID
    email: str


class RefusedInvitation(msgspec.Struct):
    email: str
    reason: str


class Invitations(msgspec.Struct):
    invited: list[Invited]
    refused: list[RefusedInvitation]


async def _invite(limits: Limits, tx: Tx, principal: Principal, body: InviteInput, path: Mapping[str, str]) -> Done:
    company = principal.chosen()
    limits_ = invitation_limits(limits, company)
    attempt = await begin_try(tx, limits_)
    if company == PROVIDER and not principal.internal:
        raise not_found("company")
    roles = await roles_of(tx, company, body.roles)
    extra_companies = grantable_companies(principal, company, body.companies)
    name = None if body.name is None else clean_name("name", body.name, 120)
    result = Invitations([], [])
    for email in {each.strip().lower(): each.strip() for each in body.emails}.values():
        try:
            checked_address(email)
        except ApiError:
            result.refused.append(RefusedInvitation(email, "email_address_invalid"))
            continue
        person = await _new_person(tx, principal, email, name or email.partition("@")[0][:120], body.locale)
        if person is not None:
            await grant_roles(tx, principal, person, roles)
            await grant_companies(tx, person, extra_companies)
            await _record_event(
                tx,
                principal,
                person["id"],
                "invited",
                {"roles": [role["name"] for role in roles], "companies": extra_companies},
            )
            result.invited.append(Invited(person["id"], email))
        elif await _sees_person(tx, principal, email):
            result.refused.append(RefusedInvitation(email, "already_known"))
        else:
            # The person belongs to a company that the caller does not see: the mail tells them, the response must not
            # reveal it.
            await tx.execute("select invite_known_elsewhere(%(email)s)", {"email": email})
            result.invited.append(Invited(uuid7(), email))
    if result.invited:
        await count_more(tx, limits_, len(result.invited) - 1)
    else:
        await cancel_try(tx, limits_, attempt)
    data = {"invited": len(result.invited), "refused": len(result.refused)}
    data |= {"roles": [role["name"] for role in roles], "companies": extra_companies}
    return Done(f"company:{company}", result, data)


async def _new_person(tx: Tx, principal: Principal, email: str, name: str, locale: str | None) -> Row | None:
    """Inserts the person; None when the address is taken."""
    return await add_person(
        tx,
        {
            "id": uuid7(),
            "company": principal.chosen(),
            "email": email,
            "name": name,
            "hash": await placeholder_hash(),
            "internal": principal.chosen() == PROVIDER,
            "locale": locale,
            "by": principal.email,
        },
    )


async def _sees_person(tx: Tx, principal: Principal, email: str) -> bool:
    return bool(
        await tx.value(
            "select true from person where lower(email) = lower(%(email)s) and company_id = any(%(seen)s)",
            {"email": email, "seen": list(principal.companies)},
        )
    )


async def _record_event(tx: Tx, principal: Principal, person: UUID, what: str, data: Mapping[str, object]) -> None:
    await record(
        tx,
        f"access:user:{what}",
        company=principal.chosen(),
        subject=str(person),
        actor=principal.email,
        person=principal.person_id,
        data=data,
    )


def invite(limits: Limits) -> Command[InviteInput]:
    return Command(
        name="access:user:invite",
        method="POST",
        path="/rbac/users/invitations",
        summary="Invite people by mail",
        permission=Permission.USERS_WRITE,
        scope=NEW,
        changes_rights=True,
        input=InviteInput,
        answers=Invitations,
        apply=partial(_invite, limits),
        status=201,
        approvable=True,
        shows=of_invitations,
    )
