"""Writes approved communications into files, hands them over, and takes COAF's answer."""

import hashlib
from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.cases.queries import case_file_for_update
from retaguarda.cases.transitions import add_step, move_file
from retaguarda.compliance.coaf.check_communication import layout
from retaguarda.compliance.coaf.model import (
    CoafAnswerInput,
    CoafExport,
    CoafFile,
    CoafFiles,
    CoafSend,
)
from retaguarda.compliance.coaf.parse_answer import parse_answer
from retaguarda.compliance.coaf.queries import FileRow, communication_now, file_for_update, file_of
from retaguarda.compliance.coaf.seal_texts import SELECT_COMMUNICATIONS, ToldTexts, texts_of
from retaguarda.compliance.coaf.tables import COAF_FILES, SEND
from retaguarda.compliance.coaf.write_file import origin_of, split
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE

#: What a receipt makes of a communication, by what its file asked for.
_RECEIPTED = {"send": "receipted", "rectify": "rectified", "cancel": "cancelled"}


#: From when on no file has its batch yet, which names a second of Brasília.
_FREE_MOMENT = """
    select greatest(clock_timestamp(), max(to_timestamp(right(batch_id, 14), 'DDMMYYYYHH24MISS')::timestamp at time zone 'America/Sao_Paulo')
                                       + interval '1 second')
      from coaf_file
"""


async def _create(texts: ToldTexts, tx: Tx, principal: Principal, given: CoafExport, path: Mapping[str, str]) -> Done:
    approved = await tx.all(
        f"{SELECT_COMMUNICATIONS} where c.status = 'approved' and c.intent = %(kind)s order by c.number for update of c",
        {"kind": given.kind},
    )
    rows = [texts.opened_whole(each) for each in approved]
    if not rows:
        raise ApiError(409, "nothing_to_export", "no communication of this kind is approved")
    # One export after the other, so that no two files have one batch.
    await tx.execute("select pg_advisory_xact_lock(hashtext('coaf_file'))")
    at, reporter = await tx.value(_FREE_MOMENT), await tx.value("select document from company where id = 1")
    files = list[CoafFile]()
    for batch_id, part, content in split(given.kind, at, reporter, rows):
        own, carried = uuid7(), msgspec.json.encode({"reporter": reporter, "rows": part})
        row = await tx.one(
            "insert into coaf_file (id, kind, layout, batch_id, sealed, bytes, size, sha256, carried, created_by)"
            " values (%(id)s, %(kind)s, %(layout)s, %(batch)s, true, %(bytes)s, %(size)s, %(sha256)s, %(carried)s, %(by)s)"
            " returning *",
            {
                "id": own,
                "kind": given.kind,
                "layout": layout()["version"],
                "batch": batch_id,
                "bytes": await texts.seal_of_file(tx, own, content),
                "size": len(content),
                "sha256": hashlib.sha256(content).digest(),
                "carried": await texts.seal_of_file(tx, own, carried),
                "by": principal.email,
            },
        )
        file = msgspec.convert(row, FileRow)
        await tx.execute(
            "insert into coaf_file_case (file_id, case_id) select %(file)s, unnest(%(cases)s::uuid[])",
            {"file": own, "cases": list({each.case_id for each in part})},
        )
        await tx.execute(
            "update coaf_communication set status = 'exported', file_id = %(file)s, updated_at = now() where id = any(%(ids)s)",
            {"file": file.id, "ids": [each.id for each in part]},
        )
        files.append(await file_of(tx, file))
    return Done(str(files[0].id), CoafFiles(files), {"name": files[0].batch_id, "files": len(files)})


async def _send(tx: Tx, principal: Principal, given: CoafSend, path: Mapping[str, str]) -> Done:
    row = await file_for_update(tx, path_id(path))
    if row.status == "answered":
        raise ApiError(409, "coaf_file_not_so", f"file {row.number} was answered already")
    await mark_sent(tx, row)
    after = await file_for_update(tx, row.id)
    return Done(str(row.id), await file_of(tx, after), {"name": row.batch_id, "by_hand": given.by_hand})


async def mark_sent(tx: Tx, row: FileRow) -> None:
    """The file is on its way, or was brought there; its communications wait for their receipt."""
    await tx.execute(
        "update coaf_file set status = 'sent', sent_at = coalesce(sent_at, now()) where company_id = 1 and id = %(id)s",
        {"id": row.id},
    )
    await tx.execute(
        "update coaf_communication set status = 'sent', updated_at = now() where file_id = %(id)s and status = 'exported'",
        {"id": row.id},
    )


async def _answer(
    texts: ToldTexts, tx: Tx, principal: Principal, given: CoafAnswerInput, path: Mapping[str, str]
) -> Done:
    row = await file_for_update(tx, path_id(path))
    try:
        content = given.xml.encode("iso-8859-1")
    except UnicodeEncodeError:
        raise invalid_field("xml", "answer_invalid", "COAF answers in ISO-8859-1") from None
    told = await take_answer(texts, tx, row, content, principal.email)
    return Done(str(row.id), await file_of(tx, await file_for_update(tx, row.id)), {"name": row.batch_id, **told})


async def take_answer(texts: ToldTexts, tx: Tx, row: FileRow, content: bytes, actor: str) -> dict[str, int]:
    """Book receipts and refusals of a file; the same answer a second time changes nothing.

    Raises:
        ApiError: 400 ``answer_invalid``; 409 ``coaf_file_not_so``: it was answered otherwise.
    """
    answer = parse_answer(content)
    stored: bytes | None = await tx.value("select answer from coaf_file where id = %(id)s", {"id": row.id})
    if stored is not None:
        if await texts.of_file(tx, row.id, bytes(stored), sealed=row.sealed) == content:
            return {"receipts": 0, "refusals": 0}
        raise ApiError(409, "coaf_file_not_so", f"file {row.number} was answered already, otherwise")
    rows = await tx.all(f"{SELECT_COMMUNICATIONS} where c.file_id = %(id)s for update of c", {"id": row.id})
    # A receipt is booked also where nobody can read any more what it is for.
    carried = {origin_of(each.number): each for each in map(texts.opened, rows)}
    unknown = {each.origin for each in (*answer.receipts, *answer.refusals)} - set(carried)
    if unknown:
        raise invalid_field("xml", "answer_invalid", f"it speaks of {min(unknown)!r}, which this file does not hold")
    for receipt in answer.receipts:
        communication = carried[receipt.origin]
        await tx.execute(
            "update coaf_communication set status = %(to)s, coaf_number = %(number)s, authentication = %(authentication)s,"
            " receipted_at = now(), refusal_code = null, updated_at = now() where id = %(id)s",
            {
                "id": communication.id,
                "to": _RECEIPTED[row.kind],
                "number": receipt.coaf_number[:40],
                "authentication": receipt.authentication[:200],
            },
        )
        if row.kind == "send":
            await _communicated(tx, communication.case_id, receipt.coaf_number, actor)
    for refusal in answer.refusals:
        communication = await communication_now(tx, texts, carried[refusal.origin].id)
        said = msgspec.structs.replace(texts_of(communication), refusal=refusal.text)
        columns = await texts.columns(tx, communication.case_id, said)
        sets = "".join(f", {name} = %({name})s" for name in columns)
        await tx.execute(
            f"update coaf_communication set status = 'refused', refusal_code = %(code)s, updated_at = now(){sets}"
            " where id = %(id)s",
            {"id": communication.id, "code": refusal.code, **columns},
        )
    await tx.execute(
        "update coaf_file set status = 'answered', answer = %(answer)s, answered_at = now(), last_error = null"
        " where company_id = 1 and id = %(id)s",
        {"id": row.id, "answer": await texts.seal_of_file(tx, row.id, content) if row.sealed else content},
    )
    return {"receipts": len(answer.receipts), "refusals": len(answer.refusals)}


async def _communicated(tx: Tx, case: UUID, number: str, actor: str) -> None:
    file = await case_file_for_update(tx, "pld", {"id": str(case)})
    if file.state == "decided":
        await move_file(tx, file, "communicated")
        await add_step(tx, file, actor, "communicated", number)


def _on_file(action: str, summary: str, takes: type[Any], apply: Any) -> Command[Any]:
    return Command(
        name=f"pld:coaf_file:{action}",
        method="POST",
        path=f"{COAF_FILES.path}/{{id:str}}/{action}",
        summary=summary,
        permission=SEND,
        scope=HOUSE,
        input=takes,
        answers=CoafFile,
        apply=apply,
        keyed=False,
    )


def file_commands(texts: ToldTexts) -> tuple[Command[Any], ...]:
    return (
        Command(
            name="pld:coaf_file:create",
            method="POST",
            path=COAF_FILES.path,
            summary="Write all approved communications of a kind into files",
            permission=SEND,
            scope=HOUSE,
            input=CoafExport,
            answers=CoafFiles,
            apply=partial(_create, texts),
            status=201,
        ),
        _on_file("send", "Hand a file over to COAF, or say that a person did", CoafSend, _send),
        _on_file("answer", "Take what COAF answered to a file", CoafAnswerInput, partial(_answer, texts)),
    )
