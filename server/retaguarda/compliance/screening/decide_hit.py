"""Decides hits: confirmed, which freezes whoever a list of sanctions names; not the one, with or without the whitelist; open again."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import msgspec

from retaguarda.compliance.block_list.identify_value import read_value
from retaguarda.compliance.block_list.model import EntryTerms
from retaguarda.compliance.block_list.write_entry import columns_of, write_entry
from retaguarda.compliance.pld_alerts.open_pld_case import CaseSubject, open_pld_case
from retaguarda.compliance.screening.model import LONGEST_PAIR, Hit, HitDecision
from retaguarda.compliance.screening.queries import find_hit, find_pair, hit_for_update, id_in
from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import ReasonInput, printable


async def decide_hit(tx: Tx, principal: Principal, given: HitDecision, path: Mapping[str, str]) -> Done:
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
    frozen = given.decision == "confirm" and await _freeze(tx, principal, hit, comment)
    if given.decision == "confirm" and hit.case_id is None:
        await _open_case(tx, principal, hit, comment)
    found = await find_hit(tx, hit.id)
    data = {"list": hit.list_code, "score": hit.score, "decision": given.decision, "why": given.why, "frozen": frozen}
    return Done(str(hit.id), found, {"name": hit.listed, **data})


async def _freeze(tx: Tx, principal: Principal, hit: Hit, comment: str) -> bool:
    """Hold whatever comes from or goes to whoever a list of sanctions names, from the next statement on (Lei 13.810/2019).

    The entry of the block list ends only by two people there; opening the hit again takes nothing back.
    """
    if hit.kind != "sanction" or hit.document is None:
        return False
    reason = f"{hit.list_name}: {hit.listed}. {comment}"[:2_000]
    terms = EntryTerms("sanctions", "hold", "both", "sanctions_list", reason)
    columns = columns_of(terms, principal.person_id, principal.email, datetime.now(UTC))
    try:
        await write_entry(tx, read_value("document", "document", hit.document), columns)
    except ApiError as known:
        if known.message != "block_entry_known":
            raise
        return False
    return True


class _Party(msgspec.Struct):
    source: str
    source_id: str
    merchant_id: int | None


async def _open_case(tx: Tx, principal: Principal, hit: Hit, comment: str) -> None:
    """Whoever a list names is looked into, once, though the hit is opened and confirmed again."""
    row = await tx.one(
        "select source, source_id, merchant_id from screened_party where id = %(id)s", {"id": hit.party_id}
    )
    party = msgspec.convert(row, _Party)
    ours = party.source == "company"
    about = CaseSubject(
        "merchant" if ours else "end_user",
        party.source_id if ours else hit.document or hit.subject,
        hit.subject,
        hit.document,
        int(party.source_id) if ours else party.merchant_id,
    )
    case = await open_pld_case(tx, principal.email, about, f"{hit.list_name}: {hit.listed} ({hit.score} %). {comment}")
    await tx.execute("update list_hit set case_id = %(case)s where id = %(id)s", {"id": hit.id, "case": case.id})


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


async def end_pair(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
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
