"""Commands on account owners. Nobody verifies a version they wrote."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID

import psycopg

from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import NEW, of_subject, with_second_factor
from retaguarda.foundation.text_input import ReasonInput, printable
from retaguarda.payouts.account_owners.model import (
    AccountOwner,
    AgreementInput,
    OwnerTerms,
    OwnerVersion,
    OwnerVersionInput,
    SignerInput,
    SignerRemoval,
)
from retaguarda.payouts.account_owners.queries import (
    load_owner,
    lock_owner,
    of_owner,
    owner_standing,
    versions_of,
    wrote_newest,
)
from retaguarda.payouts.account_owners.tables import ACCOUNT_OWNERS
from retaguarda.payouts.account_owners.write_version import check_period, write_version

WRITE = Permission.PAYOUT_ACCOUNT_OWNERS_WRITE


async def _add(tx: Tx, principal: Principal, given: OwnerTerms, path: Mapping[str, str]) -> Done:
    owner, company = uuid7(), principal.chosen()
    await tx.execute(
        "insert into account_owner (company_id, id, created_by) values (%(company)s, %(id)s, %(by)s)",
        {"company": company, "id": owner, "by": principal.email},
    )
    await write_version(tx, principal, company, owner, given)
    return await _done(tx, company, owner, version=1)


async def _revise(tx: Tx, principal: Principal, given: OwnerVersionInput, path: Mapping[str, str]) -> Done:
    owner = await lock_owner(tx, principal.chosen(), path_id(path))
    printable("reason", given.reason)
    versions = await versions_of(tx, owner.company_id, owner.id)
    if versions[0].status == "verified":
        raise ApiError(409, "owner_version_waits", "a verified version waits to come into force")
    version = await write_version(tx, principal, owner.company_id, owner.id, given)
    return await _done(tx, owner.company_id, owner.id, version=version)


async def _verify(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    owner, version = await _next(tx, principal, path, "draft")
    if await wrote_newest(tx, principal, owner.company_id, owner.id):
        raise ApiError(409, "own_owner_version", "you wrote this version; somebody else verifies it")
    await tx.execute(
        "update account_owner_version set status = 'verified', verified_at = clock_timestamp(), verified_by = %(by)s,"
        " verifier_id = %(person)s where company_id = %(company)s and owner_id = %(owner)s and version = %(version)s",
        _key(owner, version) | {"by": principal.email, "person": principal.person_id},
    )
    return await _done(tx, owner.company_id, owner.id, version=version.version)


async def _activate(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    owner, version = await _next(tx, principal, path, "verified")
    await tx.execute(
        "update account_owner_version set status = 'superseded'"
        " where company_id = %(company)s and owner_id = %(owner)s and status = 'active'",
        _key(owner, version),
    )
    await tx.execute(
        "update account_owner_version set status = 'active', activated_at = clock_timestamp(), activated_by = %(by)s"
        " where company_id = %(company)s and owner_id = %(owner)s and version = %(version)s",
        _key(owner, version) | {"by": principal.email},
    )
    return await _done(tx, owner.company_id, owner.id, version=version.version)


async def _retire(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    owner = await lock_owner(tx, principal.chosen(), path_id(path))
    await tx.execute(
        "update account_owner set retired_at = clock_timestamp(), retired_by = %(by)s, reason = %(reason)s"
        " where company_id = %(company)s and id = %(id)s",
        {
            "company": owner.company_id,
            "id": owner.id,
            "by": principal.email,
            "reason": printable("reason", given.reason),
        },
    )
    return await _done(tx, owner.company_id, owner.id)


async def _set_agreement(tx: Tx, principal: Principal, given: AgreementInput, path: Mapping[str, str]) -> Done:
    owner = await lock_owner(tx, principal.chosen(), path_id(path))
    printable("reason", given.reason)
    values = {"company": owner.company_id, "owner": owner.id, "method": given.method, "number": given.number}
    written = await tx.execute(
        "insert into account_owner_agreement as a (company_id, owner_id, method, number, last_nsa)"
        " values (%(company)s, %(owner)s, %(method)s, %(number)s, %(nsa)s)"
        " on conflict (company_id, owner_id, method) do update set number = excluded.number, last_nsa = excluded.last_nsa"
        " where a.number <> excluded.number or a.last_nsa <= excluded.last_nsa",
        values | {"nsa": given.last_nsa},
    )
    if not written:
        raise invalid_field("last_nsa", "nsa_falls", "the number of files under an agreement only rises")
    return await _done(tx, owner.company_id, owner.id, method=given.method)


async def _add_signer(tx: Tx, principal: Principal, given: SignerInput, path: Mapping[str, str]) -> Done:
    owner = await lock_owner(tx, principal.chosen(), path_id(path))
    check_period(given.valid_from, given.valid_to)
    try:
        document = parse(given.document)
    except DocumentError as error:
        raise invalid_field("document", "document_invalid", f"no CPF: {error}") from None
    if document.kind != "cpf":
        raise invalid_field("document", "document_cpf", "a signer has a CPF")
    values = {"company": owner.company_id, "id": uuid7(), "owner": owner.id, "document": document.value}
    try:
        await tx.execute(
            "insert into account_owner_signer (company_id, id, owner_id, name, document, valid_from, valid_to)"
            " values (%(company)s, %(id)s, %(owner)s, %(name)s, %(document)s, %(first)s, %(last)s)",
            values | {"name": printable("name", given.name), "first": given.valid_from, "last": given.valid_to},
        )
    except psycopg.errors.UniqueViolation:
        raise ApiError(409, "signer_known", "this owner has a signer with this CPF") from None
    return await _done(tx, owner.company_id, owner.id, signer=given.name)


async def _remove_signer(tx: Tx, principal: Principal, given: SignerRemoval, path: Mapping[str, str]) -> Done:
    owner = await lock_owner(tx, principal.chosen(), path_id(path))
    printable("reason", given.reason)
    removed = await tx.execute(
        "update account_owner_signer set removed_at = clock_timestamp()"
        " where company_id = %(company)s and owner_id = %(owner)s and id = %(id)s and removed_at is null",
        {"company": owner.company_id, "owner": owner.id, "id": given.signer},
    )
    if not removed:
        raise ApiError(409, "signer_unknown", "this owner has no such signer")
    return await _done(tx, owner.company_id, owner.id)


async def _next(
    tx: Tx, principal: Principal, path: Mapping[str, str], status: str
) -> tuple[AccountOwner, OwnerVersion]:
    owner = await lock_owner(tx, principal.chosen(), path_id(path))
    newest = (await versions_of(tx, owner.company_id, owner.id))[0]
    if newest.status != status:
        raise ApiError(409, "owner_version_not_in_state", f"the newest version is {newest.status}, not {status}")
    return owner, newest


def _key(owner: AccountOwner, version: OwnerVersion) -> dict[str, Any]:
    return {"company": owner.company_id, "owner": owner.id, "version": version.version}


async def _done(tx: Tx, company: int, owner: UUID, **data: str | int) -> Done:
    result = await load_owner(tx, company, owner)
    return Done(str(owner), result, {"name": result.name, **data})


_command = partial(
    Command,
    method="POST",
    permission=WRITE,
    planned=True,
    answers=AccountOwner,
    approvable=True,
    shows=named_by("name"),
)


def _on_owner(action: str, summary: str, apply: Any, shape: type[Any]) -> Command[Any]:
    return _command(
        name=f"payouts:account_owner:{action}",
        path=f"{ACCOUNT_OWNERS.path}/{{id:str}}/{action.replace('_', '-')}",
        summary=summary,
        scope=with_second_factor(of_subject(of_owner)),
        input=shape,
        apply=apply,
        subject=owner_standing,
        keyed=False,
    )


COMMANDS: tuple[Command[Any], ...] = (
    _command(
        name="payouts:account_owner:add",
        path=ACCOUNT_OWNERS.path,
        summary="Record who holds an account that payouts are taken from",
        scope=with_second_factor(NEW),
        input=OwnerTerms,
        apply=_add,
        status=201,
    ),
    _on_owner("revise", "Write the next version of an account owner, or its draft anew", _revise, OwnerVersionInput),
    _on_owner("verify", "Verify a version that somebody else wrote", _verify, Nothing),
    _on_owner("activate", "Put a verified version into force; the one before gives way", _activate, Nothing),
    _on_owner("retire", "Retire an account owner: nothing is taken from its account any more", _retire, ReasonInput),
    _on_owner("set_agreement", "Set the number of the agreement for a way to pay", _set_agreement, AgreementInput),
    _on_owner("add_signer", "Add somebody who signs for the owner", _add_signer, SignerInput),
    _on_owner("remove_signer", "Remove somebody who signs for the owner", _remove_signer, SignerRemoval),
)
