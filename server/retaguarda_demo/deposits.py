"""Deposits of the demo: a dozen Pix that no charge asked for, in every state (account/deposits)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from retaguarda.account.deposits.deposit_codes import reference_of
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.request import PROVIDER
from retaguarda.payin.charges.model import AVAILABLE
from retaguarda.payin.charges.postings import UNIDENTIFIED
from retaguarda_demo.charge_life import DAY, MINUTE, SECOND, SHOP_SYSTEM, Actor, Payment, Refund
from retaguarda_demo.payers import Payers
from retaguarda_demo.sheets import NULL, Sheets, moment, uuid7_at
from retaguarda_demo.timeline import PIX

_OWNER = "Loja Aurora Comércio Ltda", "P3E2Z8IQ9Y7J64"


@dataclass(frozen=True, slots=True)
class _Plan:
    """``days`` before the demo's end. ``company`` whose it is in the end; ``claimed``: a person found out.
    ``own``: the merchant's own money, as its document says."""

    days: float
    company: int
    amount: int
    claimed: bool = False
    returned: bool = False
    own: bool = False


PLANS = (
    _Plan(0.05, PROVIDER, 48_000),
    _Plan(0.4, 2, 1_500_000, own=True),
    _Plan(1.3, PROVIDER, 250_000, own=True),
    _Plan(2.6, 2, 37_590),
    _Plan(3.1, PROVIDER, 9_900, returned=True),
    _Plan(4.7, 2, 120_000, claimed=True),
    _Plan(6.2, 3, 64_000),
    _Plan(8.5, 2, 15_000, returned=True),
    _Plan(9.1, PROVIDER, 1_234),
    _Plan(12.4, 2, 800_000, own=True),
    _Plan(17.8, 4, 53_500, claimed=True),
    _Plan(24.3, 2, 22_000),
)


@dataclass(slots=True)
class Deposit(Payment):
    """``identified_at`` 0: nobody knows whose it is; ``by`` None: its code said it."""

    id: str = ""
    identified_at: int = 0
    by: Actor | None = None
    reason: str | None = None

    @property
    def came_to(self) -> int:
        """Whose books it came into."""
        return PROVIDER if self.by is not None else self.company

    @property
    def status(self) -> str:
        if self.company != PROVIDER:
            return "settled"
        return "returned" if self.refunds else "unidentified"

    @property
    def state(self) -> str:
        if self.refunds:
            return "returned"
        return "unidentified" if not self.identified_at else "claimed" if self.by else "credited"


def deposits(rng: Random, end: int, people: Mapping[int, Sequence[Actor]]) -> Iterator[Deposit]:
    """The oldest last; each is over before ``end`` (milliseconds)."""
    payers = Payers(rng, len(PLANS), 40)
    staff = next(iter(people.get(PROVIDER, ())), SHOP_SYSTEM)
    for plan in PLANS:
        paid_at = end - int(plan.days * DAY)
        minute = "".join(c for c in moment(paid_at)[:16] if c.isdigit())
        code = plan.company != PROVIDER and not plan.claimed
        made = Deposit(
            plan.company,
            None,
            f"E60701190{minute}{rng.getrandbits(44):011x}",
            reference_of(plan.company) if code else "",
            plan.amount,
            paid_at,
            moment(paid_at),
            paid_at + 40 * SECOND,
            _OWNER if plan.own else payers.pick(rng),
            id=uuid7_at(paid_at + 40 * SECOND, rng.getrandbits(80)),
        )
        if code:
            made.identified_at = made.heard_at
        elif plan.claimed:
            made.identified_at, made.by = made.heard_at + 95 * MINUTE, staff
            made.reason = "Comprovante enviado pelo lojista"
        if plan.returned:
            made.refunds.append(_return(rng, made, staff))
            made.reason = made.refunds[0].reason
        yield made


def _return(rng: Random, made: Deposit, staff: Actor) -> Refund:
    asked = made.heard_at + 200 * MINUTE
    minute = "".join(c for c in moment(asked)[:16] if c.isdigit())
    return Refund(
        uuid7_at(asked, rng.getrandbits(80)),
        f"{rng.getrandbits(128):032x}",
        f"D12345678{minute}{rng.getrandbits(44):011x}",
        made.amount,
        UNIDENTIFIED if made.company == PROVIDER else AVAILABLE,
        "Não reconhecemos este depósito",
        asked,
        asked + 4 * SECOND,
        staff,
    )


def write(made: Deposit, connection: str, sheets: Sheets) -> None:
    """The Pix and the deposit."""
    sheets.add(
        "pix_payment", made.company, made.end_to_end_id, connection, None, made.txid or None, made.amount, "BRL", 0, made.refunded,
        made.paid_on, *made.payer, made.status, None, moment(made.heard_at),
    )  # fmt: skip
    known = made.identified_at
    sheets.add(
        "deposit", made.id, made.company, made.end_to_end_id, made.state,
        ("person" if made.by else "code") if known else None, moment(made.heard_at), moment(known) if known else None,
        made.by.name if made.by else None, made.reason, "BRL",
    )  # fmt: skip


def tell(made: Deposit, tell: Callable[[int, str], None]) -> None:
    """The events, as the Commands and jobs record them (account/deposits, payin/refunding.py)."""
    what: dict[str, object] = {"end_to_end_id": made.end_to_end_id, "amount": made.amount}

    def say(at: int, company: int, name: str, subject: str, by: Actor, data: Mapping[str, object]) -> None:
        tell(at, f"{company}\t{name}\t{subject}\t{by.id or NULL}\t{by.name}\t{moment(at)}\t{json_text(data)}\n")

    first = "unidentified" if made.came_to == PROVIDER else "credited"
    say(made.heard_at, made.came_to, f"account:deposit:{first}", made.id, PIX, what)
    if made.by:
        told = {"merchant": made.company, "amount": made.amount, "reason": made.reason}
        say(made.identified_at, made.company, "account:deposit:credited", made.id, PIX, what)
        say(made.identified_at, PROVIDER, "account:deposit:identify", made.id, made.by, told)
    for refund in made.refunds:
        sent = {"refund": refund.id, "amount": refund.amount}
        say(
            refund.asked_at,
            made.company,
            "account:deposit:return",
            made.id,
            refund.by,
            sent | {"reason": refund.reason},
        )
        say(refund.asked_at + 400, made.company, "payin:refund:processing", made.end_to_end_id, PIX, sent)
        settled = sent | {"returned": True}
        say(refund.done_at, made.company, "payin:refund:settled", made.end_to_end_id, PIX, settled)
