"""Plans what can be put right in a payment return, out of three witnesses: the file, our sealed remittance, and the bank's statement.

A line that the strict reading leaves open, or that stands in a damaged file, moves money only where a statement says the same of that very
payment. With any doubt a finding stands alone, and a person looks.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from uuid import UUID

import msgspec

from retaguarda.payouts.return_files.find_damage import Finding
from retaguarda.payouts.return_files.find_witness import NEAR, SentOrder, Statement
from retaguarda.payouts.return_files.identify_layout import misplaced_codes, read_by_other_layout

#: Orders that a correction may end.
OPEN = frozenset({"sending", "processing"})
#: Why a line is left open → the kind of its finding, where a statement that names the payment ends it.
_BY_MEANING = {
    "security_analysis": "security_analysis",
    "suspended": "suspended",
    "accepted": "scheduled",
    "information": "information",
    "none": "no_code",
    "test_contract": "test_contract",
}
_BY_WHY = {
    "amount_differs": "amount_differs",
    "without_day": "without_day",
    "codes_differ": "codes_differ",
    "twice": "repeated_line",
    "other_agreement": "other_bank",
}
#: A person looks, whatever a statement says: the money may have left for another reason.
_NEVER = frozenset({"test_contract", "codes_differ", "repeated_line", "other_bank"})
#: What the line itself says is that it was paid: in a whole file a debit to the payee's document is evidence as well as one that bears a
#: name. In a damaged one it is none: the record may have been spoilt, and somebody may have paid the same person by hand.
_SAYS_PAID = frozenset({"lost_reference", "without_day"})


class ReadLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a file with its effect by the file alone; see ``PaymentEntry``. ``doubted``: its file is damaged."""

    number: int
    segment: str
    codes: str
    second_codes: str
    meaning: str
    reference: str
    bank_ref: str
    amount: int
    paid: int
    paid_on: date | None
    payee_document: str
    account: str
    effect: str
    why: str | None
    doubted: bool
    order_id: UUID | None


class FileFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a file beside its lines. ``until``: the day that it speaks of; ``known_since``: ``orders`` has every payment under
    its agreement from that day on, and every open one; None: there are too many. ``named``: orders that any line of the file names."""

    bank: str
    until: date
    orders: Sequence[SentOrder]
    known_since: date | None
    named: frozenset[UUID]
    statement: Statement


def plan_repairs(lines: Sequence[ReadLine], facts: FileFacts) -> list[Finding]:
    """Plan the corrections of lines that the file alone leaves open; the same facts in any order give the same plan."""
    orders = {each.order_id: each for each in facts.orders}
    found = [_find(line, facts, orders) for line in sorted(lines, key=lambda line: line.number)]
    corrections, others = list[Finding](), list[Finding]()
    for each in found:
        if each is not None:
            (others if each.effect is None else corrections).append(each)
    unsure = _claimed_twice(corrections)
    kept = [each for each in corrections if each.line not in unsure]
    left = [msgspec.structs.replace(each, **_NOTHING) for each in corrections if each.line in unsure]
    return kept + _grouped(others + left)


_NOTHING = {"effect": None, "order": None, "paid_on": None, "witness": None, "witness_id": None}


def _claimed_twice(corrections: Sequence[Finding]) -> set[int | None]:
    """Lines whose order or whose witness another correction claims too: which of them is right is a guess."""
    claims = defaultdict[UUID, list[int | None]](list)
    for each in corrections:
        assert each.order is not None
        for claimed in {each.order.order_id, each.witness_id} - {None}:
            assert claimed is not None
            claims[claimed].append(each.line)
    return {line for lines in claims.values() if len(lines) > 1 for line in lines}


def _grouped(findings: Sequence[Finding]) -> list[Finding]:
    """One finding for each kind, with its first line and how many there are."""
    groups = defaultdict[str, list[Finding]](list)
    for each in findings:
        groups[each.kind].append(each)
    firsts = {kind: min(of, key=lambda each: each.line or 0) for kind, of in groups.items()}
    return [msgspec.structs.replace(firsts[kind], lines=len(of)) for kind, of in sorted(groups.items())]


def _find(line: ReadLine, facts: FileFacts, orders: Mapping[UUID, SentOrder]) -> Finding | None:
    kind = _kind_of(line)
    if kind is None:
        return None
    order = orders.get(line.order_id) if line.order_id is not None else None
    alone = Finding(kind=kind, line=line.number, read=(line.codes or line.reference)[:60])
    if kind == "other_bank":
        meaning = read_by_other_layout(line.account, line.codes, order, facts.bank) if order is not None else None
        alone = msgspec.structs.replace(alone, kind="other_layout") if meaning is not None else alone
        return _proven(alone, line, order, facts) if meaning == "paid" else alone
    if kind == "lost_reference":
        order = _lost(line, facts) if line.meaning == "paid" else None
        alone = msgspec.structs.replace(alone, read=(line.reference or line.bank_ref)[:60])
    if kind in _NEVER or order is None:
        return alone
    if kind == "unproven" and line.meaning in ("refused", "cancelled"):
        return _absent(alone, line, order, facts)
    if kind == "unproven" and line.meaning != "paid":
        return alone
    return _proven(alone, line, order, facts)


def _kind_of(line: ReadLine) -> str | None:
    if line.effect == "not_ours":
        return "lost_reference"
    if line.effect == "no_change" and line.why == "needs_witness":
        return "unproven"
    if line.effect in ("unknown", "no_change") and misplaced_codes(line.codes):
        return "code_slots"
    if line.effect == "unknown":
        return "unknown_code"
    if line.effect == "contradiction":
        return _BY_WHY.get(line.why or "")
    if line.effect != "no_change":
        return None
    if line.meaning == "none" and line.second_codes.strip() == "00":
        return "code_on_segment_b"
    return _BY_MEANING.get(line.meaning)


def _proven(alone: Finding, line: ReadLine, order: SentOrder | None, facts: FileFacts) -> Finding:
    """The finding with its correction where a statement says that the order was paid."""
    if order is None or order.state not in OPEN:
        return alone
    debit = facts.statement.debit_naming(order, line.bank_ref)
    alike_known = facts.known_since is not None and facts.known_since <= order.day - NEAR
    if debit is None and alone.kind in _SAYS_PAID and not line.doubted and alike_known:
        debit = facts.statement.debit_alone(order, facts.orders)
    if debit is None:
        return alone
    return msgspec.structs.replace(
        alone, effect="done", order=order, paid_on=debit.booked_on, witness="statement", witness_id=debit.id
    )


def _absent(alone: Finding, line: ReadLine, order: SentOrder, facts: FileFacts) -> Finding:
    """The finding with its correction where the bank says no, and statements know of no such debit."""
    alike = [each for each in facts.orders if each.amount == order.amount and each.document == order.document]
    # A number of ours that was damaged may be that of a neighbour: payee and amount say that it is not.
    sure = order.state in OPEN and line.amount == order.amount and _is_payee(line, order) and len(alike) == 1
    if not sure or not facts.statement.has_no_debit(order, facts.until):
        return alone
    effect = "failed" if line.meaning == "refused" else "cancelled"
    return msgspec.structs.replace(alone, effect=effect, order=order, witness="no_debit")


def _lost(line: ReadLine, facts: FileFacts) -> SentOrder | None:
    """The one open payment that a line without our number can be about: by amount and document, or by amount and account."""
    if facts.known_since is None or line.paid != line.amount or line.paid_on is None:
        return None
    same = [
        each for each in facts.orders if each.amount == line.amount and each.state in OPEN and _is_payee(line, each)
    ]
    return same[0] if len(same) == 1 and same[0].order_id not in facts.named else None


def _is_payee(line: ReadLine, order: SentOrder) -> bool:
    if line.payee_document:
        return line.payee_document == order.document
    digits = "".join(each for each in line.account[8:] if each.isdigit()).lstrip("0")
    return len(digits) >= _ACCOUNT and digits == order.number.lstrip("0")


#: A shorter account number says nothing.
_ACCOUNT = 4
