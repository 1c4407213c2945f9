"""The events of a charge, as the Commands and jobs of pay-in record them (payin/moves.py, receiving.py, refunding.py)."""

from collections.abc import Callable, Mapping

from retaguarda.foundation.json_text import json_text
from retaguarda.payin.charges.transitions import ACTOR
from retaguarda_demo.charge_life import Actor, Charge, Payment, Refund
from retaguarda_demo.sheets import NULL, moment

PIX = Actor(None, ACTOR)

#: Told the time of an event and its line.
Tell = Callable[[int, str], None]


def of_charge(charge: Charge, tell: Tell) -> None:
    """Everything from the making of the charge on, its payments and refunds included."""
    story = _Story(charge, tell)
    story.say(charge.made_at, "charge:create", charge.by, {"to": "created"} | story.what)
    story.at = "created"
    story.move(charge.known_at, "failed" if charge.status == "failed" else "pending")
    if charge.asked_at:
        story.say(charge.asked_at, "charge:cancel", charge.asked_by, {})
    if charge.closed_at and charge.status != "failed":
        story.move(charge.closed_at, "cancelled" if charge.asked_at else "expired")
    for payment in charge.payments:
        of_payment(payment, tell, story)


def of_payment(payment: Payment, tell: Tell, story: "_Story | None" = None) -> None:
    """``story`` None: of a Pix without a charge."""
    told = story or _Story(payment, tell)
    received = {"end_to_end_id": payment.end_to_end_id, "received": payment.amount}
    settled = received | {"fee": payment.fee, "paid_at": moment(payment.paid_at)}
    if payment.review is None:
        told.say(payment.heard_at, "payment:settled", PIX, settled)
        told.move(payment.heard_at, "paid")
    else:
        told.say(payment.heard_at, "payment:under_review", PIX, received | {"reason": payment.review})
        if told.at != "paid":
            told.move(payment.heard_at, "under_review")
    decided = {"end_to_end_id": payment.end_to_end_id, "amount": payment.amount}
    if payment.accepted_at:
        if story is not None:
            told.say(payment.accepted_at, "payment:settled", PIX, settled)
            told.move(payment.accepted_at, "paid")
        told.say(payment.accepted_at, "review:accept", payment.accepted_by, decided)
    for refund in payment.refunds:
        _refund(payment, refund, told, decided)


def _refund(payment: Payment, refund: Refund, told: "_Story", decided: Mapping[str, object]) -> None:
    returned = not payment.settled
    what = {"refund": refund.id, "amount": refund.amount}
    if returned:
        told.say(refund.asked_at, "review:refund", refund.by, {"refund": refund.id, **decided})
    else:
        told.say(refund.asked_at, "refund:create", refund.by, what)
    told.say(refund.asked_at + 400, "refund:processing", PIX, what)
    if not refund.settled:
        told.say(refund.done_at, "refund:failed", PIX, what | {"reason": REFUND_REFUSED})
        return
    told.given_back += refund.amount
    if not returned:
        told.move(refund.done_at, "refunded" if told.given_back == payment.amount else "partially_refunded")
    elif told.at == "under_review":
        told.move(refund.done_at, "refunded")
    told.say(refund.done_at, "refund:settled", PIX, what | {"returned": returned})


#: What the sandbox says of a refund that did not happen.
REFUND_REFUSED = "Devolução não realizada pelo SPI."
#: What it says of a charge it does not take.
CHARGE_REFUSED = "AcessoNegado (403): Requisição de participante autenticado que viola alguma regra de autorização."


class _Story:
    """Where the charge is while its events are told."""

    def __init__(self, about: Charge | Payment, tell: Tell) -> None:
        self.at = ""
        self.given_back = 0
        self._tell = tell
        self._is_charge = isinstance(about, Charge)
        self._company = about.shop.company if isinstance(about, Charge) else about.company
        self._subject = about.id if isinstance(about, Charge) else about.subject
        made = {"created_at": moment(about.made_at)} if isinstance(about, Charge) else {}
        self.what: dict[str, object] = {"amount": about.amount, **made}

    def say(self, at: int, name: str, actor: Actor, data: Mapping[str, object]) -> None:
        self._tell(
            at,
            f"{self._company}\tpayin:{name}\t{self._subject}\t{actor.id or NULL}\t{actor.name}\t{moment(at)}\t{json_text(data)}\n",
        )

    def move(self, at: int, to: str) -> None:
        if self._is_charge and to != self.at:
            reason = {"reason": CHARGE_REFUSED} if to == "failed" else {}
            self.say(at, f"charge:{to}", PIX, {"from": self.at, "to": to} | self.what | reason)
        self.at = to
