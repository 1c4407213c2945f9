"""Ask for a search of what the PLD rules do not see."""

from collections.abc import Mapping, Sequence

import msgspec

from retaguarda.compliance.pld_blind_spots.evaluate_schedules import TARGETS
from retaguarda.compliance.pld_blind_spots.model import BlindSpotInput, BlindSpotSearch
from retaguarda.compliance.pld_blind_spots.plan_schedules import WAYS
from retaguarda.compliance.pld_blind_spots.queries import search_of
from retaguarda.compliance.pld_blind_spots.tables import SEARCHES, WRITE
from retaguarda.compliance.pld_rules.compare_silence import (
    AskedRule,
    active_rules,
    currency_of_rules,
    rule_set_hash,
    rules_with,
)
from retaguarda.compliance.pld_rules.model import VersionRow
from retaguarda.compliance.pld_rules.queries import find_version
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import Currency
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE

#: Ways in which each side moves money; one of them at a time is searched.
PARTS = len(TARGETS) * len(WAYS)


async def _search(tx: Tx, principal: Principal, given: BlindSpotInput, path: Mapping[str, str]) -> Done:
    version = None if given.version is None else await find_version(tx, given.version)
    if given.version is not None and version is None:
        raise invalid_field("version", "not_found", "no such version")
    currency = version.currency if version else given.currency or await currency_of_rules(tx)
    if currency is None:
        raise invalid_field("currency", "field_required", "nobody wrote a rule yet; say which currency")
    # Numbers have no gaps: two people who ask wait for each other.
    await tx.execute("select pg_advisory_xact_lock(hashtext('pld_blind_spot_search'))")
    rules = await active_rules(tx, currency)
    if version is None:
        return _done(await _insert(tx, principal, rules, currency))
    against = rule_set_hash(rules, currency)
    if await search_of(tx, against) is None:
        await _insert(tx, principal, rules, currency)
    proposed = await rules_with(tx, version)
    return _done(await _insert(tx, principal, proposed, currency, version, against))


async def _insert(
    tx: Tx,
    principal: Principal,
    rules: Sequence[AskedRule],
    currency: Currency,
    version: VersionRow | None = None,
    against: bytes | None = None,
) -> BlindSpotSearch:
    set_hash = rule_set_hash(rules, currency)
    row = await tx.one(
        "insert into pld_blind_spot_search (id, number, rule_id, version_id, currency, set_hash, against_hash, rules, parts, asked_by)"
        " select %(id)s, coalesce(max(number), 0) + 1, %(rule)s, %(version)s, %(currency)s, %(hash)s, %(against)s, %(rules)s::jsonb,"
        " %(parts)s, %(by)s from pld_blind_spot_search returning *",
        {
            "id": uuid7(),
            "rule": version and version.rule_id,
            "version": version and version.id,
            "currency": currency,
            "hash": set_hash,
            # A version that is active is searched as the rules are.
            "against": None if against == set_hash else against,
            "rules": json_text(rules),
            "parts": PARTS,
            "by": principal.email,
        },
    )
    return msgspec.convert(row, BlindSpotSearch)


def _done(search: BlindSpotSearch) -> Done:
    return Done(str(search.id), search, {"name": f"BS-{search.number:05d}"})


COMMANDS = (
    Command(
        name="pld:blind_spots:search",
        method="POST",
        path=SEARCHES.path,
        summary="Search how much one subject can move in 30 days without an alert",
        permission=WRITE,
        scope=HOUSE,
        input=BlindSpotInput,
        answers=BlindSpotSearch,
        apply=_search,
        status=201,
    ),
)
