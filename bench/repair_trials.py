"""Trials of self-repairing returns: a bank's day of which the truth is known, its file broken on purpose, and what is made of it.

Everything is decided by the seed. The lines of a whole file are judged as ``plan_payments`` judges them in the database; a test holds
both against each other.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

import msgspec

from bench.bank_days import DAY, BankDay, bank_day
from bench.break_files import broken
from retaguarda.payouts.return_files.find_damage import Finding, find_damage, is_whole
from retaguarda.payouts.return_files.find_witness import SentOrder
from retaguarda.payouts.return_files.model import MONEY
from retaguarda.payouts.return_files.plan_repairs import OPEN, FileFacts, ReadLine, plan_repairs
from retaguarda.providers.bankfiles import Damage, Damaged, Header, PaymentEntry, Reader, SalvageReader, payment_reader

#: What an order is after the file, by what became of it at the bank.
_END = {"paid": "done", "refused": "refused", "waiting": "processing"}
_EFFECTS = {"done": "done", "failed": "refused", "cancelled": "refused"}


@dataclass(slots=True)
class ReadFile:
    """A file as the program takes it in: by the strict reader, or by the one that salvages."""

    header: Header
    entries: list[PaymentEntry]
    damages: list[Damage]
    tolerated: dict[str, tuple[int, int]]


def read(data: bytes, piece: int = 1 << 20) -> ReadFile | None:
    """Read a file in pieces as the program does; None where even salvaging refuses it."""
    for reader in (payment_reader(), SalvageReader()):
        try:
            entries = _entries(reader, data, piece)
        except Damaged:
            continue
        if entries and reader.found.header is not None:
            damages = list(reader.damages.seen.values()) if isinstance(reader, SalvageReader) else []
            return ReadFile(reader.found.header, entries, damages, reader.found.tolerances.seen)
    return None


def _entries(reader: Reader[PaymentEntry], data: bytes, piece: int) -> list[PaymentEntry]:
    entries = list[PaymentEntry]()
    for begin in range(0, len(data), piece):
        entries += reader.feed(data[begin : begin + piece])
    return entries + reader.close()


def take_in(day: BankDay, data: bytes, *, missing: int = 0, piece: int = 1 << 20) -> list[Finding] | None:
    """Read, examine and apply a file: the day's orders move as they would. Return the findings; None: the file is refused."""
    file = read(data, piece)
    if file is None:
        return None
    orders = {each.reference: each for each in day.orders}
    known = {reference for each in file.entries if (reference := each.reference) in orders}
    complete = len(known) == len(orders) and all(each.reference in orders for each in file.entries)
    damage = find_damage(file.damages, file.tolerated, complete=complete)
    doubted = not is_whole(file.damages, complete=complete)
    seen, lines = set[UUID](), list[ReadLine]()
    for entry in file.entries:
        order = orders.get(entry.reference)
        lines.append(_judged(day, file.header, entry, order, doubted, seen))
    facts = FileFacts(
        bank=file.header.bank,
        until=file.header.generated_on or DAY,
        orders=[_now(day, each) for each in day.orders],
        known_since=DAY - timedelta(days=45),
        named=frozenset(orders[reference].order_id for reference in known),
        statement=day.statement,
    )
    repairs = plan_repairs([each for each in lines if each.effect in _LEFT_OPEN], facts)
    for line in lines:
        if line.order_id is not None and line.effect in _EFFECTS:
            day.states[line.order_id] = _EFFECTS[line.effect]
    for each in repairs:
        if each.effect is not None and each.order is not None and day.states[each.order.order_id] in OPEN:
            day.states[each.order.order_id] = _EFFECTS[each.effect]
    return damage + repairs


_LEFT_OPEN = frozenset({"no_change", "unknown", "contradiction", "not_ours"})


def _now(day: BankDay, order: SentOrder) -> SentOrder:
    return msgspec.structs.replace(order, state=day.states[order.order_id])


def _judged(
    day: BankDay, header: Header, entry: PaymentEntry, order: SentOrder | None, doubted: bool, seen: set[UUID]
) -> ReadLine:
    effect, why = _effect(day, header, entry, order, doubted)
    if order is not None and effect in _EFFECTS:
        effect, why = ("contradiction", "twice") if order.order_id in seen else (effect, None)
        seen.add(order.order_id)
    return ReadLine(
        number=entry.line,
        segment=entry.segment,
        codes=entry.codes,
        second_codes=entry.second_codes,
        meaning=entry.meaning,
        reference=entry.reference,
        bank_ref=entry.bank_ref,
        amount=entry.amount,
        paid=entry.paid,
        paid_on=entry.paid_on,
        payee_document=entry.document,
        account=entry.account,
        effect=effect,
        why=why,
        doubted=doubted,
        order_id=order.order_id if order is not None else None,
    )


def _effect(
    day: BankDay, header: Header, entry: PaymentEntry, order: SentOrder | None, doubted: bool
) -> tuple[str, str | None]:
    """As ``plan_payments._PLANNED``, for orders that nothing came back of."""
    if order is None:
        return "not_ours", None
    state, paid = day.states[order.order_id], entry.meaning == "paid"
    if order.bank != header.bank or order.agreement != header.agreement:
        return "contradiction", "other_agreement"
    if entry.meaning == "contradictory":
        return "contradiction", "codes_differ"
    if entry.meaning == "unknown":
        return "unknown", None
    if entry.amount != order.amount or (paid and entry.paid != order.amount):
        return "contradiction", "amount_differs"
    if paid and entry.paid_on is None:
        return "contradiction", "without_day"
    if paid and state == "refused":
        return ("no_change", "needs_witness") if doubted else ("case", "paid_after_refused")
    if entry.meaning in ("refused", "cancelled") and state == "done":
        return "contradiction", "refused_after_paid"
    if state != "processing" and entry.meaning in MONEY:
        return "already", None
    if doubted and entry.meaning in MONEY:
        return "no_change", "needs_witness"
    return {"paid": "done", "refused": "failed", "cancelled": "cancelled"}.get(
        entry.meaning, "no_change"
    ), entry.meaning


@dataclass(slots=True)
class Score:
    """Of many trials: faults and those that a finding names; payments that faults are about and those at their true end after it."""

    files: int = 0
    lines: int = 0
    refused: int = 0
    faults: int = 0
    found: int = 0
    touched: int = 0
    right: int = 0
    wrongly_paid: int = 0
    wrongly_failed: int = 0
    missed: dict[str, int] = field(default_factory=dict)

    def add(self, seed: int) -> None:
        day = bank_day(seed)
        file = broken(day)
        findings = take_in(day, file.bytes())
        self.files += 1
        self.lines += len(file.lines)
        self.refused += findings is None
        kinds = {each.kind for each in findings or ()}
        for name, names in file.faults.items():
            self.faults += 1
            if names & kinds:
                self.found += 1
            else:
                self.missed[name] = self.missed.get(name, 0) + 1
        for order in day.orders:
            state, end = day.states[order.order_id], _END[day.truth[order.order_id]]
            self.wrongly_paid += state == "done" != end
            self.wrongly_failed += state == "refused" != end
            if order.reference in file.touched:
                self.touched += 1
                self.right += state == end


def score(seeds: range) -> Score:
    """Run one trial for each seed."""
    total = Score()
    for seed in seeds:
        total.add(seed)
    return total
