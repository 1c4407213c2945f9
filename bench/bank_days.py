"""A bank's day of which the truth is known: payments, what became of each, the return file and the statement. The seed decides everything."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from random import Random
from uuid import UUID

from retaguarda.bank_book.check_digits import RULES
from retaguarda.payouts.return_files.find_witness import BankMovement, CoveredDays, SentOrder, Statement
from retaguarda.providers.bankfiles.remittances import Payer, Payment, write_remittance
from retaguarda_sandbox.payment_files import answer

DAY = date(2026, 11, 16)
_NAMES = ("IARA PONTES", "CASA DO PAO LTDA", "JOAO TEIXEIRA", "MARTA LUZ", "OFICINA BOM MOTOR ME")
_DOCUMENTS = ("52998224725", "11144477735", "11222333000181", "39053344705", "86288366757")
_BANKS = ("341", "341", "237", "001", "756")


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


def bank_day(seed: int) -> BankDay:
    """Build a day: of its payments three in four are paid, some refused, some wait; of its statements few are missing."""
    rng = Random(seed)
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

    grouped = rng.random() < 0.03
    if grouped:
        # Some banks book a remittance as one sum.
        add(-sum(each.amount for each in orders if truth[each.order_id] == "paid"), "SISPAG LOTE")
    for order in orders:
        chance = rng.random()
        if truth[order.order_id] == "paid":
            if grouped:
                pass
            elif chance < 0.97:
                add(-order.amount, f"SISPAG {order.reference}")
            else:
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
