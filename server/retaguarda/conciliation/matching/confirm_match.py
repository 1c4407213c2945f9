"""A person matches lines with expectations, confirms or refuses what a rung proposed, and undoes one match alone."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda import ledger
from retaguarda.conciliation.matching.model import DecideMatchInput, MatchGroup, MatchInput, MatchItems
from retaguarda.conciliation.matching.queries import group_for_update, group_of
from retaguarda.conciliation.matching.run_ladder import fill_expectations, refresh_days
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable
from retaguarda.ledger import AccountRef, Leg

COSTS = "bank_costs"
#: What processors charge for payouts, where the statement of the house account tells it.
PAYOUT_COSTS = "payout_cost"


class Item(msgspec.Struct):
    """A line or an expectation with what of it is still open."""

    id: UUID
    account_id: UUID
    side: str
    currency: str
    clearing_code: str
    amount: int
    open_amount: int


_ITEMS = """
    select i.*, h.clearing_code, i.amount - coalesce((
             select sum(m.amount) from match_member m join match_group g on g.company_id = 1 and g.id = m.group_id and g.state = 'confirmed'
              where m.company_id = 1 and (m.line_id = i.id or m.expectation_id = i.id)), 0)::bigint as open_amount
      from (select id, account_id, 'line' as side, currency, amount from bank_line
             where company_id = 1 and id = any (%(lines)s) and applied_at is not null and effect = 'new'
               and state in ('new', 'suggested', 'ambiguous', 'exception', 'part_matched')
            union all
            select id, account_id, 'expectation', currency, amount from expectation
             where company_id = 1 and id = any (%(expectations)s)
               and state in ('expected', 'suggested', 'ambiguous', 'part_matched')) i
      join house_account h on h.company_id = 1 and h.id = i.account_id
     order by i.side desc, i.id
"""


async def _make(tx: Tx, principal: Principal, given: MatchInput, path: Mapping[str, str]) -> Done:
    asked = len(set(given.items.lines)) + len(set(given.items.expectations))
    if not given.items.lines or asked != len(given.items.lines) + len(given.items.expectations):
        raise invalid_field("items", "field_invalid", "name at least one line, and each line and expectation once")
    await lock_accounts(tx, given.items.lines)
    items = await open_items(tx, given.items.lines, given.items.expectations)
    if len(items) != asked:
        raise ApiError(409, "match_not_open", "some of these are matched already, or are not there")
    if len({item.account_id for item in items}) != 1:
        raise ApiError(422, "match_two_accounts", "a match is within one house account")
    await withdraw_proposals(tx, [item.id for item in items], principal.email)
    group, difference = await make_group(tx, principal, items, given)
    await refresh_days(tx, group.account_id)
    data = {"lines": len(given.items.lines), "expectations": len(given.items.expectations), "difference": difference}
    return Done(str(group.id), group, data)


async def lock_accounts(tx: Tx, lines: Sequence[UUID]) -> None:
    """One person at a time matches within an account."""
    await tx.execute(
        "select from house_account where company_id = 1 and id in (select account_id from bank_line where company_id = 1"
        " and id = any (%(lines)s)) order by id for update",
        {"lines": list(lines)},
    )


async def open_items(tx: Tx, lines: Sequence[UUID], expectations: Sequence[UUID]) -> list[Item]:
    rows = await tx.all(_ITEMS, {"lines": list(lines), "expectations": list(expectations)})
    return msgspec.convert(rows, list[Item])


async def make_group(tx: Tx, principal: Principal, items: list[Item], given: MatchInput) -> tuple[MatchGroup, int]:
    """Confirms the match of these open items, and books the bank's cost where that is what they differ by.

    Raises:
        ApiError: they differ and nobody says why.
    """
    bank = sum(item.open_amount for item in items if item.side == "line")
    expected = sum(item.open_amount for item in items if item.side == "expectation")
    difference = bank - expected
    group = uuid7()
    reason = None if given.reason is None else printable("reason", given.reason)
    if difference and (given.difference == "none" or reason is None):
        raise ApiError(422, "match_differs", f"bank and ledger differ by {difference}; say what it is, and why")
    if difference and given.difference == "bank_cost":
        if difference > 0:
            raise ApiError(422, "match_cost_positive", "a cost of the bank lowers what arrives")
        items = [*items, await _book_cost(tx, items[0], f"matchcost:{group}", str(group), difference)]
    cause = given.difference if difference and given.difference != "bank_cost" else None
    row = await tx.one(
        _GROUP,
        {
            "id": group,
            "account": items[0].account_id,
            "currency": items[0].currency,
            "difference": difference if cause else 0,
            "cause": cause,
            "reason": reason,
            "by": principal.email,
            "lines": [item.id for item in items if item.side == "line"],
            "expectations": [item.id for item in items if item.side == "expectation"],
        },
    )
    assert row is not None
    await tx.execute(
        "insert into match_member (group_id, number, line_id, expectation_id, currency, amount)"
        " select %(group)s, i.number, i.line, i.expectation, %(currency)s, i.amount"
        " from unnest(%(lines)s::uuid[], %(expectations)s::uuid[], %(amounts)s::bigint[]) with ordinality i (line, expectation, amount, number)",
        {
            "group": group,
            "currency": items[0].currency,
            "lines": [item.id if item.side == "line" else None for item in items],
            "expectations": [item.id if item.side == "expectation" else None for item in items],
            "amounts": [item.open_amount for item in items],
        },
    )
    await mark_members(tx, group, "matched", principal.email)
    return group_of(row), difference


async def book_line(tx: Tx, principal: Principal, line: UUID, reason: str) -> MatchGroup | None:
    """Books what is open of a debit line as a cost of the bank; None where the line is no open debit."""
    await lock_accounts(tx, [line])
    items = await open_items(tx, [line], [])
    if not items or items[0].open_amount >= 0:
        return None
    await withdraw_proposals(tx, [line], principal.email)
    # A line of the statement that tells what a processor charges for payouts is booked as that (payouts/costs/postings.py).
    processor = await tx.value("select payout_cost_processor(%(account)s)", {"account": items[0].account_id})
    key, account = (f"cost:{processor}:{line}", PAYOUT_COSTS) if processor else (f"linecost:{line}", COSTS)
    cost = await _book_cost(tx, items[0], key, str(line), items[0].open_amount, account)
    given = MatchInput(MatchItems([line], [cost.id]), "none", reason)
    group, _ = await make_group(tx, principal, [items[0], cost], given)
    return group


async def match_journal(tx: Tx, principal: Principal, line: UUID, company: int, journal: UUID) -> None:
    """Matches a line with the expectation of a journal that was posted for it.

    Raises:
        ApiError: the line is not open any more.
    """
    await lock_accounts(tx, [line])
    items = await open_items(tx, [line], [])
    if not items:
        raise ApiError(409, "match_not_open", "the line is matched already")
    await withdraw_proposals(tx, [line], principal.email)
    booked = await _expected(tx, items[0], company, journal)
    group, _ = await make_group(tx, principal, [items[0], booked], MatchInput(MatchItems([line], [booked.id])))
    await refresh_days(tx, group.account_id)


async def _book_cost(tx: Tx, item: Item, key: str, reference: str, amount: int, account: str = COSTS) -> Item:
    """Posts bank_costs, or another account of costs, and the clearing account, and returns the expectation of that leg.

    bank_costs −cost (the provider bears it), clearing +cost (the bank owes us less).
    """
    costs = AccountRef(PROVIDER, account, item.currency)
    clearing = AccountRef(PROVIDER, item.clearing_code, item.currency)
    await ledger.open_account(tx, costs, floor=None, append_only=True)
    journal = await ledger.post(
        tx,
        company=PROVIDER,
        key=key,
        kind="conciliation.bank_cost",
        reference=reference,
        effective_at=await _noon_of(tx, item),
        legs=[Leg(costs, amount), Leg(clearing, -amount)],
    )
    return await _expected(tx, item, PROVIDER, journal.id)


async def _noon_of(tx: Tx, item: Item) -> datetime | None:
    """Noon of the line's day, when the bank took it; now, where that day is closed."""
    at: datetime | None = await tx.value(
        "select (l.booked_on + time '12:00') at time zone 'America/Sao_Paulo' from bank_line l where l.company_id = 1 and l.id = %(id)s"
        " and not exists (select from house_day d where d.company_id = 1 and d.account_id = l.account_id and d.day = l.booked_on"
        " and d.state in ('closed', 'reopening'))",
        {"id": item.id},
    )
    return at


async def _expected(tx: Tx, item: Item, company: int, journal: UUID) -> Item:
    """The expectation of a journal's leg on the clearing account of an item."""
    await fill_expectations(tx)
    row = await tx.one(
        "select id, account_id, 'expectation' as side, currency, %(code)s as clearing_code, amount, amount as open_amount"
        " from expectation where company_id = 1 and merchant_id = %(company)s and journal_id = %(journal)s and account_id = %(account)s",
        {"code": item.clearing_code, "company": company, "journal": journal, "account": item.account_id},
    )
    return msgspec.convert(row, Item)


async def withdraw_proposals(tx: Tx, items: Sequence[UUID], by: str) -> None:
    """Refuses what rungs proposed for these items, because a person knows better."""
    groups = await tx.all(
        "update match_group g set state = 'rejected', decided_at = clock_timestamp(), decided_by = %(by)s"
        " where g.company_id = 1 and g.state = 'proposed' and g.id in (select group_id from match_member m where m.company_id = 1"
        " and (m.line_id = any (%(ids)s) or m.expectation_id = any (%(ids)s))) returning g.id",
        {"by": by, "ids": list(items)},
    )
    for row in groups:
        await mark_members(tx, row["id"], "open", by)


async def mark_members(tx: Tx, group: UUID, state: str, by: str) -> None:
    """Sets the state of a match's members by what living matches leave of them; what is matched is no exception any more."""
    key = {"group": group, "open": state == "open", "by": by}
    await tx.execute(_MARK_LINES, key)
    await tx.execute(_MARK_EXPECTATIONS, key)
    await tx.execute(_CLOSE_EXCEPTIONS, key)


_LIVING = """
    (select coalesce(sum(m.amount), 0) from match_member m join match_group g on g.company_id = 1 and g.id = m.group_id
      and g.state = 'confirmed' where m.company_id = 1 and m.{side} = i.id)
"""
_MARK_LINES = f"""
    update bank_line i
       set state = case {_LIVING.format(side="line_id")} when i.amount then 'matched' when 0 then 'new' else 'part_matched' end
     where i.company_id = 1 and i.id in (select line_id from match_member where company_id = 1 and group_id = %(group)s)
"""
_MARK_EXPECTATIONS = f"""
    update expectation i
       set state = case {_LIVING.format(side="expectation_id")} when i.amount then 'matched' when 0 then 'expected' else 'part_matched' end
     where i.company_id = 1 and i.id in (select expectation_id from match_member where company_id = 1 and group_id = %(group)s)
"""
_CLOSE_EXCEPTIONS = """
    update conciliation_exception x set state = 'resolved', resolved_at = clock_timestamp(), resolved_by = %(by)s, resolution = 'matched'
     where not %(open)s and x.company_id = 1 and x.state <> 'resolved' and exists (
       select from match_member m where m.company_id = 1 and m.group_id = %(group)s
          and (m.line_id = x.line_id or m.expectation_id = x.expectation_id))
"""
_GROUP = """
    insert into match_group (id, account_id, state, rung, currency, difference, cause, reason, from_day, to_day, made_by, decided_at, decided_by)
    select %(id)s, %(account)s, 'confirmed', 0, %(currency)s, %(difference)s, %(cause)s, %(reason)s, min(day), max(day), %(by)s,
           clock_timestamp(), %(by)s
      from (select booked_on as day from bank_line where company_id = 1 and id = any (%(lines)s)
            union all select day from expectation where company_id = 1 and id = any (%(expectations)s)) d
    returning *
"""

#: Choice → the state before and after.
_CHOICES = {"confirm": ("proposed", "confirmed"), "reject": ("proposed", "rejected"), "undo": ("confirmed", "undone")}


async def _decide(tx: Tx, principal: Principal, given: DecideMatchInput, path: Mapping[str, str]) -> Done:
    group = await group_for_update(tx, path)
    before, after = _CHOICES[given.choice]
    if group.state != before:
        raise ApiError(409, "match_not_so", f"this match is {group.state}, not {before}")
    reason = None if given.reason is None else printable("reason", given.reason)
    if given.choice == "undo":
        if reason is None:
            raise invalid_field("reason", "field_required", "say why the match is undone")
        await _refuse_closed(tx, group.id)
    # A rule says what a difference is; a person says why it is so here.
    if given.choice == "confirm" and group.difference.amount and (group.cause is None or reason is None):
        raise ApiError(422, "match_differs", "bank and ledger differ: match them with what the difference is")
    row = await tx.one(
        _UNDO if given.choice == "undo" else _DECIDE,
        {"id": group.id, "state": after, "by": principal.email, "reason": reason},
    )
    assert row is not None
    await mark_members(tx, group.id, "open" if given.choice != "confirm" else "matched", principal.email)
    await refresh_days(tx, group.account_id)
    return Done(str(group.id), group_of(row), {"rung": group.rung, "from": group.state, "to": after})


async def _refuse_closed(tx: Tx, group: UUID) -> None:
    day = await tx.value(
        "select d.day from match_group g join house_day d on d.company_id = 1 and d.account_id = g.account_id"
        " and d.day between g.from_day and g.to_day and d.state in ('closed', 'reopening') and d.closed_at >= g.decided_at"
        " where g.company_id = 1 and g.id = %(id)s limit 1",
        {"id": group},
    )
    if day is not None:
        raise ApiError(409, "day_closed", f"day {day} is closed; two people reopen it first")


_DECIDE = """
    update match_group set state = %(state)s, decided_at = clock_timestamp(), decided_by = %(by)s, reason = coalesce(%(reason)s, reason)
     where company_id = 1 and id = %(id)s returning *
"""
_UNDO = """
    update match_group set state = %(state)s, undone_at = clock_timestamp(), undone_by = %(by)s, undo_reason = %(reason)s
     where company_id = 1 and id = %(id)s returning *
"""

MAKE_MATCH = Command(
    name="conciliation:match:make",
    method="POST",
    path="/v1/conciliation/matches",
    summary="Match lines of the bank with what the ledger expects; a difference says what it is",
    permission=Permission.CONCILIATION_BANK_STATEMENT_WRITE,
    scope=HOUSE,
    planned=True,
    input=MatchInput,
    answers=MatchGroup,
    apply=_make,
    approvable=True,
    status=201,
)
DECIDE_MATCH = Command(
    name="conciliation:match:decide",
    method="POST",
    path="/v1/conciliation/matches/{id:str}/decide",
    summary="Confirm or refuse a proposed match, or undo a confirmed one alone",
    permission=Permission.CONCILIATION_BANK_STATEMENT_WRITE,
    scope=HOUSE,
    input=DecideMatchInput,
    answers=MatchGroup,
    apply=_decide,
    keyed=False,
)
