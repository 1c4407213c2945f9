"""One search for blind spots: what moves unseen, by which schedule, and what stops one real more."""

from uuid import UUID

from retaguarda.compliance.pld_blind_spots.model import BlindSpotRecord
from retaguarda.compliance.pld_blind_spots.queries import find_search, search_of
from retaguarda.compliance.pld_blind_spots.tables import READ, SEARCHES
from retaguarda.compliance.pld_rules.compare_silence import active_rules, rule_set_hash, rules_with
from retaguarda.compliance.pld_rules.queries import find_version
from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.typed_rows import struct_of


async def _search(tx: Tx, principal: Principal, search: UUID) -> BlindSpotRecord | None:
    found = await find_search(tx, search)
    if found is None:
        return None
    version = None if found.version_id is None else await find_version(tx, found.version_id)
    against = None if found.against_hash is None else await search_of(tx, found.against_hash)
    rules = await active_rules(tx, found.currency) if version is None else await rules_with(tx, version)
    return struct_of(
        BlindSpotRecord,
        found,
        proposed=next((each for each in found.rules if each not in against.rules), None) if against else None,
        against=against and against.number,
        before=(against and against.silent) or [],
        planted_before=(against and against.planted) or [],
        answers=found.answers or [],
        planted=found.planted or [],
        present=rule_set_hash(rules, found.currency) == found.set_hash,
    )


SEARCH_RECORD = Record(
    path=f"{SEARCHES.path}/{{id:str}}",
    summary="One search for blind spots: the silent maxima, their schedules, and what stops one real more",
    permission=READ,
    scope=HOUSE,
    answers=BlindSpotRecord,
    load=_search,
)
