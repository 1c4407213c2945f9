"""Commands on suspects: add one, and take it away. Who added an entry never takes it away."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any

import psycopg

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.mask_key import mask_key
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable
from retaguarda.payouts.payees.add_destination import read_destination, read_document
from retaguarda.payouts.payees.identify_destination import load_names
from retaguarda.payouts.suspects.model import Suspect, SuspectInput, SuspectRemoval
from retaguarda.payouts.suspects.queries import load_suspect, suspect_for_update, suspect_subject
from retaguarda.payouts.suspects.tables import SCOPE, SUSPECTS, WRITE

#: For the reading of a destination, which asks for its owner; nothing of it is kept.
_ANYBODY = ("-", "11222333000181")


async def _add(keys: Keys, tx: Tx, principal: Principal, given: SuspectInput, path: Mapping[str, str]) -> Done:
    names = await load_names(tx, keys)
    if (given.account is not None) + (given.key is not None) + (given.document is not None) != 1:
        raise ApiError(400, {"account": ["one_of_three"]}, "give one of account, key and document")
    if given.until is not None and given.until <= datetime.now(UTC):
        raise invalid_field("until", "day_in_past", "until is in the past")
    if given.document is not None:
        document = read_document(given.document)
        kind, digest, shown = "document", names.of_document(document), mask_text(document)
    else:
        place = await read_destination(tx, *_ANYBODY, given.account, given.key)
        kind, digest, shown = "destination", names.of_destination(place), shown_place(place)
    entry = uuid7()
    await tx.execute("savepoint adding")
    try:
        await tx.execute(
            _INSERT,
            {
                "id": entry,
                "kind": kind,
                "hash": digest,
                "shown": shown,
                "cause": given.cause,
                "evidence": printable("evidence", given.evidence),
                "until": given.until,
                "by": principal.email,
                "person": principal.person_id,
            },
        )
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint adding")
        raise ApiError(409, "suspect_known", "this stands on the list already") from None
    return Done(str(entry), await load_suspect(tx, entry), {"name": shown, "cause": given.cause})


async def _remove(tx: Tx, principal: Principal, given: SuspectRemoval, path: Mapping[str, str]) -> Done:
    row = await suspect_for_update(tx, path)
    if row.removed_at is not None:
        raise ApiError(409, "suspect_removed", "this was taken off the list already")
    if row.added_by_id == principal.person_id:
        raise ApiError(409, "own_suspect", "you added this entry; somebody else takes it away")
    await tx.execute(
        "update suspect set removed_at = now(), removed_by = %(by)s, removed_by_id = %(person)s, removal_reason = %(reason)s"
        " where id = %(id)s",
        {
            "id": row.id,
            "by": principal.email,
            "person": principal.person_id,
            "reason": printable("reason", given.reason),
        },
    )
    return Done(str(row.id), await load_suspect(tx, row.id), {"name": row.shown, "cause": row.cause})


def shown_place(place: Mapping[str, Any]) -> str:
    """A destination as people may see it: a key or an account, masked."""
    if place["kind"] == "account":
        return f"{place['bank_name']} · {place['branch']} · ***{place['number'][-4:]}"
    return mask_key(place["pix_key"])


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    suspect: Suspect = done.result
    facts = {"shown": suspect.shown, "cause": suspect.cause, "evidence": suspect.evidence}
    return plan_summary(suspect.shown, facts)


_INSERT = """
    insert into suspect (id, kind, hash, shown, cause, evidence, until, added_by, added_by_id)
    values (%(id)s, %(kind)s, %(hash)s, %(shown)s, %(cause)s, %(evidence)s, %(until)s, %(by)s, %(person)s)
"""

REMOVE_SUSPECT = Command(
    name="payouts:suspect:remove",
    method="POST",
    path=f"{SUSPECTS.path}/{{id:str}}/remove",
    summary="Take a destination or document off the list of suspects",
    permission=WRITE,
    scope=SCOPE,
    planned=True,
    input=SuspectRemoval,
    answers=Suspect,
    apply=_remove,
    keyed=False,
    subject=suspect_subject,
    approvable=True,
    shows=_shows,
)


def commands(keys: Keys) -> tuple[Command[Any], ...]:
    add = Command(
        name="payouts:suspect:create",
        method="POST",
        path=SUSPECTS.path,
        summary="Put a destination or a document on the list of suspects: nothing is paid there",
        permission=WRITE,
        scope=SCOPE,
        planned=True,
        input=SuspectInput,
        answers=Suspect,
        apply=partial(_add, keys),
        status=201,
        approvable=True,
        shows=_shows,
    )
    return add, REMOVE_SUSPECT
