"""Invite people by mail, many at once."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.access.grants import Numbers, companies_to_see, give_roles, roles_of, show_companies
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
from retaguarda.identity.addresses import checked_address
from retaguarda.identity.limits import begin_try, count_more, invitation_limits, take_back
from retaguarda.identity.passwords import hash_of_nothing
from retaguarda.settings import Limits

MOST = 50


class InviteInput(msgspec.Struct, forbid_unknown_fields=True):
    """``name`` is the part before the @ where it is not given; ``roles`` and ``companies`` are numbers."""

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


async def _invite(limits: Limits, tx: Tx, principal: Principal, given: InviteInput, path: Mapping[str, str]) -> Done:
    company = principal.chosen()
    counted = invitation_limits(limits, company)
    begun = await begin_try(tx, counted)
    if company == PROVIDER and not principal.internal:
        raise not_found("company")
    roles = await roles_of(tx, company, given.roles)
    others = companies_to_see(principal, company, given.companies)
    name = None if given.name is None else clean_name("name", given.name, 120)
    result = Invitations([], [])
    for email in {each.strip().lower(): each.strip() for each in given.emails}.values():
        try:
            checked_address(email)
        except ApiError:
            result.refused.append(RefusedInvitation(email, "email_address_invalid"))
            continue
        person = await _new_person(tx, principal, email, name or email.partition("@")[0][:120], given.locale)
        if person is not None:
            await give_roles(tx, principal, person, roles)
            await show_companies(tx, person, others)
            await _trace(
                tx, principal, person["id"], "invited", {"roles": [role["name"] for role in roles], "companies": others}
            )
            result.invited.append(Invited(person["id"], email))
        elif await _known(tx, principal, email):
            result.refused.append(RefusedInvitation(email, "already_known"))
        else:
            # Somebody of a company the caller does not see: the mail tells them, the answer tells nobody.
            await tx.execute("select invite_known_elsewhere(%(email)s)", {"email": email})
            result.invited.append(Invited(uuid7(), email))
    if result.invited:
        await count_more(tx, counted, len(result.invited) - 1)
    else:
        await take_back(tx, counted, begun)
    told = {"invited": len(result.invited), "refused": len(result.refused)}
    told |= {"roles": [role["name"] for role in roles], "companies": others}
    return Done(f"company:{company}", result, told)


async def _new_person(tx: Tx, principal: Principal, email: str, name: str, locale: str | None) -> Row | None:
    """None when somebody has this address."""
    return await tx.one(
        "insert into person (id, company_id, email, name, password_hash, internal, locale, joined_at, invited_by)"
        " values (%(id)s, %(company)s, %(email)s, %(name)s, %(hash)s, %(internal)s, %(locale)s, null, %(by)s)"
        " on conflict (lower(email)) do nothing returning *",
        {
            "id": uuid7(),
            "company": principal.chosen(),
            "email": email,
            "name": name,
            "hash": await hash_of_nothing(),
            "internal": principal.chosen() == PROVIDER,
            "locale": locale,
            "by": principal.email,
        },
    )


async def _known(tx: Tx, principal: Principal, email: str) -> bool:
    return bool(
        await tx.value(
            "select true from person where lower(email) = lower(%(email)s) and company_id = any(%(seen)s)",
            {"email": email, "seen": list(principal.companies)},
        )
    )


async def _trace(tx: Tx, principal: Principal, person: UUID, what: str, data: Mapping[str, object]) -> None:
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
