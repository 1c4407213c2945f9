"""Changes lists: their settings, a fetch, a comparison with everybody, and what becomes of a version."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from retaguarda.compliance.screening.apply_version import apply_version, bring_into_force, entries_at
from retaguarda.compliance.screening.model import ListVersion, VersionDecision, WatchList, WatchListChange
from retaguarda.compliance.screening.queries import find_list, find_version, id_in, list_for_update
from retaguarda.compliance.screening.receive_version import receive_version
from retaguarda.compliance.screening.run_screening import screen_all
from retaguarda.foundation.command import Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses


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


async def fetch_list(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    watch_list = await list_for_update(tx, id_in(path))
    if watch_list.source_url is None:
        raise ApiError(409, "list_has_no_source", "this list is uploaded: it has no address")
    await tx.execute("update watch_list set fetch_asked_at = now() where id = %(id)s", {"id": watch_list.id})
    return await _list_done(tx, watch_list.id)


async def screen_list(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    watch_list = await list_for_update(tx, id_in(path))
    return await _list_done(tx, watch_list.id, hits=await screen_all(tx, watch_list.id))


async def decide_version(tx: Tx, principal: Principal, given: VersionDecision, path: Mapping[str, str]) -> Done:
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
