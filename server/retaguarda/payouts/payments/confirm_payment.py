"""Confirm who owns a Pix key before it is paid: when somebody looks it up, and again right before the order."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Principal
from retaguarda.payout_engine.identify_destination import load_names
from retaguarda.payout_engine.open_case import Found, open_case
from retaguarda.payout_engine.transitions import CLOCK, move
from retaguarda.payouts.payees.confirm_payee import Confirmation, PayeeConfirmation, PayeeQuestion

#: How long a payment whose key belongs to somebody else waits for staff.
HELD = timedelta(hours=1)
OWNER_CHANGED = "owner_changed"
#: Keys that a person may look up in a day without paying them, and how many of these may not exist. A look-up that is not
#: answered yet counts as one that does not exist.
MOST_UNPAID, MOST_MISSED = 100, 20
#: Retry-After for a person with that many open look-ups, in seconds.
AT_ONCE_SECONDS = 2
#: Recorded once a day for each person who looks up too many keys without paying them.
EXCEEDED = "payouts:look_up:exceeded"
_DAY = timedelta(days=1)


class _Due(msgspec.Struct):
    """What the look-up needs of a payment that is about to be ordered."""

    destination: bytes
    pix_key: str
    holder_name: str
    holder_document: str
    amount: int


@dataclass(frozen=True, slots=True)
class PaymentConfirmation:
    database: Database
    keys: Keys
    payees: PayeeConfirmation

    async def look_up(self, principal: Principal, destination: bytes, question: PayeeQuestion) -> Confirmation:
        """Ask the directory who owns a key, and keep the answer as evidence.

        Raises:
            ApiError: 429 ``look_ups_unpaid``: this person looked up too many keys today without paying them;
                ``look_ups_at_once``: too many of their look-ups are not answered yet.
        """
        company, number = principal.chosen(), uuid7()
        async with self.database.transaction(Scope((company,))) as tx:
            refusal = await _begin_look_up(tx, company, principal, number, destination)
        if refusal is not None:
            raise refusal
        found, _ = await self._ask(company, number, destination, question, None, principal.person_id)
        return found

    async def before_order(self, company: int, payout: str) -> None:
        """Put a single payment by key on hold if the key is not the expected holder's, unless staff released it for this owner."""
        key = {"company": company, "id": payout}
        async with self.database.transaction(Scope((company,))) as tx:
            row = await tx.one(_DUE, key)
        if row is None:
            return
        due = msgspec.convert(row, _Due)
        question = PayeeQuestion(due.holder_name, due.holder_document, due.pix_key)
        number = uuid7()
        found, known = await self._ask(company, number, due.destination, question, payout)
        if found.owner != "differ" or known:
            return
        async with self.database.transaction(Scope((company,))) as tx:
            locked = await tx.one(f"{_DUE.replace(_NAMES, '*')} for update", key)
            if locked is not None:
                until = await tx.value("select clock_timestamp() + %(held)s", {"held": HELD})
                await move(tx, locked, "on_hold", actor=CLOCK, hold_reason=OWNER_CHANGED, hold_until=until)
                await open_case(tx, locked, _another_owner(number, due, payout, found))

    async def _ask(
        self,
        company: int,
        number: UUID,
        destination: bytes,
        question: PayeeQuestion,
        payout: str | None,
        person: UUID | None = None,
    ) -> tuple[Confirmation, bool]:
        """Look up and keep the answer. Return it, and whether an earlier look-up for this payment found the same owner."""
        answer = await self.payees.ask(company, question)
        found, owner = answer.confirmation, answer.owner_document
        async with self.database.transaction(Scope((company,))) as tx:
            names = await load_names(tx, self.keys)
            owner_hash = names.of_document(owner) if owner else None
            values = {
                "company": company,
                "id": number,
                "destination": destination,
                "payout": payout,
                "person": person,
                "match": found.match_class,
                "owner": found.owner,
                "problem": found.problem,
                "found": json_text(found),
                "hash": owner_hash,
                "expected": names.of_document(question.document),
            }
            known: bool = await tx.value(_KNOWN, values)
            await tx.execute(_INSERT, values)
        return found, known


def _another_owner(number: UUID, due: _Due, payout: str, found: Confirmation) -> Found:
    """Describe the case of a payment whose key is somebody else's, without naming anybody."""
    said = f"owner {found.owner}, name {found.match_class or '-'}, look-up {number}"
    return Found(
        kind="owner_changed",
        key=f"owner:{number}",
        reference=payout,
        amount=due.amount,
        source="directory",
        evidence=said,
    )


async def _begin_look_up(
    tx: Tx, company: int, principal: Principal, number: UUID, destination: bytes
) -> ApiError | None:
    """Record a person's look-up before the directory is asked, so that simultaneous ones all count; return the refusal, if any.

    The first refusal of a person in a day is recorded as an event.
    """
    values = {
        "company": company,
        "person": principal.person_id,
        "day": _DAY,
        "name": EXCEEDED,
        "id": number,
        "destination": destination,
    }
    # Serialize a person's look-ups: at the limit, the second must see the first.
    await tx.execute("select pg_advisory_xact_lock(hashtextextended(%(person)s::text, %(company)s))", values)
    found = msgspec.convert(await tx.one(_UNPAID, values), _Unpaid)
    if found.keys < MOST_UNPAID and found.missed < MOST_MISSED:
        if found.missed + found.open >= MOST_MISSED:
            return ApiError(
                429,
                "look_ups_at_once",
                "the directory has not answered your other look-ups yet",
                {"Retry-After": str(AT_ONCE_SECONDS)},
            )
        await tx.execute(_BEGIN, values)
        return None
    if not found.told:
        await record(
            tx,
            EXCEEDED,
            company=company,
            subject=str(principal.person_id),
            actor=principal.email,
            person=principal.person_id,
            data={"keys": found.keys, "missed": found.missed},
        )
    return ApiError(
        429, "look_ups_unpaid", "too many keys were looked up and not paid", {"Retry-After": str(found.wait)}
    )


class _Unpaid(msgspec.Struct):
    """A person's unpaid look-ups of the last day. ``open``: not answered yet. ``told``: EXCEEDED is recorded already. ``wait``: seconds
    until the oldest is a day old."""

    keys: int
    missed: int
    open: int
    told: bool
    wait: int


async def refuse_another_owner(tx: Tx, company: int, destination: bytes, expected: bytes) -> None:
    """Refuse a payment to a key that the directory gives to somebody else.

    Args:
        expected: keyed hash of the holder's document.

    Raises:
        ApiError: 409 ``owner_differs``: a look-up of the last 15 minutes says so.
    """
    values = {"company": company, "destination": destination, "expected": expected}
    if await tx.value(_DIFFERS, values):
        raise ApiError(409, "owner_differs", "the directory says that this key belongs to somebody else")


async def confirmation_of(tx: Tx, company: int, payout: UUID) -> Confirmation | None:
    """Return the directory's last answer about a payment's key: from before its order, else from when somebody looked it up."""
    found = await tx.value(_NEWEST, {"company": company, "payout": payout})
    return None if found is None else msgspec.convert(found, Confirmation, strict=False)


_NAMES = "destination, pix_key, holder_name, holder_document, amount"
_DUE = (
    f"select {_NAMES} from payout where company_id = %(company)s and id = %(id)s and status = 'pending'"
    " and origin = 'payout' and kind = 'key'"
    # Whose a key of another merchant of ours is we know ourselves.
    " and not settles_inside(company_id, kind, pix_key, ispb, branch, number, holder_document)"
)
_KNOWN = (
    "select exists (select from payout_confirmation where company_id = %(company)s and payout_id = %(payout)s"
    " and owner_hash = %(hash)s)"
)
_INSERT = (
    "insert into payout_confirmation (company_id, id, destination, payout_id, match_class, owner_match, problem, found, owner_hash,"
    " expected, person_id) values (%(company)s, %(id)s, %(destination)s, %(payout)s, %(match)s, %(owner)s, %(problem)s, %(found)s::jsonb, %(hash)s,"
    " %(expected)s, %(person)s)"
)
_BEGIN = (
    "insert into payout_look_up (company_id, id, person_id, destination)"
    " values (%(company)s, %(id)s, %(person)s, %(destination)s)"
)
_UNPAID = """
    select u.keys, u.missed, u.open,
           exists (select from event where company_id = %(company)s and subject_id = %(person)s::text and name = %(name)s
                      and at > now() - %(day)s) as told,
           coalesce((select ceil(extract(epoch from min(asked_at) + %(day)s - now()))::int from payout_look_up
                      where company_id = %(company)s and person_id = %(person)s and asked_at > now() - %(day)s), 1) as wait
      from payout_look_ups_since(%(company)s, %(person)s, now() - %(day)s) u
"""
_DIFFERS = """
    select coalesce((select c.owner_match = 'differ' from payout_confirmation c
                      where c.company_id = %(company)s and c.destination = %(destination)s
                        and c.looked_up_at > now() - interval '15 minutes' and c.expected = %(expected)s
                      order by c.looked_up_at desc limit 1), false)
"""
_NEWEST = """
    select c.found from payout p join payout_confirmation c on c.company_id = p.company_id
       and (c.payout_id = p.id or (c.payout_id is null and c.destination = p.destination and c.looked_up_at <= p.created_at))
     where p.company_id = %(company)s and p.id = %(payout)s
     order by c.payout_id is not null desc, c.looked_up_at desc limit 1
"""
