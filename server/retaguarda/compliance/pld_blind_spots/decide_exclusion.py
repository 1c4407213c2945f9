"""Declare a situation of Carta Circular 4.001 not applicable, decide about it as another person, and end it."""

from collections.abc import Mapping
from uuid import UUID

from retaguarda.compliance.pld_blind_spots.model import Exclusion, ExclusionDecision, ExclusionInput
from retaguarda.compliance.pld_blind_spots.queries import find_exclusion
from retaguarda.compliance.pld_blind_spots.tables import WRITE
from retaguarda.compliance.pld_rules.queries import typologies
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import ReasonInput, printable

PATH = "/v1/pld-engine/exclusions"


async def _propose(tx: Tx, principal: Principal, given: ExclusionInput, path: Mapping[str, str]) -> Done:
    if given.code not in typologies():
        raise invalid_field("code", "not_found", f"Carta Circular 4.001 has no code {given.code} that we know")
    await _refuse_covered(tx, given.code)
    made = await tx.value(
        "insert into pld_exclusion (id, code, reason, proposer, proposed_by)"
        " values (%(id)s, %(code)s, %(reason)s, %(person)s, %(by)s) on conflict do nothing returning id",
        {
            "id": uuid7(),
            "code": given.code,
            "reason": printable("reason", given.reason),
            "person": principal.person_id,
            "by": principal.email,
        },
    )
    if made is None:
        raise ApiError(409, "exclusion_known", f"{given.code} is declared not applicable, or somebody proposed it")
    return await _done(tx, principal, made)


async def _decide(tx: Tx, principal: Principal, given: ExclusionDecision, path: Mapping[str, str]) -> Done:
    found = await _locked(tx, principal, path)
    if found.status != "proposed":
        raise ApiError(409, "exclusion_decided", f"somebody decided about {found.code} already")
    if not found.may_decide:
        raise ApiError(403, "own_proposal", "another person than who proposed it decides")
    if given.agree:
        # A rule may have come into force since.
        await _refuse_covered(tx, found.code)
    await tx.execute(
        "update pld_exclusion set status = %(status)s, decider = %(person)s, decided_by = %(by)s, decided_at = now()"
        " where id = %(id)s",
        {
            "id": found.id,
            "status": "in_force" if given.agree else "refused",
            "person": principal.person_id,
            "by": principal.email,
        },
    )
    return await _done(tx, principal, found.id, agree=given.agree)


async def _end(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    found = await _locked(tx, principal, path)
    if found.status != "in_force":
        raise ApiError(409, "exclusion_not_in_force", f"{found.code} is not declared not applicable")
    await tx.execute(
        "update pld_exclusion set status = 'ended', end_reason = %(reason)s, ended_by = %(by)s, ended_at = now() where id = %(id)s",
        {"id": found.id, "reason": printable("reason", given.reason), "by": principal.email},
    )
    return await _done(tx, principal, found.id)


async def _refuse_covered(tx: Tx, code: str) -> None:
    """Wait for whoever brings a rule into force (``pld_exclusion_ends``), and refuse what a rule in force looks for."""
    await tx.execute("select pg_advisory_xact_lock(hashtextextended('pld_exclusion', 0))")
    if await tx.value(_NAMED, {"code": code}):
        raise ApiError(409, "exclusion_covered", f"an active rule looks for {code}: it does apply")


async def _locked(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Exclusion:
    found = await find_exclusion(tx, path_id(path), principal.person_id, lock=True)
    if found is None:
        raise not_found("exclusion")
    return found


async def _done(tx: Tx, principal: Principal, exclusion: UUID, **more: object) -> Done:
    found = await find_exclusion(tx, exclusion, principal.person_id)
    assert found is not None
    return Done(str(found.id), found, {"code": found.code, "reason": found.reason, **more})


_NAMED = "select exists (select from pld_rule_version where status = 'active' and %(code)s = any(typologies))"

EXCLUSIONS = (
    Command(
        name="pld:exclusion:propose",
        method="POST",
        path=PATH,
        summary="Propose that a situation of Carta Circular 4.001 does not apply here; another person decides",
        permission=WRITE,
        scope=HOUSE,
        input=ExclusionInput,
        answers=Exclusion,
        apply=_propose,
        status=201,
    ),
    Command(
        name="pld:exclusion:decide",
        method="POST",
        path=f"{PATH}/{{id:str}}/decide",
        summary="Agree that a situation does not apply, or refuse it, as another person than proposed it",
        permission=WRITE,
        scope=HOUSE,
        input=ExclusionDecision,
        answers=Exclusion,
        apply=_decide,
    ),
    Command(
        name="pld:exclusion:end",
        method="POST",
        path=f"{PATH}/{{id:str}}/end",
        summary="Say that a situation applies again",
        permission=WRITE,
        scope=HOUSE,
        input=ReasonInput,
        answers=Exclusion,
        apply=_end,
    ),
)
