"""Commands of document check: ask about somebody, decide hits, end a whitelisted pair, and keep the lists."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from retaguarda.compliance.screening.assign_hit import assign_hit
from retaguarda.compliance.screening.change_lists import ListChanges, decide_version, fetch_list, screen_list
from retaguarda.compliance.screening.decide_hit import decide_hit, decide_pair, end_pair
from retaguarda.compliance.screening.model import (
    DocumentCheck,
    DocumentCheckInput,
    Hit,
    HitAssignment,
    HitDecision,
    ListVersion,
    PairDecision,
    VersionDecision,
    WatchList,
    WatchListChange,
    WhitelistPair,
)
from retaguarda.compliance.screening.queries import (
    find_check,
    hit_subject,
    id_in,
    load_check,
)
from retaguarda.compliance.screening.tables import CHECKS, HITS, LISTS, PAIRS, WRITE
from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import ReasonInput, printable_or_none
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses


async def _check(tx: Tx, principal: Principal, given: DocumentCheckInput, path: Mapping[str, str]) -> Done:
    document, name = read_document(given.document), printable_or_none("name", given.name)
    if document is None and name is None:
        raise invalid_field("document", "document_or_name", "give a document, a name, or both")
    new = uuid7()
    await tx.execute(
        INSERT_CHECK,
        {
            "id": new,
            "document": document,
            "name": name,
            "birth": given.birth and given.birth.isoformat(),
            "purpose": given.purpose,
            "note": printable_or_none("note", given.note),
            "currency": BRL,
            "by": principal.email,
            "person": principal.person_id,
            "file": None,
            "line": None,
        },
    )
    return Done(str(new), await load_check(tx, new), {"purpose": given.purpose})


async def _redo(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await find_check(tx, id_in(path), lock=True)
    if row is None:
        raise not_found("check")
    if row.status != "error":
        raise ApiError(409, "check_not_failed", "only a check that failed is made again")
    await tx.execute(
        "update document_check set status = 'asked', done_at = null, outcome = null where id = %(id)s", {"id": row.id}
    )
    return Done(str(row.id), await load_check(tx, row.id), {"purpose": row.purpose})


def read_document(text: str | None) -> str | None:
    """
    Raises:
        ApiError: 400.
    """
    if text is None or not text.strip():
        return None
    try:
        return parse(text.strip()).value
    except DocumentError as error:
        raise invalid_field("document", "document_invalid", f"no CPF or CNPJ: {error}") from None


def read_day(field: str, text: str | None) -> str | None:
    """
    Raises:
        ApiError: 400.
    """
    if text is None:
        return None
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise invalid_field(field, "invalid", "no day of the calendar") from None


INSERT_CHECK = """
    insert into document_check (id, document, name, birth, purpose, note, currency, asked_by, asked_by_id, file_id, line)
    values (%(id)s, %(document)s, %(name)s, %(birth)s, %(purpose)s, %(note)s, %(currency)s, %(by)s, %(person)s, %(file)s, %(line)s)
"""


def _command(
    name: str,
    path: str,
    summary: str,
    input: type[Any],
    answers: Any,
    apply: Any,
    *,
    keyed: bool = False,
    **more: Any,
) -> Command[Any]:
    return Command(
        name=f"compliance:{name}",
        method="POST",
        path=path,
        summary=summary,
        permission=WRITE,
        scope=HOUSE,
        input=input,
        answers=answers,
        apply=apply,
        keyed=keyed,
        **more,
    )


def commands(reach: AllowedAddresses) -> tuple[Command[Any], ...]:
    one_list, one_hit = f"{LISTS.path}/{{id:str}}", f"{HITS.path}/{{id:str}}"
    return (
        _command(
            "document_check:create",
            CHECKS.path,
            "Check a document or a name: registry, lists, and our own relations, for a purpose that is kept",
            DocumentCheckInput,
            DocumentCheck,
            _check,
            keyed=True,
            status=201,
        ),
        _command(
            "document_check:redo",
            f"{CHECKS.path}/{{id:str}}/redo",
            "Make a check again that failed",
            Nothing,
            DocumentCheck,
            _redo,
        ),
        _command(
            "hit:decide",
            f"{one_hit}/decide",
            "Confirm a hit, say that it is not the one, with or without the whitelist, or open it again",
            HitDecision,
            Hit,
            decide_hit,
            subject=hit_subject,
            bulk=HITS,
            approvable=True,
            shows=named_by("name"),
        ),
        _command(
            "hit:assign",
            f"{one_hit}/assign",
            "Take a hit, or give it to somebody",
            HitAssignment,
            Hit,
            assign_hit,
            subject=hit_subject,
            bulk=HITS,
        ),
        _command(
            "whitelist_pair:decide",
            f"{PAIRS.path}/{{id:str}}/decide",
            "Agree that a pair is no hit, or refuse it, as another person than proposed it",
            PairDecision,
            WhitelistPair,
            decide_pair,
        ),
        _command(
            "whitelist_pair:end",
            f"{PAIRS.path}/{{id:str}}/end",
            "Take a pair off the whitelist: its hit waits for a decision again",
            ReasonInput,
            WhitelistPair,
            end_pair,
        ),
        _command(
            "watch_list:change",
            f"{one_list}/change",
            "Change the name, source, age or threshold of a list",
            WatchListChange,
            WatchList,
            ListChanges(reach).change,
        ),
        _command(
            "watch_list:fetch", f"{one_list}/fetch", "Fetch a list from its source", Nothing, WatchList, fetch_list
        ),
        _command(
            "watch_list:screen",
            f"{one_list}/screen",
            "Compare every party with every entry of a list again",
            Nothing,
            WatchList,
            screen_list,
        ),
        _command(
            "list_version:decide",
            "/v1/compliance/list-versions/{id:str}/decide",
            "Accept or discard a version that is held, or roll back to a former one",
            VersionDecision,
            ListVersion,
            decide_version,
        ),
    )
