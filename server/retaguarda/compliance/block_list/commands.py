"""Commands on the block list: add an entry, confirm, extend or end it; upload a file of values."""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID

import msgspec

from retaguarda.compliance.block_list.identify_value import read_value
from retaguarda.compliance.block_list.model import (
    BlockEntry,
    BlockEntryInput,
    BlockUpload,
    BlockUploadInput,
    EntryEnd,
    EntryExtension,
    EntryTerms,
)
from retaguarda.compliance.block_list.queries import (
    EntryRow,
    entry_for_update,
    entry_of,
    entry_subject,
    find_entry,
    find_upload,
    load_entry,
    upload_of,
)
from retaguarda.compliance.block_list.tables import ENTRIES, SCOPE, UPLOADS, WRITE
from retaguarda.compliance.block_list.write_entry import check_terms, columns_of, end_of, write_entry
from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable
from retaguarda.foundation.typed_rows import struct_fields, struct_of

UPLOADED = "compliance:block_upload:create"
_ONE = f"{ENTRIES.path}/{{id:str}}"


async def _add(tx: Tx, principal: Principal, given: BlockEntryInput, path: Mapping[str, str]) -> Done:
    value = read_value("value", given.kind, given.value)
    terms = struct_of(EntryTerms, given)
    await check_terms(tx, terms)
    columns = columns_of(terms, principal.person_id, principal.email, datetime.now(UTC))
    entry = await write_entry(tx, value, columns)
    return Done(str(entry), await load_entry(tx, entry), {"name": value.shown, "lane": given.lane})


async def _confirm(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await entry_for_update(tx, path)
    if row.status != "unconfirmed":
        raise ApiError(409, "block_entry_not_unconfirmed", "this entry waits for nobody")
    _refuse_own(principal, row)
    await tx.execute(
        "update block_entry set confirmed_at = now(), confirmed_by = %(by)s, confirmed_by_id = %(person)s where id = %(id)s",
        {"id": row.id, "by": principal.email, "person": principal.person_id},
    )
    return await _done(tx, row.id)


async def _extend(tx: Tx, principal: Principal, given: EntryExtension, path: Mapping[str, str]) -> Done:
    row = await entry_for_update(tx, path)
    _require_in_force(row)
    until = None if given.until is None else end_of(given.until)
    if row.until is None or (until is not None and until <= row.until):
        raise invalid_field("until", "not_later", "an entry is extended to a later time than it ends now")
    await tx.execute("update block_entry set until = %(until)s where id = %(id)s", {"id": row.id, "until": until})
    return await _done(tx, row.id)


async def _end(tx: Tx, principal: Principal, given: EntryEnd, path: Mapping[str, str]) -> Done:
    row = await entry_for_update(tx, path)
    _require_in_force(row)
    _refuse_own(principal, row)
    if row.source == "order":
        raise ApiError(409, "block_entry_of_order", "a court's order is behind this entry: it ends with the order")
    await tx.execute(
        "update block_entry set ended_at = now(), ended_as = %(how)s, ended_by = %(by)s, ended_by_id = %(person)s,"
        " end_reason = %(reason)s where id = %(id)s",
        {
            "id": row.id,
            "how": given.how,
            "by": principal.email,
            "person": principal.person_id,
            "reason": printable("reason", given.reason),
        },
    )
    return await _done(tx, row.id)


async def _upload(tx: Tx, principal: Principal, given: BlockUploadInput, path: Mapping[str, str]) -> Done:
    await check_terms(tx, given)
    upload: UUID = uuid7()
    terms = struct_fields(EntryTerms, given)
    await tx.execute(
        "insert into block_upload (id, name, content, sha256, terms, added_by, added_by_id)"
        " values (%(id)s, %(name)s, %(content)s, %(sha256)s, %(terms)s::jsonb, %(by)s, %(person)s)",
        {
            "id": upload,
            "name": printable("name", given.name),
            "content": given.content,
            "sha256": hashlib.sha256(given.content).digest(),
            "terms": json_text(terms),
            "by": principal.email,
            "person": principal.person_id,
        },
    )
    made = await find_upload(tx, upload)
    assert made is not None
    return Done(str(upload), upload_of(made), {"name": made.name, "lane": given.lane})


def _require_in_force(row: EntryRow) -> None:
    if row.status not in ("active", "unconfirmed"):
        raise ApiError(409, "block_entry_over", f"this entry is {row.status}")


def _refuse_own(principal: Principal, row: EntryRow) -> None:
    if row.added_by_id == principal.person_id:
        raise ApiError(409, "own_block_entry", "you added this entry; somebody else decides on it")


async def _done(tx: Tx, entry: UUID) -> Done:
    row = await find_entry(tx, entry)
    assert row is not None
    return Done(str(entry), entry_of(row), {"name": row.shown, "lane": row.lane})


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    entry: BlockEntry = done.result
    facts = {
        "value": entry.shown,
        "lane": entry.lane,
        "effect": entry.effect,
        "direction": entry.direction,
        "reason": entry.reason,
    }
    return plan_summary(entry.shown, facts)


def _on_entry(action: str, summary: str, shape: type[msgspec.Struct], apply: object) -> Command:
    return Command(
        name=f"compliance:block_entry:{action}",
        method="POST",
        path=f"{_ONE}/{action}",
        summary=summary,
        permission=WRITE,
        scope=SCOPE,
        planned=action == "end",
        input=shape,
        answers=BlockEntry,
        apply=apply,  # pyright: ignore[reportArgumentType]
        keyed=False,
        subject=entry_subject,
        approvable=True,
        shows=_shows,
    )


COMMANDS = (
    Command(
        name="compliance:block_entry:create",
        method="POST",
        path=ENTRIES.path,
        summary="Put a value on the block list: it binds every payment written from now on",
        permission=WRITE,
        scope=SCOPE,
        planned=True,
        input=BlockEntryInput,
        answers=BlockEntry,
        apply=_add,
        status=201,
        approvable=True,
        shows=_shows,
    ),
    _on_entry("confirm", "Agree to an entry that somebody else added", Nothing, _confirm),
    _on_entry("extend", "Let an entry stand longer", EntryExtension, _extend),
    _on_entry("end", "End an entry that somebody else added", EntryEnd, _end),
    Command(
        name=UPLOADED,
        method="POST",
        path=UPLOADS.path,
        summary="Put a file of values on the block list; a job reads it",
        permission=WRITE,
        scope=SCOPE,
        input=BlockUploadInput,
        answers=BlockUpload,
        apply=_upload,
        status=201,
        approvable=True,
        shows=named_by("name"),
    ),
)
