"""Decides hits: confirmed, which freezes whoever a list of sanctions names; not the one, with or without the whitelist; open again."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from uuid import UUID

import msgspec

from retaguarda.compliance.block_list.identify_value import read_value
from retaguarda.compliance.block_list.model import EntryTerms
from retaguarda.compliance.block_list.write_entry import columns_of, write_entry
from retaguarda.compliance.pld_alerts.open_pld_case import CaseSubject, open_pld_case
from retaguarda.compliance.screening.model import LONGEST_PAIR, Hit, HitDecision, PairDecision
from retaguarda.compliance.screening.queries import find_hit, find_pair, hit_for_update, id_in
from retaguarda.compliance.screening.tables import TODAY
from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import ReasonInput, printable, printable_or_none


async def decide_hit(tx: Tx, principal: Principal, given: HitDecision, path: Mapping[str, str]) -> Done:
    hit = await hit_for_update(tx, path)
    comment = printable("comment", given.comment)
    if (given.decision == "reopen") == (hit.status == "pending"):
        raise ApiError(409, "hit_not_so", f"this hit is {hit.status}")
    if given.decision == "confirm" and given.why != "same_person":
        raise invalid_field("why", "invalid", "a hit is confirmed because it is the same person")
    if given.decision == "not_the_one" and given.why == "same_person":
        raise invalid_field("why", "invalid", "say what tells the two apart")
    # What was proposed of this hit is answered by deciding about it again; a pair in force ends with what it says.
    states = ["proposed"] if given.decision == "not_the_one" else ["proposed", "in_force"]
    await tx.execute(_REPLACE, {"hit": hit.id, "by": principal.email, "states": states})
    if given.whitelist_until is not None:
        if given.decision != "not_the_one":
            raise invalid_field("whitelist_until", "invalid", "only who is not the one is put on the whitelist")
        await _propose(tx, principal, hit, given, comment)
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
        await write_entry(tx, read_value("document", "document", hit.document), columns, hit=hit.id)
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
    case = await open_pld_case(tx, principal.email, about, f"{hit.list_name}: {hit.listed} ({hit.score}%). {comment}")
    await tx.execute("update list_hit set case_id = %(case)s where id = %(id)s", {"id": hit.id, "case": case.id})


async def _propose(tx: Tx, principal: Principal, hit: Hit, given: HitDecision, comment: str) -> None:
    """Propose the pair of a hit for the whitelist; another person decides."""
    until, now = given.whitelist_until, today(BRASILIA)
    if until is None or not now < until <= now + timedelta(days=LONGEST_PAIR):
        raise invalid_field("whitelist_until", "out_of_range", f"a pair stands for at most {LONGEST_PAIR} days")
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


async def decide_pair(tx: Tx, principal: Principal, given: PairDecision, path: Mapping[str, str]) -> Done:
    """Put a proposed pair in force, as another person than proposed it, or refuse it and open its hit again."""
    row = await tx.one(_PROPOSED, {"id": id_in(path)})
    if row is None:
        raise not_found("pair")
    found = msgspec.convert(row, _Proposed)
    if found.state != "proposed":
        raise ApiError(409, "pair_decided", "somebody decided about this pair already")
    if found.created_by_id == principal.person_id:
        raise ApiError(403, "own_proposal", "another person than who proposed it decides")
    if given.agree and found.over:
        raise ApiError(409, "pair_lapsed", "its day is over, or its entry tells of somebody else now; refuse it")
    reason = printable_or_none("reason", given.reason)
    if reason is None and not given.agree:
        raise invalid_field("reason", "field_required", "say why not")
    values = {"id": found.id, "by": principal.email, "person": principal.person_id, "reason": reason}
    if given.agree:
        await tx.execute(_REPLACE_STANDING, values)
    await tx.execute(
        "update whitelist_pair set state = %(state)s, decided_at = now(), decided_by = %(by)s, decider_id = %(person)s,"
        " decision_reason = %(reason)s where id = %(id)s",
        values | {"state": "in_force" if given.agree else "refused"},
    )
    if not given.agree:
        await tx.execute(_REOPEN, {"id": found.id})
    pair = await find_pair(tx, found.id)
    assert pair is not None
    return Done(str(pair.id), pair, {"name": pair.listed, "agree": given.agree})


class _Proposed(msgspec.Struct):
    """``over``: it could quieten nothing any more."""

    id: UUID
    state: str
    created_by_id: UUID
    over: bool


async def end_pair(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    ended = await tx.execute(
        "update whitelist_pair set state = 'ended', ended_at = now(), ended_by = %(by)s, end_reason = %(reason)s where id = %(id)s"
        " and state in ('proposed', 'in_force')",
        {"id": id_in(path), "by": principal.email, "reason": printable("reason", given.reason)},
    )
    found = await find_pair(tx, id_in(path))
    if found is None:
        raise not_found("pair")
    if not ended:
        raise ApiError(409, "pair_ended", "this pair is off the whitelist already")
    await tx.execute(_REOPEN, {"id": found.id})
    return Done(str(found.id), found, {"name": found.listed})


_REPLACED = "update whitelist_pair w set state = 'ended', ended_at = now(), ended_by = %(by)s, end_reason = 'replaced'"
_SAME = "w.party_id = h.party_id and w.list_id = h.list_id and w.entry_key = h.entry_key"
_REPLACE = f"{_REPLACED} from list_hit h where h.id = %(hit)s and {_SAME} and w.state = any (%(states)s)"
_REPLACE_STANDING = f"{_REPLACED} from whitelist_pair h where h.id = %(id)s and {_SAME} and w.state = 'in_force'"
_PROPOSED = f"""
    select w.id, w.state, w.created_by_id, w.expires_on < {TODAY} or e.identity is distinct from w.identity as over
      from whitelist_pair w
      left join list_entry e on e.list_id = w.list_id and e.entry_key = w.entry_key and e.to_version is null
     where w.id = %(id)s for update of w
"""
#: Without its pair a hit waits for a person again.
_REOPEN = """
    update list_hit h set status = 'pending', reason = null, comment = null, decided_at = null, decided_by = null, decided_by_id = null
      from whitelist_pair w
     where w.id = %(id)s and h.party_id = w.party_id and h.list_id = w.list_id and h.entry_key = w.entry_key
       and h.status in ('skipped', 'not_the_one') and h.reason is distinct from 'gone'
"""
