"""Says to whoever decides about a version how much more could move without an alert, where a search found it out."""

import hashlib
from collections.abc import Sequence
from typing import Literal

import msgspec

from retaguarda.compliance.pld_rules.condition_facts import FEATURE_HASH
from retaguarda.compliance.pld_rules.evaluate_movements import Target
from retaguarda.compliance.pld_rules.model import RuleVersion
from retaguarda.foundation.command import Done, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.money import Currency, Money
from retaguarda.foundation.request import Principal

Way = Literal["receive", "pay_out", "pass_on", "refund"]
Limit = Literal["rule", "search", "none", "unproved"]
#: Of how a search goes through its patterns: what an older one found is not compared with what this one finds.
SEARCH = 1
#: What a version may become at a decision before which somebody wants to know what it hides.
_BEFORE_FORCE = ("approved", "shadow", "active")


class AskedRule(msgspec.Struct, frozen=True):
    """A version of a rule as it is asked; kept with a search, whatever becomes of the rule."""

    number: int
    version: int
    name: str
    target: Target
    conditions: list[str]


class SilentMaximum(msgspec.Struct, frozen=True):
    """The most that one subject moves in 30 days without an alert.

    Args:
        limit: a rule stops the next movement; ``search``: more movements than are tried could move more; ``none``: no rule bounds
            it, and ``moved`` is null; ``unproved``: the evaluator raised an alert on every schedule that was found.
    """

    target: Target
    way: Way
    limit: Limit
    moved: Money | None


class _Searched(msgspec.Struct):
    number: int
    silent: list[SilentMaximum]
    before: list[SilentMaximum] | None


async def active_rules(tx: Tx, currency: Currency) -> list[AskedRule]:
    rows = await tx.all(
        "select r.number, v.version, v.name, v.target, v.conditions from pld_rule_version v join pld_rule r on r.id = v.rule_id"
        " where v.status = 'active' and v.currency = %(currency)s order by r.number",
        {"currency": currency},
    )
    return msgspec.convert(rows, list[AskedRule])


async def currency_of_rules(tx: Tx) -> Currency | None:
    """The currency of most active rules, else of the newest version; None where nobody wrote a rule yet."""
    found: Currency | None = await tx.value(
        "select currency::text from pld_rule_version group by 1"
        " order by count(*) filter (where status = 'active') desc, max(created_at) desc, 1 limit 1"
    )
    return found


async def rules_with(tx: Tx, version: RuleVersion) -> list[AskedRule]:
    """The active rules as if this version were active in its rule."""
    number: int = await tx.value("select number from pld_rule where id = %(id)s", {"id": version.rule_id})
    others = [each for each in await active_rules(tx, version.currency) if each.number != number]
    asked = AskedRule(number, version.version, version.name, version.target, version.conditions)
    return sorted([*others, asked], key=lambda each: each.number)


def rule_set_hash(rules: Sequence[AskedRule], currency: str) -> bytes:
    """Of all that decides what a search finds."""
    asked = [[each.number, each.version, each.target, each.conditions] for each in rules]
    return hashlib.sha256(msgspec.json.encode([SEARCH, FEATURE_HASH.hex(), currency, asked])).digest()


_named = named_by("name")


async def shows_silence(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """The name of the version and, before it comes into force, its silent maximum against that of the rules without it, and which
    situations would no longer stand as not applicable."""
    named = await _named(tx, principal, done)
    version: RuleVersion = done.result.version
    if version.status not in _BEFORE_FORCE:
        return named
    ended = await tx.value(_WOULD_END, {"codes": version.typologies})
    more: dict[str, object] = {"exclusions_ended": ended} if ended else {}
    row = await tx.one(
        "select s.number, s.silent, b.silent as before from pld_blind_spot_search s"
        " left join pld_blind_spot_search b on b.set_hash = s.against_hash and b.status = 'done'"
        " where s.status = 'done' and s.version_id = %(version)s and s.set_hash = %(hash)s order by s.number desc, b.number desc limit 1",
        {"version": version.id, "hash": rule_set_hash(await rules_with(tx, version), version.currency)},
    )
    if row is None:
        return plan_summary(named.about, {"silent_maximum": "not_searched"} | more)
    return plan_summary(named.about, facts_of(msgspec.convert(row, _Searched)) | more)


#: Codes that stand as not applicable, and those that this very version has just ended.
_WOULD_END = """
    select string_agg(distinct code, ', ' order by code) from pld_exclusion
     where code = any (%(codes)s::text[]) and (status = 'in_force' or ended_at >= now())
"""


def facts_of(found: _Searched) -> dict[str, object]:
    """The way in which the most more moves unseen, or else the least less, with its maximum before and after."""
    name = f"BS-{found.number:05d}"
    before = {(each.target, each.way): each for each in found.before or []}
    changed = [
        (each, before[each.target, each.way])
        for each in found.silent
        if (each.target, each.way) in before and each.moved != before[each.target, each.way].moved
    ]
    if not changed:
        return {"silent_maximum": "unchanged" if before else "not_searched", "blind_spot_search": name}
    after, old = max(changed, key=lambda pair: _more(*pair))
    return {
        "silent_way": f"{after.target}_{after.way}",
        "silent_before": _words(old),
        "silent_after": _words(after),
        "blind_spot_search": name,
    }


def _words(found: SilentMaximum) -> Money | str:
    return found.moved or ("no_limit" if found.limit == "none" else "unproved")


def _more(after: SilentMaximum, before: SilentMaximum) -> tuple[bool, int]:
    """How much more moves unseen; no limit is more than anything, and what only the length of the search bounds says the least."""
    endless = 2**63
    now, then = (each.moved.amount if each.moved else endless for each in (after, before))
    return "search" not in (after.limit, before.limit), now - then
