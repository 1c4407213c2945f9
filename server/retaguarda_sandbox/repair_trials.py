"""Trials of self-repairing returns: a bank's day of which the truth is known, its file broken on purpose, and what is made of it.

Everything is decided by the seed. The lines of a whole file are judged as ``plan_payments`` judges them in the database; a test holds
both against each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from random import Random
from uuid import UUID

from retaguarda.bank_book.check_digits import RULES
from retaguarda.payouts.return_files.find_witness import BankMovement, CoveredDays, SentOrder, Statement
from retaguarda.payouts.return_files.model import MONEY
from retaguarda.payouts.return_files.plan_repairs import (
    OPEN,
    FileFacts,
    Finding,
    ReadLine,
    find_damage,
    is_whole,
    plan_repairs,
)
from retaguarda.providers.bankfiles import Damage, Damaged, Header, PaymentEntry, Reader, SalvageReader, payment_reader
from retaguarda.providers.bankfiles.remittances import Payer, Payment, write_remittance
from retaguarda_sandbox import broken_returns
from retaguarda_sandbox.broken_returns import BrokenFile
from retaguarda_sandbox.payment_files import answer

DAY = date(2026, 11, 16)
_NAMES = ("IARA PONTES", "CASA DO PAO LTDA", "JOAO TEIXEIRA", "MARTA LUZ", "OFICINA BOM MOTOR ME")
_DOCUMENTS = ("52998224725", "11144477735", "11222333000181", "39053344705", "86288366757")
_BANKS = ("341", "341", "237", "001", "756")
#: What an order is after the file, by what became of it at the bank.
_END = {"paid": "done", "refused": "refused", "waiting": "processing"}
_EFFECTS = {"done": "done", "failed": "refused", "cancelled": "refused"}


@dataclass(slots=True)
class BankDay:
    """Payments of one remittance, what became of each (paid, refused, waiting), and what the bank's statement tells."""

    rng: Random
    bank: str
    orders: list[SentOrder]
    truth: dict[UUID, str]
    whole: list[str]
    statement: Statement
    states: dict[UUID, str] = field(init=False)

    def __post_init__(self) -> None:
        self.states = dict.fromkeys(self.truth, "processing")


@dataclass(slots=True)
class ReadFile:
    """A file as the program takes it in: by the strict reader, or by the one that salvages."""

    header: Header
    entries: list[PaymentEntry]
    damages: list[Damage]
    tolerated: dict[str, tuple[int, int]]


def bank_day(seed: int) -> BankDay:
    """Build a day: of its payments three in four are paid, some refused, some wait; of its statements few are missing."""
    rng = Random(seed)  # noqa: S311  (the same trial again, no secret)
    bank = rng.choice(_BANKS)
    count = rng.randrange(3, 13)
    amounts = [rng.randrange(1_000, 900_000) * 100 + 50 for _ in range(count)]
    if rng.random() < 0.3:
        amounts[-1] = amounts[0]
    orders, payments = list[SentOrder](), list[Payment]()
    for n, amount in enumerate(amounts):
        order, payment = _payment(rng, bank, seed * 100 + n, amount)
        orders.append(order)
        payments.append(payment)
    payer = Payer(bank, "BANCO", "RETAGUARDA01", "11222333000181", "RETAGUARDA", "1234", "", "56789", "0")
    told = answer(write_remittance(payer, 1, datetime(2026, 11, 16, 9, 0), payments), 1, DAY)  # noqa: DTZ001  (local)
    lines = told.decode("ascii").split("\r\n")[:-1]
    truth = {each.order_id: rng.choices(("paid", "refused", "waiting"), (75, 15, 10))[0] for each in orders}
    by_reference = {each.reference: each for each in orders}
    whole = [_as_it_was(line, by_reference, truth) for line in lines]
    return BankDay(rng, bank, orders, truth, whole, _statement(rng, orders, truth))


def _payment(rng: Random, bank: str, number: int, amount: int) -> tuple[SentOrder, Payment]:
    reference, place = f"RG{number + 1:012}", rng.randrange(len(_NAMES))
    name, document = _NAMES[place], _DOCUMENTS[place]
    account = f"{rng.randrange(10_000, 99_999)}"
    account += RULES["itau"].digit("1234", account)
    by_account = rng.random() < 0.6
    payment = Payment(
        method="ted" if by_account else "pix",
        reference=reference,
        amount=amount,
        day=DAY,
        name=name,
        document=document,
        bank="341" if by_account else "",
        ispb="60701190" if by_account else "",
        branch="1234" if by_account else "",
        number=account if by_account else "",
        key="" if by_account else "iara@example.com",
        key_kind="" if by_account else "email",
    )
    order = SentOrder(
        merchant_id=2,
        order_id=UUID(int=number + 1),
        payout_id=UUID(int=number + 1_000_000_000),
        remittance_id=UUID(int=1),
        reference=reference,
        amount=amount,
        state="processing",
        day=DAY,
        bank=bank,
        agreement="RETAGUARDA01",
        account_branch="1234",
        account_number="56789",
        account_digit="0",
        name=name,
        document=document,
        branch=payment.branch,
        number=payment.number,
    )
    return order, payment


def _as_it_was(line: str, orders: dict[str, SentOrder], truth: dict[UUID, str]) -> str:
    order = orders.get(line[73:93].strip()) if line[7] == "3" and line[13] == "A" else None
    match truth[order.order_id] if order is not None else "paid":
        case "refused":
            return line[:154] + "0" * 23 + line[177:230] + "AG".ljust(10)
        case "waiting":
            return line[:154] + "0" * 23 + line[177:230] + "BD".ljust(10)
        case _:
            return line


def _statement(rng: Random, orders: Sequence[SentOrder], truth: dict[UUID, str]) -> Statement:
    """What the account's statement tells: a debit for each payment, most by our number; and what might be taken for one."""
    if rng.random() < 0.02:
        return Statement((), ())
    movements = list[BankMovement]()

    def add(amount: int, texts: str, document: str = "", state: str = "exception") -> None:
        number = UUID(int=len(movements) + 1)
        movements.append(
            BankMovement(id=number, booked_on=DAY, amount=amount, tax_document=document, texts=texts, state=state)
        )

    for order in orders:
        chance = rng.random()
        if truth[order.order_id] == "paid":
            if chance < 0.95:
                add(-order.amount, f"SISPAG {order.reference}")
            elif chance < 0.98:
                add(-order.amount, "PIX ENVIADO", order.document)
        elif chance < 0.1:
            # It left and came back.
            add(-order.amount, f"SISPAG {order.reference}")
            add(order.amount, f"ESTORNO {order.reference}")
        elif chance < 0.15:
            # Somebody paid the same person the same sum by hand.
            add(-order.amount, "PIX ENVIADO INTERNET", order.document)
        elif chance < 0.2:
            add(-order.amount, "TARIFA PACOTE")
        elif chance < 0.25:
            add(-order.amount + 1, f"SISPAG {order.reference}")
        elif chance < 0.3:
            add(-order.amount, f"SISPAG {order.reference}", state="matched")
    covered = [CoveredDays(DAY - timedelta(days=1), DAY + timedelta(days=1))] if rng.random() < 0.95 else []
    return Statement(movements, covered)


def broken(day: BankDay) -> BrokenFile:
    """Break the day's file with one to three faults, at most one of a kind that would hide another."""
    rng, file = day.rng, BrokenFile(list(day.whole), day.rng)
    wanted = rng.randrange(1, 4)
    if day.bank == "341" and rng.random() < 0.05:
        _whole_file(file, broken_returns.LAYOUT)
        return file
    if rng.random() < 0.05:
        _lie(day, file)
        return file
    free = {each.reference: day.truth[each.order_id] for each in day.orders}
    marks = dict[str, tuple[str, str]]()
    for _ in range(rng.randrange(0, wanted + 1)):
        _one_line(file, free, marks)
    for group in (broken_returns.SHELLS, broken_returns.ENDS):
        if len(file.faults) < wanted and (rng.random() < 0.5 or not file.faults):
            _whole_file(file, group)
    _forget_cut_off(file, marks)
    return file


def _forget_cut_off(file: BrokenFile, marks: dict[str, tuple[str, str]]) -> None:
    """What was cut off together with its part of the file is no fault of it any more, and without a trailer nothing counts the lines."""
    for name, (reference, text) in marks.items():
        if not any(text in line for line in file.lines) or (file.cut and text in file.lines[-1]):
            file.faults.pop(name, None)
            file.touched.discard(reference)
    if {"truncated", "cut_record"} & file.faults.keys():
        file.faults.pop("lost_line", None)
        if not any(line[:3] in ("655", "611") for line in file.lines):
            file.faults.pop("foreign_line", None)


def _whole_file(file: BrokenFile, group: dict) -> None:  # type: ignore[type-arg]
    fault = file.rng.choice(list(group))
    fault(file)
    file.faults[fault.__name__] = group[fault]
    file.touched |= set(file.references())


def _one_line(file: BrokenFile, free: dict[str, str], marks: dict[str, tuple[str, str]]) -> None:
    places = [at for at in file.firsts() if file.lines[at][73:93].strip() in free]
    if not places:
        return
    at = file.rng.choice(places)
    reference = file.lines[at][73:93].strip()
    truth = free.pop(reference)
    group = broken_returns.ANY | {"paid": broken_returns.PAID, "waiting": broken_returns.WAITING}.get(truth, {})
    fault = file.rng.choice(list(group))
    if fault.__name__ in file.faults:
        return
    lost = fault is broken_returns.lost_line
    fault(file, at)
    file.faults[fault.__name__] = group[fault]
    if lost:
        return
    if fault is not broken_returns.garbled_line:
        file.touched.add(reference)
    marks[fault.__name__] = (reference, file.lines[at + (fault is broken_returns.code_on_segment_b)])


def _lie(day: BankDay, file: BrokenFile) -> None:
    """A record that was spoilt on its way so that it says paid, in a file that is cut off: nothing but the statement knows better."""
    refused = {each.reference: each for each in day.orders if day.truth[each.order_id] != "paid"}
    for at in file.firsts():
        order = refused.get(file.lines[at][73:93].strip())
        if order is not None:
            file.put(at, slice(154, 177), DAY.strftime("%d%m%Y") + f"{order.amount:015}")
            file.put(at, slice(230, 240), "00")
    broken_returns.truncated(file)
    file.faults["truncated"] = frozenset({"truncated"})
    file.touched |= set(file.references())


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
    return SentOrder(
        **{name: getattr(order, name) for name in order.__struct_fields__} | {"state": day.states[order.order_id]}
    )


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
