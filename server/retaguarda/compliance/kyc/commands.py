"""What the provider's staff do with a request before it is proposed."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from retaguarda.compliance.kyc.model import (
    KycAskInput,
    KycNoteInput,
    KycRequest,
    KycRiskInput,
    KycTakeInput,
    KycVerdictInput,
    State,
)
from retaguarda.compliance.kyc.queries import lock_request, request_as_is
from retaguarda.compliance.kyc.run_checks import ask_checks, parties_of
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.staff import assignee_of
from retaguarda.foundation.text_input import printable, printable_or_none

I = TypeVar("I")  # noqa: E741  (the input of a Command)
#: What it answers is told of the event beside the request's number.
Act = Callable[[Tx, Principal, KycRequest, I], Awaitable[Mapping[str, str] | None]]
_WORKED: tuple[State, ...] = ("in_analysis", "awaiting_documents")


def staff_command(name: str, path: str, summary: str, takes: type[I], act: Act[I], *states: State) -> Command[I]:
    """A Command of staff on one request in one of ``states``; any state without them."""

    async def apply(tx: Tx, principal: Principal, given: I, path: Mapping[str, str]) -> Done:
        found = await lock_request(tx, path, *states)
        more = await act(tx, principal, found, given)
        after = await request_as_is(tx, found.id)
        told = {"number": found.number, **(more or {})}
        return Done(
            str(found.id),
            after,
            told if after.state == found.state else told | {"from": found.state, "to": after.state},
        )

    return Command(
        name=f"kyc:request:{name}",
        method="POST",
        path=f"/v1/kyc/requests/{{id:str}}/{path}",
        summary=summary,
        permission=Permission.KYC_REQUESTS_WRITE,
        scope=HOUSE,
        input=takes,
        answers=KycRequest,
        apply=apply,
        keyed=False,
    )


async def tell_merchant(tx: Tx, found: KycRequest, event: str) -> None:
    """Write down for the merchant that its request moved: never who did it, never why inside."""
    await record(
        tx, event, company=found.company_id, subject=str(found.id), actor="retaguarda", data={"number": found.number}
    )


async def review_row(tx: Tx, found: KycRequest) -> None:
    await tx.execute(
        "insert into kyc_review (request_id, subject_company) values (%(id)s, %(company)s) on conflict do nothing",
        {"id": found.id, "company": found.company_id},
    )


async def _take(tx: Tx, principal: Principal, found: KycRequest, given: KycTakeInput) -> Mapping[str, str]:
    to = await assignee_of(tx, principal, "assignee", given.assignee)
    await review_row(tx, found)
    await tx.execute(
        "update kyc_review set assignee_id = %(person)s, assignee = %(email)s, taken_at = coalesce(taken_at, now())"
        " where request_id = %(id)s",
        {"id": found.id, "person": to.id, "email": to.email},
    )
    if found.state == "submitted":
        await tx.execute("update kyc_request set state = 'in_analysis' where id = %(id)s", {"id": found.id})
        await tell_merchant(tx, found, "kyc:request:analysing")
        await ask_checks(tx, principal, found.id, parties_of(found))
    return {"assignee": to.email}


async def _ask(tx: Tx, principal: Principal, found: KycRequest, given: KycAskInput) -> None:
    text = printable("public_text", given.public_text)
    key = {"company": found.company_id, "id": found.id, "text": text}
    n: int = await tx.value(
        "insert into kyc_document (company_id, request_id, n, name, type_field, required, public_text)"
        " select %(company)s, %(id)s, 1 + max(n), %(name)s, 'asked_for', true, %(text)s from kyc_document"
        " where company_id = %(company)s and request_id = %(id)s returning n",
        key | {"name": printable("name", given.name)},
    )
    await tx.execute(
        "insert into kyc_document_review (id, subject_company, request_id, n, decision, public_text, person_id, actor)"
        " values (%(review)s, %(company)s, %(id)s, %(n)s, 'asked', %(text)s, %(person)s, %(by)s)",
        key | {"review": uuid7(), "n": n, "person": principal.person_id, "by": principal.email},
    )
    await ask_merchant(tx, found)


async def ask_merchant(tx: Tx, found: KycRequest) -> None:
    if found.state == "in_analysis":
        await tx.execute("update kyc_request set state = 'awaiting_documents' where id = %(id)s", {"id": found.id})
        await tell_merchant(tx, found, "kyc:request:asked")


async def _risk(tx: Tx, principal: Principal, found: KycRequest, given: KycRiskInput) -> None:
    await review_row(tx, found)
    await tx.execute(
        "update kyc_review set risk = %(risk)s, risk_comment = %(why)s, risk_by_id = %(person)s where request_id = %(id)s",
        {
            "id": found.id,
            "risk": given.risk,
            "why": printable("reason", given.reason),
            "person": principal.person_id,
        },
    )


async def _check(tx: Tx, principal: Principal, found: KycRequest, given: Nothing) -> None:
    await ask_checks(tx, principal, found.id, parties_of(found))


async def _verdict(tx: Tx, principal: Principal, found: KycRequest, given: KycVerdictInput) -> None:
    decided = await tx.value(
        "update kyc_check set verdict = %(verdict)s, verdict_by = %(by)s, verdict_comment = %(why)s"
        " where subject_id = %(id)s and id = %(check)s and newest and state = 'hit' and verdict is null returning id",
        {
            "id": found.id,
            "check": given.check,
            "verdict": given.verdict,
            "by": principal.email,
            "why": printable("comment", given.comment),
        },
    )
    if decided is None:
        raise ApiError(409, "kyc_no_hit", "this check has no hit that waits")


async def _note(keys: PartyKeys, tx: Tx, principal: Principal, found: KycRequest, given: KycNoteInput) -> None:
    """An internal note is sealed under the request's key, as its documents are."""
    internal, public = printable_or_none("internal", given.internal), printable_or_none("public", given.public)
    if internal is None and public is None:
        raise invalid_field("internal", "field_required", "write an internal note, a public one, or both")
    key = {"id": found.id, "company": found.company_id}
    if internal is not None:
        await tx.execute(
            "insert into kyc_note (id, request_id, actor, sealed) values (%(n)s, %(id)s, %(by)s, %(sealed)s)",
            key
            | {
                "n": uuid7(),
                "by": principal.email,
                "sealed": await keys.seal(tx, found.company_id, found.id, internal.encode()),
            },
        )
    if public is not None:
        await tx.execute(
            "insert into kyc_message (company_id, id, request_id, body) values (%(company)s, %(n)s, %(id)s, %(body)s)",
            key | {"n": uuid7(), "body": public},
        )
        await tell_merchant(tx, found, "kyc:request:message")


COMMANDS: tuple[Command[Any], ...] = (
    staff_command(
        "take",
        "take",
        "Take a request on, or give it to somebody of the staff",
        KycTakeInput,
        _take,
        "submitted",
        *_WORKED,
    ),
    staff_command("ask", "ask", "Ask the merchant for one more document", KycAskInput, _ask, *_WORKED),
    staff_command("risk", "risk", "Say how risky the subject is, and why", KycRiskInput, _risk, *_WORKED),
    staff_command("check", "checks", "Ask the providers about the subject", Nothing, _check, *_WORKED),
    staff_command("verdict", "verdict", "Say whether a hit is the subject", KycVerdictInput, _verdict, *_WORKED),
)


def note_command(keys: PartyKeys) -> Command[KycNoteInput]:
    summary = "Write a note to the staff, to the merchant, or to both"
    return staff_command("note", "notes", summary, KycNoteInput, partial(_note, keys))
