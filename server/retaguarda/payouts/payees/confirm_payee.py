"""Confirms a payee before money goes there: asks the directory whose a Pix key is, and compares the owner with the merchant's book.

Rooms that pay call ``PayeeConfirmation.confirm``; its answer is evidence for that one payment and is not reused for another.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

import msgspec

from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.documents import mask_text
from retaguarda.payouts.payees.compare_names import MatchClass, NamePair, compare_names
from retaguarda.providers.dict import DictProblem, DictUnavailable
from retaguarda.providers.dict.directory import KeyDirectory, KeyEntry
from retaguarda.providers.pix.ids import transaction_id

OwnerMatch = Literal["agree", "differ", "unknown"]
#: Why the directory said nothing. lookups_spent: the merchant has none left for now; no_key: an account has no key to look up.
Problem = Literal["key_unknown", "no_key", "directory_silent", "lookups_spent"]
#: Look-ups that DICT takes for an answer, and for a key that nobody has.
HIT, MISS = 1, 20


@dataclass(frozen=True, slots=True)
class PayeeQuestion:
    """Who a merchant means to pay. ``key`` None: an account, whose owner no directory tells."""

    name: str
    document: str
    key: str | None
    trade_name: str | None = None


class PayeeHistory(msgspec.Struct, frozen=True):
    """What other banks saw of the owner: settled Pix (rounded up by DICT), frauds reported and agreed to."""

    settlements_m6: int
    reported_frauds_d30: int
    confirmed_frauds_m6: int


class Confirmation(msgspec.Struct, frozen=True):
    """What a look-up found. ``score`` in hundredths; a CPF is masked to its six middle digits on its way in.

    ``end_to_end_id``: the look-up named it; the order that follows within 15 minutes carries it.
    """

    match_class: MatchClass
    score: int
    reordered: bool
    pairs: list[NamePair]
    expected_name: str
    found_name: str | None
    owner: OwnerMatch
    owner_document: str | None
    owner_kind: Literal["person", "company"] | None
    participant: str | None
    key_created_at: datetime | None
    owned_since: datetime | None
    history: PayeeHistory | None
    problem: Problem | None
    end_to_end_id: str | None
    looked_up_at: datetime


@dataclass(frozen=True, slots=True)
class PayeeAnswer:
    """A confirmation, and the owner's whole document for a hash; it is stored nowhere."""

    confirmation: Confirmation
    owner_document: str | None


@dataclass(frozen=True, slots=True)
class PayeeConfirmation:
    """
    Args:
        ispb: of the participant whose end-to-end ids our payout orders carry.
    """

    database: Database
    directory: KeyDirectory
    ispb: str

    async def confirm(self, company: int, question: PayeeQuestion) -> Confirmation:
        """Looks the owner up and compares. Never raises for a silent directory: ``problem`` says it."""
        return (await self.ask(company, question)).confirmation

    async def ask(self, company: int, question: PayeeQuestion) -> PayeeAnswer:
        """As confirm(), with the owner's whole document."""
        if question.key is None:
            return PayeeAnswer(_without_entry(question, "no_key"), None)
        async with self.database.transaction(Scope((company,))) as tx:
            left = await lookups_left(tx, company)
            payer = await tx.value("select document from company where id = %(company)s", {"company": company})
        if left < MISS:
            return PayeeAnswer(_without_entry(question, "lookups_spent"), None)
        end_to_end_id = transaction_id("E", self.ispb, datetime.now(UTC))
        try:
            entry = await self.directory.entry(question.key, payer, end_to_end_id)
        except (DictUnavailable, DictProblem):
            return PayeeAnswer(_without_entry(question, "directory_silent"), None)
        async with self.database.transaction(Scope((company,))) as tx:
            await take_lookups(tx, company, HIT if entry is not None else MISS)
        if entry is None:
            return PayeeAnswer(_without_entry(question, "key_unknown"), None)
        return PayeeAnswer(confirmed(question, entry, end_to_end_id), entry.owner_document)


async def lookups_left(tx: Tx, company: int) -> int:
    return await tx.value("select lookups_left(%(company)s)", {"company": company})


async def take_lookups(tx: Tx, company: int, count: int) -> None:
    """Counts look-ups; a negative count gives them back, one for each order sent."""
    await tx.execute("select lookups_take(%(company)s, %(count)s)", {"company": company, "count": count})


def confirmed(question: PayeeQuestion, entry: KeyEntry, end_to_end_id: str) -> Confirmation:
    """Compare a directory entry with the intended payee."""
    company = entry.owner_kind == "LEGAL_PERSON"
    match = compare_names(question.name, entry.owner_name, company=company, trade_name=question.trade_name)
    return Confirmation(
        match_class=match.match_class,
        score=match.score,
        reordered=match.reordered,
        pairs=match.pairs,
        expected_name=question.name,
        found_name=entry.owner_name,
        owner=owner_match(question.document, entry.owner_document),
        owner_document=mask_text(entry.owner_document),
        owner_kind="company" if company else "person",
        participant=entry.participant,
        key_created_at=entry.created_at,
        owned_since=entry.owned_since,
        history=PayeeHistory(
            entry.counters.settlements_m6, entry.counters.reported_frauds_d30, entry.counters.confirmed_frauds_m6
        ),
        problem=None,
        end_to_end_id=end_to_end_id,
        looked_up_at=datetime.now(UTC),
    )


def owner_match(expected: str, found: str | None) -> OwnerMatch:
    """Compares two documents by what people may see of them: the six middle digits of a CPF, all of a CNPJ."""
    mine, theirs = mask_text(expected), mask_text(found)
    if mine is None or theirs is None:
        return "unknown"
    return "agree" if mine == theirs else "differ"


def compared_again(found: Confirmation, name: str, trade_name: str | None) -> Confirmation:
    """The same look-up against a corrected name in the book."""
    if found.found_name is None:
        return msgspec.structs.replace(found, expected_name=name)
    match = compare_names(name, found.found_name, company=found.owner_kind == "company", trade_name=trade_name)
    return msgspec.structs.replace(
        found,
        expected_name=name,
        match_class=match.match_class,
        score=match.score,
        reordered=match.reordered,
        pairs=match.pairs,
    )


def _without_entry(question: PayeeQuestion, problem: Problem) -> Confirmation:
    return Confirmation(
        match_class="impossible",
        score=0,
        reordered=False,
        pairs=[],
        expected_name=question.name,
        found_name=None,
        owner="unknown",
        owner_document=None,
        owner_kind=None,
        participant=None,
        key_created_at=None,
        owned_since=None,
        history=None,
        problem=problem,
        end_to_end_id=None,
        looked_up_at=datetime.now(UTC),
    )
