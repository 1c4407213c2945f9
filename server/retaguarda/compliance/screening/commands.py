"""Commands of document check: ask about somebody, decide hits, end a whitelisted pair, and keep the lists."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from retaguarda.compliance.screening.apply_version import (
    apply_version,
    bring_into_force,
    entries_at,
    receive_version,
)
from retaguarda.compliance.screening.model import (
    LONGEST_PAIR,
    DocumentCheck,
    DocumentCheckInput,
    Hit,
    HitDecision,
    ListVersion,
    VersionDecision,
    WatchList,
    WatchListChange,
    WhitelistPair,
)
from retaguarda.compliance.screening.queries import (
    find_check,
    find_hit,
    find_list,
    find_pair,
    find_version,
    hit_for_update,
    hit_subject,
    id_in,
    list_for_update,
    load_check,
)
from retaguarda.compliance.screening.run_screening import screen_all
from retaguarda.compliance.screening.tables import CHECKS, HITS, LISTS, PAIRS, WRITE
from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import ReasonInput, printable, printable_or_none
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


async def _decide_hit(tx: Tx, principal: Principal, given: HitDecision, path: Mapping[str, str]) -> Done:
    hit = await hit_for_update(tx, path)
    comment = printable("comment", given.comment)
    if (given.decision == "reopen") == (hit.status == "pending"):
        raise ApiError(409, "hit_not_so", f"this hit is {hit.status}")
    if given.decision == "confirm" and given.why != "same_person":
        raise invalid_field("why", "invalid", "a hit is confirmed because it is the same person")
    if given.decision == "not_the_one" and given.why == "same_person":
        raise invalid_field("why", "invalid", "say what tells the two apart")
    if given.whitelist_until is not None:
        if given.decision != "not_the_one":
            raise invalid_field("whitelist_until", "invalid", "only who is not the one is put on the whitelist")
        await _whitelist(tx, principal, hit, given, comment)
    status = {"confirm": "confirmed", "not_the_one": "not_the_one", "reopen": "pending"}[given.decision]
    decided = given.decision != "reopen"
    await tx.execute(
        "update list_hit set status = %(status)s, reason = %(why)s, comment = %(comment)s,"
        " decided_at = case when %(decided)s then now() end, decided_by = %(by)s, decided_by_id = %(person)s where id = %(id)s",
        {
            "id": hit.id,
            "status": status,
            "why": given.why,
            "comment": comment,
            "decided": decided,
            "by": principal.email if decided else None,
            "person": principal.person_id if decided else None,
        },
    )
    found = await find_hit(tx, hit.id)
    data = {"list": hit.list_code, "score": hit.score, "decision": given.decision, "why": given.why}
    return Done(str(hit.id), found, {"name": hit.listed, **data})


async def _whitelist(tx: Tx, principal: Principal, hit: Hit, given: HitDecision, comment: str) -> None:
    until, now = given.whitelist_until, today(BRASILIA)
    if until is None or not now < until <= now + timedelta(days=LONGEST_PAIR):
        raise invalid_field("whitelist_until", "out_of_range", f"a pair stands for at most {LONGEST_PAIR} days")
    await tx.execute(
        "update whitelist_pair w set ended_at = now(), ended_by = %(by)s, end_reason = 'replaced' from list_hit h where h.id = %(hit)s"
        " and w.party_id = h.party_id and w.list_id = h.list_id and w.entry_key = h.entry_key and w.ended_at is null",
        {"hit": hit.id, "by": principal.email},
    )
    await tx.execute(
        "insert into whitelist_pair (id, party_id, list_id, entry_key, identity, shown, listed, reason, comment, expires_on, created_by,"
        " created_by_id) select %(id)s, party_id, list_id, entry_key, identity, %(shown)s, %(listed)s, %(why)s, %(comment)s, %(until)s,"
        " %(by)s, %(person)s from list_hit where id = %(hit)s",
        {
            "id": uuid7(),
            "hit": hit.id,
            "shown": hit.subject,
            "listed": hit.listed,
            "why": given.why,
            "comment": comment,
            "until": until,
            "by": principal.email,
            "person": principal.person_id,
        },
    )


async def _end_pair(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    ended = await tx.execute(
        "update whitelist_pair set ended_at = now(), ended_by = %(by)s, end_reason = %(reason)s where id = %(id)s and ended_at is null",
        {"id": id_in(path), "by": principal.email, "reason": printable("reason", given.reason)},
    )
    found = await find_pair(tx, id_in(path))
    if found is None:
        raise not_found("pair")
    if not ended:
        raise ApiError(409, "pair_ended", "this pair is off the whitelist already")
    await tx.execute(_REOPEN, {"id": found.id})
    return Done(str(found.id), found, {"name": found.listed})


#: Without its pair a hit waits for a person again.
_REOPEN = """
    update list_hit h set status = 'pending', reason = null, comment = null, decided_at = null, decided_by = null, decided_by_id = null
      from whitelist_pair w
     where w.id = %(id)s and h.party_id = w.party_id and h.list_id = w.list_id and h.entry_key = w.entry_key
       and h.status in ('skipped', 'not_the_one') and h.reason is distinct from 'gone'
"""


@dataclass(frozen=True, slots=True)
class ListChanges:
    """``reach``: addresses that a list may be fetched from."""

    reach: AllowedAddresses

    async def change(self, tx: Tx, principal: Principal, given: WatchListChange, path: Mapping[str, str]) -> Done:
        watch_list = await list_for_update(tx, id_in(path))
        if given.source_url:
            self.reach.check("source_url", given.source_url)
        await tx.execute(
            "update watch_list set name = %(name)s, source_url = %(url)s, max_age_days = %(days)s, threshold = %(threshold)s"
            " where id = %(id)s",
            {
                "id": watch_list.id,
                "name": printable("name", given.name),
                "url": given.source_url or None,
                "days": given.max_age_days,
                "threshold": given.threshold,
            },
        )
        hits = await screen_all(tx, watch_list.id) if given.threshold != watch_list.threshold else 0
        return await _list_done(tx, watch_list.id, hits=hits)


async def _fetch(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    watch_list = await list_for_update(tx, id_in(path))
    if watch_list.source_url is None:
        raise ApiError(409, "list_has_no_source", "this list is uploaded: it has no address")
    await tx.execute("update watch_list set fetch_asked_at = now() where id = %(id)s", {"id": watch_list.id})
    return await _list_done(tx, watch_list.id)


async def _screen(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    watch_list = await list_for_update(tx, id_in(path))
    return await _list_done(tx, watch_list.id, hits=await screen_all(tx, watch_list.id))


async def _decide_version(tx: Tx, principal: Principal, given: VersionDecision, path: Mapping[str, str]) -> Done:
    found = await find_version(tx, id_in(path), principal.person_id)
    if found is None:
        raise not_found("version")
    watch_list = await list_for_update(tx, found.list_id)
    decided = {"by": principal.email, "person": principal.person_id, "reason": printable("reason", given.reason)}
    if given.decision == "roll_back":
        if found.status != "replaced" or found.number is None:
            raise ApiError(409, "version_not_so", f"this version is {found.status}")
        new = await _copy_version(tx, watch_list, found, decided)
        return await _version_done(tx, new, principal, given.decision)
    if found.status != "held":
        raise ApiError(409, "version_not_so", f"this version is {found.status}")
    if not found.may_decide:
        raise ApiError(409, "own_version", "you brought this version; somebody else decides about it")
    await tx.execute(
        "update list_version set decided_at = now(), decided_by = %(by)s, decided_by_id = %(person)s, reason = %(reason)s"
        " where id = %(id)s",
        {"id": found.id, **decided},
    )
    if given.decision == "accept":
        await apply_version(tx, found.id, guarded=False)
    else:
        await tx.execute(
            "update list_version set status = 'discarded', content = null where id = %(id)s", {"id": found.id}
        )
    return await _version_done(tx, found.id, principal, given.decision)


async def _copy_version(tx: Tx, watch_list: WatchList, former: ListVersion, decided: Mapping[str, object]) -> UUID:
    """A new version with the entries of a former one: nothing of what came between is forgotten."""
    assert former.number is not None
    former_number = former.number
    parsed = await entries_at(tx, watch_list.id, former_number)
    values = {"origin": "roll_back", "name": former.file_name, "by": decided.get("by"), "person": decided.get("person")}
    version = await receive_version(tx, watch_list.id, f"{former.sha256}/{uuid7()}".encode(), values)
    assert version is not None
    await tx.execute(
        "update list_version set reason = %(reason)s where id = %(id)s",
        {"id": version, "reason": decided.get("reason")},
    )
    await bring_into_force(tx, watch_list, version, parsed)
    return version


async def _version_done(tx: Tx, version: UUID, principal: Principal, decision: str) -> Done:
    found = await find_version(tx, version, principal.person_id)
    assert found is not None
    return Done(str(found.list_id), found, {"name": found.file_name, "decision": decision, "number": found.number})


async def _list_done(tx: Tx, list_id: UUID, **data: Any) -> Done:
    found = await find_list(tx, list_id)
    assert found is not None
    return Done(str(list_id), found, {"name": found.name, **data})


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
    name: str, path: str, summary: str, input: type[Any], answers: Any, apply: Any, **more: Any
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
        **{"keyed": False} | more,
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
            _decide_hit,
            subject=hit_subject,
            bulk=HITS,
            approvable=True,
            shows=named_by("name"),
        ),
        _command(
            "whitelist_pair:end",
            f"{PAIRS.path}/{{id:str}}/end",
            "Take a pair off the whitelist: its hit waits for a decision again",
            ReasonInput,
            WhitelistPair,
            _end_pair,
        ),
        _command(
            "watch_list:change",
            f"{one_list}/change",
            "Change the name, source, age or threshold of a list",
            WatchListChange,
            WatchList,
            ListChanges(reach).change,
        ),
        _command("watch_list:fetch", f"{one_list}/fetch", "Fetch a list from its source", Nothing, WatchList, _fetch),
        _command(
            "watch_list:screen",
            f"{one_list}/screen",
            "Compare every party with every entry of a list again",
            Nothing,
            WatchList,
            _screen,
        ),
        _command(
            "list_version:decide",
            "/v1/compliance/list-versions/{id:str}/decide",
            "Accept or discard a version that is held, or roll back to a former one",
            VersionDecision,
            ListVersion,
            _decide_version,
        ),
    )
